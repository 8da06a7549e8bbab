// The board as it is drawn: 27 slots to point at, to walk through by keys and to fill, and the stocks around them.
import type { BoardContext } from "../board";
import { el, set, svg } from "../dom";
import { type Direction, inRectangle, roving } from "../grid";
import { centreOf, FRAME, type Layout, PLATE, type Point, SPACE } from "./layout";
import type { Threat } from "./lines";
import { arcs, cross, groove, piece, reach, rims } from "./pieces";
import { drawTray, leftOf } from "./trays";
import { CENTRE_MEDIUM, COLOURS, SLOTS, sizeOf, slotName, type View } from "./view";
import { colourName, slotWords } from "./words";

/** What is shown besides the view. */
export interface Marks {
  view: View;
  /** Where a piece may be placed now, and its colour. */
  open: ReadonlySet<number>;
  colour: number | null;
  /** Whether a size is taken: then only its slots are open. */
  holding: boolean;
  last: number | null;
  /** Placed, but not yet by the server. */
  pending: { slot: number; colour: number } | null;
  won: readonly number[];
  threats: readonly Threat[];
  best: readonly number[];
  centreBanned: boolean;
}

export interface Deeds {
  /** By keys: just this slot. By a pointer: somewhere there. */
  chosen(slot: number, by: "keys" | "mouse" | "touch"): void;
  /** A mouse or the focus is there; null when it has left. */
  pointed(slot: number | null): void;
  /** The size that stays the same while the focus moves; null if none. */
  held(): number | null;
  /** A piece of a stock was pointed at. */
  took(colour: number, size: number): void;
  /** A key that means nothing to the board itself; true if it means something. */
  pressed(key: string): boolean;
}

export interface Plank {
  readonly node: HTMLElement;
  arrange(layout: Layout): void;
  show(marks: Marks): void;
  /** Let pieces that lie there come from their stocks, one after the other. Nothing waits for them. */
  fly(slots: readonly number[]): void;
  /** Everything that moves is where it goes to. */
  settle(): void;
  /** What would be placed. */
  ghost(slot: number | null, colour: number | null): void;
  light(slots: readonly number[]): void;
  /** Move the focus to another size of the same space. */
  resize(size: number): void;
  focus(): void;
  destroy(): void;
}

const [bySlot, bySpace] = [inRectangle(9, SLOTS), inRectangle(3, 9)];
const FLIGHT_MS = 340;
const FLIGHT: KeyframeAnimationOptions = {
  duration: FLIGHT_MS,
  fill: "backwards",
  easing: "cubic-bezier(0.3, 0.1, 0.2, 1)",
};

