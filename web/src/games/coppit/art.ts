// Own drawings: hats, stacks, dice, and the board they stand on. Colours come from board.css.
import { svg } from "../dom";
import { type BoardMap, COLOURS, type Colour, HALF, type Place, type Spot } from "./map";
import { coloursOf, type Stack, type View } from "./views";

/** Half of a BOX. */
export const BOX = 60;
const HAT = {
  body: "M-21 15Q0 26 21 15L4.5-27Q0-33-4.5-27Z",
  light: "M-21 15Q-13 19.500-5 20.500L-1.500-30.500Q-3.700-29.500-4.500-27Z",
};
const BRIM = "M-21 15Q0 26 21 15L18.200 8Q0 18-18.200 8Z";
const SHIELD = "M0-17L14-12.500V0C14 9 7 14 0 17C-7 14-14 9-14 0V-12.500Z";
/** A shape for each colour, for who cannot tell the colours. */
const MARKS: Readonly<Record<Colour, string>> = {
  RED: "M0-8A8 8 0 1 1 0 8A8 8 0 1 1 0-8Z",
  BLUE: "M-7-7H7V7H-7Z",
  GREEN: "M0-9L9 7H-9Z",
  YELLOW: "M0-10L8 0L0 10L-8 0Z",
};
const STAR = "M0-13L3.800-4.500L13-4L6 2.500L8.200 12L0 7L-8.200 12L-6 2.500L-13-4L-3.800-4.500Z";
/** Of a hat that stands on a square. */
const STANDING = 1.16;
/** From one hat of a stack to the next, and from its top to its bottom at most. */
const LEAN = 12;
const FARTHEST = 50;
/** By how many share a square: where their stacks stand, across and inwards. */
const SHARED: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-14, 0],
    [14, 0],
  ],
  [
    [-14, 0],
    [14, 0],
    [0, 26],
  ],
  [
    [-14, 0],
    [14, 0],
    [-14, 30],
    [14, 30],
  ],
];
const PIPS: readonly (readonly (readonly [number, number])[])[] = [
  [],
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
];

export function moved({ x, y }: Place, size = 1, turn = 0): string {
  return `translate(${x.toFixed(1)} ${y.toFixed(1)})${turn ? ` rotate(${turn})` : ""}${size === 1 ? "" : ` scale(${size})`}`;
}

export function paintOf(colour: Colour): string {
  return `coppit-${colour.toLowerCase()}`;
}

export function hat(colour: Colour, at: Place, size = 1, count = 0): SVGGElement {
  const mark = svg("path", {
    class: "coppit-mark",
    d: MARKS[colour],
    transform: count ? "translate(0 -5) scale(.62)" : "translate(0 3) scale(.85)",
  });
  return svg(
    "g",
    { class: `coppit-hat ${paintOf(colour)}`, transform: moved(at, size) },
    svg("path", { class: "coppit-hat-body", d: HAT.body }),
    svg("path", { class: "coppit-hat-brim", d: BRIM }),
    svg("path", { class: "coppit-hat-light", d: HAT.light }),
    mark,
    count > 1 && svg("text", { class: "coppit-count", y: 14 }, count),
  );
}

/** The top hat stands on the square, those below it look out towards the middle of the board. */
export function stack(hats: Stack, at: Place, inwards: Place, size = STANDING): SVGGElement {
  const step = Math.min(LEAN, FARTHEST / hats.length) * size;
  const drawn = hats.map((colour, level) => {
    const under = hats.length - 1 - level;
    const place = { x: under * step * inwards.x, y: under * step * inwards.y };
    return hat(colour, place, size, under === 0 ? hats.length : 0);
  });
  return svg(
    "g",
    { class: "coppit-stack", transform: moved(at), "data-hats": hats.map((colour) => colour[0]).join("") },
    ...drawn,
  );
}

