// The board as it is drawn: 27 slots to point at, to walk through by keys and to fill, and the stocks around them.
import type { BoardContext } from "../board";
import { el, set, svg } from "../dom";
import { Flight } from "./flight";
import { centreOf, FRAME, type Layout, PLATE, SPACE } from "./layout";
import { piece } from "./pieces";
import { type Deeds, inOrder, Pointing } from "./pointing";
import { drawn, type Marks, paint, place, rows, told } from "./slots";
import { drawTray } from "./trays";
import { COLOURS, SLOTS, sizeOf } from "./view";

export class Plank {
  readonly node: HTMLElement;
  private readonly slots = Array.from({ length: SLOTS }, (_, slot) => drawn(slot));
  private readonly grid: SVGGElement;
  private readonly trays = svg("g", { class: "otrio-trays" });
  private readonly board: SVGGElement;
  private readonly picture: SVGSVGElement;
  private readonly flight: Flight;
  private readonly pointing: Pointing;
  private layout: Layout | null = null;
  private marks: Marks | null = null;

  constructor(
    private readonly ctx: BoardContext,
    deeds: Deeds,
  ) {
    const named = { class: "otrio-grid", role: "grid", "aria-label": ctx.t("board") };
    this.grid = svg("g", named, ...rows(inOrder(this.slots)));
    this.flight = new Flight(ctx, this.slots);
    this.board = svg("g", {}, ...plate(), this.grid, this.flight.node);
    const group = { class: "otrio-picture", role: "group", "aria-label": ctx.t("game") };
    this.picture = svg("svg", group, this.trays, this.board);
    this.node = el("div", { class: "otrio-plank" }, this.picture);
    this.pointing = new Pointing(this.grid, this.slots, deeds, (slot) => this.marks?.open.has(slot) ?? false);
    this.trays.addEventListener("click", ({ target }) => {
      const taken = target instanceof Element ? target.closest<SVGElement>("[data-size]") : null;
      if (taken) deeds.took(Number(taken.dataset.tray), Number(taken.dataset.size));
    });
  }

  arrange(layout: Layout): void {
    this.flight.settle();
    this.layout = layout;
    set(this.picture, { viewBox: `-1 -1 ${layout.width + 2} ${layout.height + 2}` });
    set(this.board, { transform: `translate(${layout.plate.x} ${layout.plate.y})` });
    if (this.marks) this.show(this.marks);
  }

  show(marks: Marks): void {
    this.marks = marks;
    const { view, pending, colour } = marks;
    for (const [slot, each] of this.slots.entries()) {
      place(each, slot, pending?.slot === slot ? pending.colour : view.board[slot]!);
      paint(each, slot, marks);
      each.setAttribute("aria-label", told(this.ctx, marks, slot));
    }
    this.node.dataset.due = colour === null ? "none" : COLOURS[colour];
    this.node.classList.toggle("otrio-holding", marks.holding);
    this.node.classList.toggle("otrio-decided", marks.won.length > 0);
    if (this.layout) this.trays.replaceChildren(...this.layout.trays.map((tray) => drawTray(this.ctx, tray, marks)));
  }

  /** Let pieces that lie there come from their stocks. */
  fly(slots: readonly number[]): void {
    if (this.layout && this.marks) this.flight.fly(slots, this.layout, this.marks);
  }

  settle(): void {
    this.flight.settle();
  }

  /** What would be placed. */
  ghost(slot: number | null, colour: number | null): void {
    for (const old of this.grid.querySelectorAll(".otrio-ghost")) old.remove();
    if (slot === null || colour === null) return;
    const made = piece(sizeOf(slot), colour);
    made.classList.add("otrio-ghost");
    this.slots[slot]!.append(made);
  }

  light(slots: readonly number[]): void {
    for (const [slot, each] of this.slots.entries()) each.classList.toggle("otrio-lit", slots.includes(slot));
  }

  /** Move the focus to another size of the same space. */
  resize(size: number): void {
    this.pointing.resize(size);
  }

  focus(): void {
    this.pointing.focus();
  }

  destroy(): void {
    this.flight.settle();
    this.pointing.destroy();
  }
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