export function plank(ctx: BoardContext, deeds: Deeds): Plank {
  const slots = Array.from({ length: SLOTS }, (_, slot) => drawn(slot));
  const inOrder = Array.from({ length: SLOTS }, (_, at) => 9 * (at % 3) + Math.floor(at / 3));
  const cells = inOrder.map((slot) => slots[slot]!);
  const grid = svg("g", { class: "otrio-grid", role: "grid", "aria-label": ctx.t("board") }, ...rows(cells));
  const flight = svg("g", { class: "otrio-flight", "aria-hidden": "true" });
  const trays = svg("g", { class: "otrio-trays" });
  const board = svg("g", {}, ...plate(), grid, flight);
  const picture = svg("svg", { class: "otrio-picture", role: "group", "aria-label": ctx.t("game") }, trays, board);
  const node = el("div", { class: "otrio-plank" }, picture);
  const focus = roving(grid, cells, walk, (at) => deeds.chosen(inOrder[at]!, "keys"));
  let layout: Layout | null = null;
  let marks: Marks | null = null;
  let landing: Animation[] = [];
  let lastLanding = 0;

  /** Through the slots of a row, or through spaces while a size is held. */
  function walk(from: number, where: Direction): number {
    const held = deeds.held();
    return held === null ? bySlot(from, where) : 3 * bySpace(Math.floor(from / 3), where) + held;
  }

  function go(slot: number): void {
    focus.at(inOrder.indexOf(slot));
  }

  /** m, b, 2 leads to Mb2; n to the next slot that may be used. */
  function typed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const here = inOrder[focus.index]!;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const [size, column, row] = [
      ["s", "m", "l"].indexOf(key),
      ["a", "b", "c"].indexOf(key),
      ["1", "2", "3"].indexOf(key),
    ];
    if (size >= 0) go(9 * size + (here % 9));
    else if (column >= 0) go(here - (here % 3) + column);
    else if (row >= 0) go(9 * sizeOf(here) + 3 * row + (here % 3));
    else if (key === "n") next(event.shiftKey ? -1 : 1);
    else if (!deeds.pressed(key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  function next(by: 1 | -1): void {
    for (let far = 1; far <= SLOTS; far += 1) {
      const at = (focus.index + by * far + 2 * SLOTS) % SLOTS;
      if (marks?.open.has(inOrder[at]!)) return focus.at(at);
    }
  }

  const slotAt = (target: EventTarget | null): number =>
    slots.findIndex((each) => target instanceof Node && each.contains(target));
  let pointer = "mouse";
  picture.addEventListener("pointerdown", (event) => void (pointer = event.pointerType));
  grid.addEventListener("click", (event) => {
    const slot = slotAt(event.target);
    // What a screen reader clicks is just what it means.
    if (slot >= 0) deeds.chosen(slot, event.detail === 0 ? "keys" : pointer === "touch" ? "touch" : "mouse");
  });
  grid.addEventListener("pointerover", (event) => event.pointerType !== "touch" && deeds.pointed(slotAt(event.target)));
  grid.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && deeds.pointed(null));
  grid.addEventListener(
    "focusin",
    (event) => (event.target as Element).matches(":focus-visible") && deeds.pointed(slotAt(event.target)),
  );
  grid.addEventListener("focusout", () => deeds.pointed(null));
  grid.addEventListener("keydown", typed);
  trays.addEventListener("click", ({ target }) => {
    const taken = target instanceof Element ? target.closest<SVGElement>("[data-size]") : null;
    if (taken) deeds.took(Number(taken.dataset.tray), Number(taken.dataset.size));
  });

  function show(wanted: Marks): void {
    marks = wanted;
    const { view, pending, colour } = wanted;
    for (const [slot, each] of slots.entries()) {
      place(each, slot, pending?.slot === slot ? pending.colour : view.board[slot]!);
      paint(each, slot, wanted);
      each.setAttribute("aria-label", told(ctx, wanted, slot));
    }
    node.dataset.due = colour === null ? "none" : COLOURS[colour];
    node.classList.toggle("otrio-holding", wanted.holding);
    node.classList.toggle("otrio-decided", wanted.won.length > 0);
    if (layout) trays.replaceChildren(...layout.trays.map((tray) => drawTray(ctx, tray, wanted)));
  }

  function settle(): void {
    for (const animation of landing) animation.cancel();
    landing = [];
    lastLanding = 0;
    flight.replaceChildren();
  }

  function fly(from: readonly number[]): void {
    if (!layout || !marks || ctx.settings.value.reducedMotion) return;
    landing = landing.filter(({ playState }) => playState !== "finished");
    // What is in the air may land first, but no queue builds up.
    const now = performance.now();
    const first = Math.min(Math.max(0, lastLanding - now), FLIGHT_MS);
    for (const [at, slot] of from.entries()) launch(layout, marks, slot, first + at * FLIGHT_MS);
    if (from.length > 0) lastLanding = now + first + from.length * FLIGHT_MS;
  }

  function launch({ trays, plate }: Layout, { view, pending }: Marks, slot: number, delay: number): void {
    const colour = pending?.slot === slot ? pending.colour : view.board[slot]!;
    const tray = trays.find((each) => each.colour === colour);
    const here = slots[slot]!.querySelector(".otrio-piece:not(.otrio-ghost)");
    if (!tray || !here) return;
    const [centre, nest] = [centreOf(slot), tray.nests[leftOf(view, pending, colour, sizeOf(slot))]!];
    const moving = svg(
      "g",
      { transform: `translate(${centre.x} ${centre.y})` },
      svg("g", {}, piece(sizeOf(slot), colour)),
    );
    flight.append(moving);
    const way = { x: nest.x - plate.x - centre.x, y: nest.y - plate.y - centre.y };
    const animation = moving.firstElementChild!.animate(frames(way, tray.scale), { ...FLIGHT, delay });
    animation.onfinish = () => moving.remove();
    landing.push(animation, here.animate({ opacity: [0, 0] }, { duration: FLIGHT_MS + delay }));
  }

  function ghost(slot: number | null, colour: number | null): void {
    for (const old of grid.querySelectorAll(".otrio-ghost")) old.remove();
    if (slot === null || colour === null) return;
    const made = piece(sizeOf(slot), colour);
    made.classList.add("otrio-ghost");
    slots[slot]!.append(made);
  }

  return {
    node,
    arrange(wanted) {
      settle();
      layout = wanted;
      set(picture, { viewBox: `-1 -1 ${wanted.width + 2} ${wanted.height + 2}` });
      set(board, { transform: `translate(${wanted.plate.x} ${wanted.plate.y})` });
      if (marks) show(marks);
    },
    show,
    fly,
    settle,
    ghost,
    light(wanted) {
      for (const [slot, each] of slots.entries()) each.classList.toggle("otrio-lit", wanted.includes(slot));
    },
    resize: (size) => focus.at(3 * Math.floor(focus.index / 3) + size, grid.contains(document.activeElement)),
    focus: () => focus.at(focus.index),
    destroy() {
      settle();
      focus.destroy();
    },
  };
}

/** From the stock, a little raised on the way. */
function frames({ x, y }: Point, scale: number): Keyframe[] {
  return [
    { transform: `translate(${x}px, ${y}px) scale(${scale})` },
    { transform: `translate(${x * 0.3}px, ${y * 0.3}px) scale(1.18)`, offset: 0.6 },
    { transform: "none" },
  ];
}

/** The wood, the coordinates and the edges of the spaces. */
function plate(): SVGElement[] {
  const middles = [0, 1, 2].map((at) => FRAME + (at + 0.5) * SPACE);
  const name = (x: number, y: number, text: string): SVGElement =>
    svg("text", { class: "otrio-coordinate", x, y, "aria-hidden": "true" }, text);
  return [
    svg("rect", { class: "otrio-wood", width: PLATE, height: PLATE, rx: 16 }),
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8].map((space) => {
      const { x, y } = centreOf(space);
      return svg("rect", { class: "otrio-space", x: x - 48.5, y: y - 48.5, width: 97, height: 97, rx: 14 });
    }),
    ...middles.flatMap((at, index) => [name(at, FRAME / 2, "abc"[index]!), name(FRAME / 2, at, "123"[index]!)]),
  ];
}

