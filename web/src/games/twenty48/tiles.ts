// The tiles on the board. They glide by CSS; a new slide begins at once, from wherever the tiles are.
import { el } from "../dom";
import { type Slid, slide } from "./slide";
import type { Shape } from "./view";

/** As long as `--twenty48-slide` in board.css. */
const SLIDE_MS = 110;

export class Tiles {
  /** The value of every cell. */
  board: number[];
  private readonly nodes: (HTMLElement | null)[];
  /** Those that have merged: they go to their cell and vanish under the new tile. */
  private leaving: HTMLElement[] = [];
  private slidAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly layer: HTMLElement,
    private readonly shape: Shape,
    private readonly calm: () => boolean,
  ) {
    this.board = Array<number>(shape.rows * shape.columns).fill(0);
    this.nodes = this.board.map(() => null);
  }

  /** Without any motion. What is there already stays. */
  show(board: readonly number[]): void {
    this.settle();
    board.forEach((value, cell) => {
      if (value === this.board[cell]) return;
      this.nodes[cell]?.remove();
      this.nodes[cell] = value === 0 ? null : this.made(cell, value);
    });
    this.board = [...board];
  }

  slide(action: number): Slid {
    this.settle();
    const [before, nodes] = [this.board, [...this.nodes]];
    const slid = slide(before, this.shape, action);
    this.slidAt = performance.now();
    this.nodes.fill(null);
    for (const { from, to } of slid.motions) {
      const node = nodes[from]!;
      this.move(node, to);
      const met = this.nodes[to];
      if (met) this.merge(met, node, to, slid.board[to]!);
      else this.nodes[to] = node;
    }
    this.board = slid.board;
    if (this.calm()) this.clear();
    else this.timer = setTimeout(() => this.clear(), SLIDE_MS);
    return slid;
  }

  /** A new tile, marked until the next slide. */
  add(cell: number, value: number): void {
    this.board[cell] = value;
    this.nodes[cell]?.remove();
    this.nodes[cell] = this.made(cell, value, "twenty48-new");
  }

  destroy(): void {
    clearTimeout(this.timer);
  }

  private merge(one: HTMLElement, other: HTMLElement, cell: number, value: number): void {
    this.leaving.push(one, other);
    this.nodes[cell] = this.made(cell, value, "twenty48-merged");
  }

  /** Whatever still moves is where it goes. */
  private settle(): void {
    this.clear();
    for (const node of this.nodes) node?.classList.remove("twenty48-new", "twenty48-merged");
  }

  private clear(): void {
    clearTimeout(this.timer);
    for (const node of this.leaving) node.remove();
    this.leaving = [];
  }

  private made(cell: number, value: number, how = ""): HTMLElement {
    const face = el("div", { class: "twenty48-face" }, value);
    const node = el(
      "div",
      { class: `twenty48-tile ${how}`, "data-rank": Math.log2(value), "data-digits": String(value).length },
      face,
    );
    // It appears when the slide before it is over.
    if (how && !this.calm()) face.style.animationDelay = `${Math.max(0, this.slidAt + SLIDE_MS - performance.now())}ms`;
    this.move(node, cell);
    this.layer.append(node);
    return node;
  }

  private move(node: HTMLElement, cell: number): void {
    node.style.setProperty("--x", String(cell % this.shape.columns));
    node.style.setProperty("--y", String(Math.floor(cell / this.shape.columns)));
  }
}
