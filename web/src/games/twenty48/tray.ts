// Everything that is seen of the board, put together.
import type { BoardContext } from "../board";
import { el } from "../dom";
import { Cells } from "./cells";
import { Counts } from "./counts";
import { Cover } from "./cover";
import { Edges } from "./edges";
import { onSwipe } from "./swipe";
import { Tiles } from "./tiles";
import type { Shape } from "./view";

const NUDGES = ["translateY(-6px)", "translateX(6px)", "translateY(6px)", "translateX(-6px)"];

export class Tray {
  readonly cells: Cells;
  readonly tiles: Tiles;
  readonly edges: Edges;
  readonly counts: Counts;
  readonly cover: Cover;
  /** As `twenty48-plain` it has one hue from light to dark, for who cannot tell the others apart. */
  readonly board: HTMLElement;
  private readonly words = el("p", { class: "twenty48-note" });

  /** `pushed` is null where nobody moves the tiles. */
  constructor(
    root: HTMLElement,
    private readonly ctx: BoardContext,
    shape: Shape,
    pushed: ((action: number) => void) | null,
  ) {
    const layer = el("div", { class: "twenty48-tiles", "aria-hidden": "true" });
    this.cells = new Cells(ctx, shape);
    this.tiles = new Tiles(layer, shape, () => ctx.settings.peek().reducedMotion);
    this.edges = new Edges(ctx, pushed);
    this.counts = new Counts(ctx);
    this.cover = new Cover(ctx);
    this.board = el("div", { class: "twenty48-board" }, this.cells.grid, layer, this.cover.node);
    if (pushed) onSwipe(this.board, pushed);
    const whole = el(
      "div",
      { class: `twenty48 twenty48-${ctx.purpose}` },
      el("div", { class: "twenty48-head" }, this.counts.node, this.words),
      el("div", { class: "twenty48-frame" }, ...this.edges.buttons, this.board),
    );
    whole.style.setProperty("--rows", String(shape.rows));
    whole.style.setProperty("--columns", String(shape.columns));
    root.append(whole);
  }

  /** A line beside the score. */
  note(text: string): void {
    this.words.textContent = text;
  }

  /** The tiles do not go that way. */
  nudge(action: number): void {
    if (this.ctx.settings.peek().reducedMotion) return;
    this.board.animate({ transform: ["none", NUDGES[action]!, "none"] }, { duration: 140, easing: "ease-out" });
  }
}
