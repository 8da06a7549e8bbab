// Pegs and rings of painted wood, and the grooves they lie in. All are drawn around the origin.
import { svg } from "../dom";
import { BAND, BETWEEN, RADII, SPACE } from "./layout";
import { COLOURS } from "./view";

/** A circle in the middle of the band of a size, as wide as `part` of it; a peg's band reaches to its middle. */
function band(size: number, name: string, part = 1, y = 0): SVGCircleElement {
  const r = RADII[size]! * (size === 0 ? part : 1);
  return svg("circle", { class: name, r, cy: y, "stroke-width": BAND[size]! * part + (size === 0 ? 0.2 : 0) });
}

export function groove(size: number): SVGGElement {
  return svg(
    "g",
    { class: "otrio-groove" },
    band(size, "otrio-lip", 1, 1.2),
    band(size, "otrio-hollow"),
    svg("circle", { class: "otrio-track", r: size === 0 ? 1.5 : RADII[size]! }),
  );
}

export function piece(size: number, colour: number): SVGGElement {
  return svg(
    "g",
    { class: `otrio-piece otrio-${COLOURS[colour]}`, "data-colour": COLOURS[colour]! },
    band(size, "otrio-shade", 1, 2.2),
    band(size, "otrio-edge"),
    band(size, "otrio-body", 0.8),
    shine(size),
    shape(size, colour),
  );
}

/** Light from the upper left. */
function shine(size: number): SVGPathElement {
  const r = size === 0 ? 7 : RADII[size]! + 2.4;
  const [from, to] = [(-170 * Math.PI) / 180, (-100 * Math.PI) / 180];
  const d = `M${r * Math.cos(from)} ${r * Math.sin(from)}A${r} ${r} 0 0 1 ${r * Math.cos(to)} ${r * Math.sin(to)}`;
  return svg("path", { class: "otrio-shine", d });
}

// What tells the colours apart without their colour: nothing, strokes, a line, dots.
const PEG_SHAPES = [null, "M-5 0H5M0-5V5", "M-5 0A5 5 0 1 1 5 0A5 5 0 1 1-5 0", "M0 0h0.01"];
const RING_SHAPES = [null, "11 8.5", "1 0", "0.01 9"];

function shape(size: number, colour: number): SVGElement | null {
  if (colour === 0) return null;
  const name = `otrio-shape${colour === 3 ? " otrio-dots" : ""}`;
  if (size === 0) return svg("path", { class: name, d: PEG_SHAPES[colour]! });
  return svg("circle", { class: name, r: RADII[size]!, "stroke-dasharray": RING_SHAPES[colour]! });
}

/** What belongs to a slot for a pointer: the peg's disc, the ring around it, the rest of the space. */
export function reach(size: number): SVGPathElement {
  const [inner, half] = [size === 0 ? 0 : BETWEEN[size - 1]!, SPACE / 2];
  const outline = size === 2 ? `M${-half} ${-half}h${SPACE}v${SPACE}h${-SPACE}z` : circle(BETWEEN[size]!);
  return svg("path", { class: "otrio-reach", "fill-rule": "evenodd", d: outline + (inner ? circle(inner) : "") });
}

function circle(r: number): string {
  return `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;
}

/** Around a slot, a part of the circle for each of the colours. */
export function arcs(size: number, colours: readonly number[]): SVGCircleElement[] {
  const share = 100 / colours.length;
  return colours.map((colour, at) =>
    svg("circle", {
      class: `otrio-arc otrio-${COLOURS[colour]}`,
      r: size === 0 ? BAND[0] - 2 : RADII[size]!,
      pathLength: 100,
      "stroke-dasharray": dashes(share, size),
      "stroke-dashoffset": -share * at,
    }),
  );
}

/** Dashes and gaps along one colour's part, then nothing. */
function dashes(share: number, size: number): string {
  const pairs = Math.max(2, Math.round(((size + 1) * 4 * share) / 100));
  const pair = share / pairs;
  return Array.from(
    { length: pairs },
    (_, at) => `${pair * 0.6} ${pair * 0.4 + (at === pairs - 1 ? 100 - share : 0)}`,
  ).join(" ");
}

/** The two edges of a band, to point it out. */
export function rims(size: number, name: string): SVGGElement {
  const half = BAND[size]! / 2 + 1;
  const edges = size === 0 ? [RADII[0] + half] : [RADII[size]! - half, RADII[size]! + half];
  return svg("g", { class: name }, ...edges.map((r) => svg("circle", { r })));
}

/** What is proven of a slot: its ring in the colour of the result, and a label. A peg has no room for a ring. */
export function sign(size: number, text: string, name: string): SVGGElement {
  const [width, height] = [6.4 * text.length + 5, 12];
  const y = size === 0 ? 0 : -RADII[size]!;
  return svg(
    "g",
    { class: `otrio-sign ${name}`, "aria-hidden": "true" },
    size > 0 && svg("circle", { r: RADII[size]! }),
    svg("rect", { x: -width / 2, y: y - height / 2, width, height, rx: 5 }),
    svg("text", { y: y + 0.5 }, text),
  );
}

/** A slot that nobody may use. */
export function cross(size: number): SVGPathElement {
  const at = RADII[size]! * Math.SQRT1_2;
  const marks = [-at, at].flatMap((x) => [-at, at].map((y) => `M${x - 4} ${y - 4}l8 8m0-8l-8 8`));
  return svg("path", { class: "otrio-cross", d: marks.join("") });
}