/** All stacks of one square. */
export function stacks(here: readonly Stack[], spot: Spot): SVGGElement[] {
  const size = here.length === 1 ? STANDING : 0.8;
  const { x: right, y: down } = spot.inwards;
  return here.map((each, number) => {
    const [across, inwards] = SHARED[Math.min(here.length, SHARED.length - 1)]![number] ?? [0, 0];
    const place = { x: spot.x - across * down + inwards * right, y: spot.y + across * right + inwards * down };
    return stack(each, place, spot.inwards, size);
  });
}

/** The single hats of a BOX, and whatever else stands in it. */
export function boxful(colour: Colour, count: number, others: readonly Stack[], at: Place): SVGGElement[] {
  const many = count > 6 || others.length > 0;
  const [columns, gap, size] = many ? [4, 27, 0.6] : [count === 4 ? 2 : 3, 36, 0.82];
  const rows = Math.ceil(count / columns);
  const middle = others.length > 0 ? at.y - 26 : at.y;
  const single = Array.from({ length: count }, (_, number) => {
    const row = Math.floor(number / columns);
    const inRow = Math.min(columns, count - row * columns);
    return hat(
      colour,
      { x: at.x + ((number % columns) - (inRow - 1) / 2) * gap, y: middle + (row - (rows - 1) / 2) * gap * 1.28 },
      size,
    );
  });
  const guests = others.map((each, number) =>
    stack(each, { x: at.x + (number - (others.length - 1) / 2) * 34, y: at.y + 36 }, { x: 0, y: -1 }, 0.62),
  );
  return [...single, ...guests];
}

/** Caught hats lie in rows below the die, the smaller the more there are: how many in a row, how far apart, how large. */
const ROWS: readonly { most: number; row: number; gap: number; size: number }[] = [
  { most: 5, row: 5, gap: 33, size: 0.78 },
  { most: 10, row: 5, gap: 31, size: 0.66 },
  { most: Infinity, row: 7, gap: 23, size: 0.5 },
];

export function caughtPlace({ x, y }: Place, number: number, count: number): Place & { size: number } {
  const { row, gap, size } = ROWS.find(({ most }) => count <= most)!;
  const [at, rows] = [Math.floor(number / row), Math.ceil(count / row)];
  const inRow = Math.min(row, count - at * row);
  return { x: x + ((number % row) - (inRow - 1) / 2) * gap, y: y + 68 + (at - (rows - 1) / 2) * 52 * size, size };
}

export function caughtHats(view: View, colour: Colour): Colour[] {
  return COLOURS.flatMap((owner) => Array.from({ length: view.banked[colour]?.[owner] ?? 0 }, () => owner));
}

/** Every hat of a view. */
export function pieces(view: View, map: BoardMap): SVGGElement[] {
  const drawn: SVGGElement[] = [];
  for (const colour of coloursOf(view)) {
    const box = map.spots[map.boxes[colour].node]!;
    drawn.push(
      svg("g", { "data-box": colour }, ...boxful(colour, view.boxes[colour] ?? 0, view.nodes[box.name] ?? [], box)),
    );
    const caught = caughtHats(view, colour);
    const places = caught.map((_, at) => caughtPlace(map.trays[colour], at, caught.length));
    drawn.push(
      svg("g", { "data-caught": colour }, ...caught.map((owner, at) => hat(owner, places[at]!, places[at]!.size))),
    );
  }
  const standing = map.spots.filter(({ kind, name }) => kind !== "BOX" && view.nodes[name]?.length);
  standing.sort((one, other) => one.y - other.y);
  return [
    ...drawn,
    ...standing.map((spot) => svg("g", { "data-at": spot.name }, ...stacks(view.nodes[spot.name]!, spot))),
  ];
}

export function die(face: number, colour: Colour): SVGGElement {
  const dots = PIPS[face]!.map(([x, y]) => svg("circle", { class: "coppit-pip", cx: 18.5 * x, cy: 18.5 * y, r: 7 }));
  return svg(
    "g",
    { class: `coppit-die ${paintOf(colour)}` },
    svg("rect", { class: "coppit-die-body", x: -37, y: -37, width: 74, height: 74, rx: 17 }),
    ...dots,
  );
}

