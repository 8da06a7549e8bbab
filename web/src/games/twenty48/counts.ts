// Score, best score and largest tile above the board.
import type { BoardContext } from "../board";
import { el } from "../dom";

export class Counts {
  readonly node: HTMLElement;
  private readonly numbers: Intl.NumberFormat;
  private readonly score = el("dd");
  private readonly best = el("dd");
  private readonly gain = el("span", { class: "twenty48-gains", "aria-hidden": "true" });
  private readonly bestBox: HTMLElement;

  constructor(ctx: BoardContext) {
    this.numbers = new Intl.NumberFormat(ctx.language);
    this.bestBox = el("div", { class: "twenty48-count" }, el("dt", {}, ctx.t("best")), this.best);
    this.node = el(
      "dl",
      { class: "twenty48-counts" },
      el("div", { class: "twenty48-count" }, el("dt", {}, ctx.t("score")), this.score, this.gain),
      this.bestBox,
    );
  }

  /** `best` is null where nobody's best is at stake. */
  show(score: number, best: number | null): void {
    this.score.textContent = this.numbers.format(score);
    this.bestBox.hidden = best === null;
    this.best.textContent = this.numbers.format(best ?? 0);
  }

  /** +8 flies up. */
  gained(points: number): void {
    this.gain.replaceChildren(el("span", { class: "twenty48-gain" }, `+${this.numbers.format(points)}`));
  }
}
