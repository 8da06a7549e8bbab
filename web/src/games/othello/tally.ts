// Above the board: how many discs each side has, whose turn it is, and one line of news.
import type { BoardContext } from "../board";
import { el } from "../dom";
import { counts, type Side, score } from "./rules";

export interface Tally {
  readonly node: HTMLElement;
  show(squares: string, side: Side | null): void;
  tell(news: string): void;
}

export function tally(ctx: BoardContext): Tally {
  const sides = ["black", "white"].map((name) => {
    const count = el("span", { class: "othello-count" });
    const named = { class: `othello-coin othello-coin-${name}`, role: "img", "aria-label": ctx.t(`seat.${name}`) };
    const coin = el("span", named);
    return { count, node: el("span", { class: `othello-side othello-side-${name}` }, coin, count) };
  });
  const news = el("span", { class: "othello-news" });
  const share = el("span", { class: "othello-share" });
  const node = el(
    "div",
    { class: "othello-tally" },
    sides[0]!.node,
    news,
    sides[1]!.node,
    el("span", { class: "othello-shares", "aria-hidden": "true" }, share),
  );
  return {
    node,
    show(squares, side) {
      const both = counts(squares);
      for (const [each, { node, count }] of sides.entries()) {
        count.textContent = String(both[each]);
        node.classList.toggle("othello-due", each === side);
      }
      share.style.width = `${(100 * both[0]) / Math.max(1, both[0] + both[1])}%`;
    },
    tell: (text) => (news.textContent = text),
  };
}

/** "Move 5", or how the game has ended. */
export function moveText(ctx: BoardContext, squares: string, over: boolean): string {
  const [black, white] = counts(squares);
  if (!over) return ctx.t("number", { number: black + white - 3 });
  const [first, second] = score(squares);
  if (first === second) return ctx.t("over.draw");
  const who = ctx.seatName(first > second ? 0 : 1);
  return ctx.t("over.won", { who, more: Math.max(first, second), less: Math.min(first, second) });
}
