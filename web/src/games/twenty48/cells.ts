// The empty board under the tiles: a grid that screen readers read, cell by cell with Shift and the arrows.
import type { BoardContext } from "../board";
import { el } from "../dom";
import { type Direction, inRectangle } from "../grid";
import { cellName, type Shape } from "./view";

const STEPS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
};

export class Cells {
  readonly grid: HTMLElement;
  private readonly cells: HTMLElement[];
  private readonly next: (from: number, where: Direction) => number;
  private at = 0;

  constructor(
    private readonly ctx: BoardContext,
    private readonly shape: Shape,
  ) {
    const { rows, columns } = shape;
    this.cells = Array.from({ length: rows * columns }, () =>
      el("div", { class: "twenty48-cell", role: "gridcell", tabindex: -1 }),
    );
    const lines = Array.from({ length: rows }, (_, row) =>
      el("div", { class: "twenty48-row", role: "row" }, ...this.cells.slice(row * columns, (row + 1) * columns)),
    );
    this.grid = el(
      "div",
      { class: "twenty48-grid", role: "grid", "aria-label": ctx.t("board", { rows, columns }) },
      ...lines,
    );
    this.grid.addEventListener("focusin", ({ target }) => this.stand(this.cells.indexOf(target as HTMLElement)));
    this.grid.addEventListener("keydown", (event) => this.step(event));
    this.next = inRectangle(columns, this.cells.length);
    this.stand(0);
  }

  show(board: readonly number[]): void {
    board.forEach((value, cell) => this.cells[cell]!.setAttribute("aria-label", this.told(cell, value)));
  }

  focus(): void {
    this.cells[this.at]?.focus();
  }

  /** The arrows alone slide the tiles. */
  private step(event: KeyboardEvent): void {
    const where = STEPS[event.key];
    if (!where || !event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.stand(this.next(this.at, where));
    this.focus();
  }

  private stand(at: number): void {
    if (at < 0) return;
    this.cells[this.at]?.setAttribute("tabindex", "-1");
    this.cells[at]?.setAttribute("tabindex", "0");
    this.at = at;
  }

  private told(cell: number, value: number): string {
    const name = cellName(cell, this.shape);
    return value === 0
      ? this.ctx.t("cell.empty", { cell: name })
      : this.ctx.t("cell", { cell: name, value: String(value) });
  }
}