export function diePlace(tray: Place): Place {
  return { x: tray.x, y: tray.y - 26 };
}

/** What never changes: the table, the ways, a tray for each colour that plays. */
export function ground(map: BoardMap, seated: readonly Colour[]): SVGElement[] {
  const ways = map.edges.map(([one, other]) => {
    const [from, to] = [map.spots[one]!, map.spots[other]!];
    const door = from.kind === "BOX" || to.kind === "BOX";
    return svg("line", {
      class: door ? "coppit-lane coppit-door" : "coppit-lane",
      x1: from.x,
      y1: from.y,
      x2: to.x,
      y2: to.y,
    });
  });
  const trays = seated.flatMap((colour) => {
    const { x, y } = map.trays[colour];
    return [
      svg("rect", {
        class: `coppit-tray ${paintOf(colour)}`,
        "data-colour": colour,
        x: x - 92,
        y: y - 80,
        width: 184,
        height: 198,
        rx: 32,
      }),
      svg("rect", { class: `coppit-shelf ${paintOf(colour)}`, x: x - 84, y: y + 26, width: 168, height: 84, rx: 25 }),
    ];
  });
  return [
    svg("rect", { class: "coppit-table", x: 2 - HALF, y: 2 - HALF, width: 2 * HALF - 4, height: 2 * HALF - 4, rx: 44 }),
    ...trays,
    ...ways,
  ];
}

export interface Protection {
  colour: boolean;
  grey: boolean;
}

export function square(spot: Spot, radius: number, safe: Protection): SVGElement[] {
  const paint = spot.colour ? paintOf(spot.colour) : "";
  const shields = spot.kind === "GRAY" ? safe.grey : spot.kind === "COLOR" && safe.colour;
  return [
    svg("circle", {
      class: `coppit-square coppit-${spot.kind.toLowerCase()} ${paint} ${shields ? "coppit-safe" : ""}`,
      r: radius,
    }),
    shields ? svg("path", { class: `coppit-shield ${paint}`, d: SHIELD }) : null,
    spot.colour ? svg("path", { class: `coppit-mark coppit-square-mark ${paint}`, d: MARKS[spot.colour] }) : null,
    svg("text", { class: "coppit-number", y: 5.5 }, spot.short),
  ].filter((part) => part !== null);
}

export function box(colour: Colour, isSeated: boolean): SVGElement[] {
  const size = { x: -BOX, y: -BOX, width: 2 * BOX, height: 2 * BOX, rx: 22 };
  return [svg("rect", { class: `coppit-box ${paintOf(colour)} ${isSeated ? "" : "coppit-empty"}`, ...size })];
}

export function star(at: Place): SVGGElement {
  return svg(
    "g",
    { class: "coppit-star", transform: moved({ x: at.x, y: at.y - BOX + 4 }, 1.5) },
    svg("path", { d: STAR }),
  );
}

/** A line along squares. */
export function line(kind: string, places: readonly Place[]): SVGPolylineElement {
  return svg("polyline", {
    class: kind,
    points: places.map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`).join(" "),
  });
}

/** A ring around a square or a BOX. */
export function ring(kind: string, spot: Spot, radius: number): SVGElement {
  if (spot.kind !== "BOX") return svg("circle", { class: kind, cx: spot.x, cy: spot.y, r: radius + 5 });
  const half = BOX + 6;
  return svg("rect", { class: kind, x: spot.x - half, y: spot.y - half, width: 2 * half, height: 2 * half, rx: 27 });
}

/** One hat by itself, for lists. */
export function icon(colour: Colour): SVGSVGElement {
  return svg(
    "svg",
    { class: "coppit-icon", viewBox: "-24 -36 48 64", "aria-hidden": "true" },
    hat(colour, { x: 0, y: 0 }),
  );
}
