// The 27 slots as they are drawn: their grooves, what lies in them, and what is pointed out.
import type { BoardContext, Proven } from "../board";
import { svg } from "../dom";
import { proofClass, proofWords, signOf } from "../proofs";
import { centreOf } from "./layout";
import type { Threat } from "./lines";
import { arcs, cross, groove, piece, reach, rims, sign } from "./pieces";
import { CENTRE_MEDIUM, COLOURS, sizeOf, slotName, type View } from "./view";
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
  /** How the game ends after a piece there; null where it is not known. */
  ends: ReadonlyMap<number, Proven | null>;
  centreBanned: boolean;
}

export function drawn(slot: number): SVGGElement {
  const [size, { x, y }] = [sizeOf(slot), centreOf(slot)];
  return svg(
    "g",
    { class: "otrio-slot", role: "gridcell", "data-slot": slotName(slot), transform: `translate(${x} ${y})` },
    reach(size),
    groove(size),
    rims(size, "otrio-rims"),
  );
}

export function rows(cells: readonly SVGGElement[]): SVGGElement[] {
  return [0, 1, 2].map((row) => svg("g", { role: "row" }, ...cells.slice(9 * row, 9 * row + 9)));
}

/** The piece that lies there; -1 is none. */
export function place(node: SVGGElement, slot: number, colour: number): void {
  const old = node.querySelector<SVGElement>(".otrio-piece");
  if (old?.dataset.colour === COLOURS[colour] && !old?.classList.contains("otrio-ghost")) return;
  old?.remove();
  if (colour >= 0) node.insertBefore(piece(sizeOf(slot), colour), node.querySelector(".otrio-rims"));
}

/** Everything that is pointed out. */
export function paint(node: SVGGElement, slot: number, marks: Marks): void {
  const states = {
    open: marks.open.has(slot),
    last: marks.last === slot && marks.won.length === 0,
    pending: marks.pending?.slot === slot,
    won: marks.won.includes(slot),
    best: marks.best.includes(slot),
  };
  for (const [name, is] of Object.entries(states)) node.classList.toggle(`otrio-${name}`, is);
  for (const old of node.querySelectorAll(".otrio-arc, .otrio-cross, .otrio-sign")) old.remove();
  node.append(...arcs(sizeOf(slot), threatening(marks, slot)));
  const end = marks.ends.get(slot);
  if (end !== undefined) node.append(sign(sizeOf(slot), signOf(end), proofClass(end)));
  if (marks.centreBanned && slot === CENTRE_MEDIUM) node.append(cross(sizeOf(slot)));
}

/** The colours that would win here. */
function threatening({ threats }: Marks, slot: number): number[] {
  return [...new Set(threats.filter((threat) => threat.slot === slot).map(({ colour }) => colour))];
}

/** What a screen reader says of a slot. */
export function told(ctx: BoardContext, marks: Marks, slot: number): string {
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
    marks.ends.has(slot) && proofWords(ctx.t, marks.ends.get(slot)!),
  ]
    .filter(Boolean)
    .join(ctx.t("list.separator"));
}