function drawn(slot: number): SVGGElement {
  const [size, { x, y }] = [sizeOf(slot), centreOf(slot)];
  return svg(
    "g",
    { class: "otrio-slot", role: "gridcell", "data-slot": slotName(slot), transform: `translate(${x} ${y})` },
    reach(size),
    groove(size),
    rims(size, "otrio-rims"),
  );
}

function rows(cells: readonly SVGGElement[]): SVGGElement[] {
  return [0, 1, 2].map((row) => svg("g", { role: "row" }, ...cells.slice(9 * row, 9 * row + 9)));
}

function place(node: SVGGElement, slot: number, colour: number): void {
  const old = node.querySelector<SVGElement>(".otrio-piece");
  if (old?.dataset.colour === COLOURS[colour] && !old?.classList.contains("otrio-ghost")) return;
  old?.remove();
  if (colour >= 0) node.insertBefore(piece(sizeOf(slot), colour), node.querySelector(".otrio-rims"));
}

function paint(node: SVGGElement, slot: number, marks: Marks): void {
  const states = {
    open: marks.open.has(slot),
    last: marks.last === slot && marks.won.length === 0,
    pending: marks.pending?.slot === slot,
    won: marks.won.includes(slot),
    best: marks.best.includes(slot),
  };
  for (const [name, is] of Object.entries(states)) node.classList.toggle(`otrio-${name}`, is);
  for (const old of node.querySelectorAll(".otrio-arc, .otrio-cross")) old.remove();
  node.append(...arcs(sizeOf(slot), threatening(marks, slot)));
  if (marks.centreBanned && slot === CENTRE_MEDIUM) node.append(cross(sizeOf(slot)));
}

/** The colours that would win here. */
function threatening({ threats }: Marks, slot: number): number[] {
  return [...new Set(threats.filter((threat) => threat.slot === slot).map(({ colour }) => colour))];
}

/** What a screen reader says of a slot. */
function told(ctx: BoardContext, marks: Marks, slot: number): string {
  const held = marks.view.board[slot]!;
  const banned = marks.centreBanned && slot === CENTRE_MEDIUM;
  const what = held >= 0 ? "piece" : banned ? "banned" : marks.open.has(slot) ? "open" : "empty";
  const colour = held >= 0 ? held : marks.colour;
  return [
    ctx.t(`slot.${what}`, { slot: slotWords(ctx, slot), colour: colour === null ? "" : colourName(ctx, colour) }),
    marks.won.includes(slot) && ctx.t("slot.won"),
    marks.last === slot && ctx.t("slot.last"),
    ...threatening(marks, slot).map((each) => ctx.t("slot.threat", { colour: colourName(ctx, each) })),
    marks.best.includes(slot) && ctx.t("slot.best"),
  ]
    .filter(Boolean)
    .join(ctx.t("list.separator"));
}
