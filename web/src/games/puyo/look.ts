// What the page's style and the person's settings mean for the canvas.
import type { BoardContext } from "../board";
import type { Look } from "./scene";
import type { Words } from "./words";

export function lookOf(board: HTMLElement, ctx: BoardContext, words: Words, ratio: number): Look {
  const style = getComputedStyle(board);
  const colour = (name: string): string => style.getPropertyValue(name).trim() || "gray";
  const { colourBlind, reducedMotion } = ctx.settings.value;
  return {
    theme: {
      ink: colour("--ink"),
      quiet: colour("--quiet"),
      accent: colour("--accent"),
      well: colour("--puyo-well"),
      deep: colour("--puyo-deep"),
      rim: colour("--puyo-rim"),
      spot: colour("--puyo-spot"),
      cross: colour("--puyo-cross"),
      gold: colour("--puyo-gold"),
    },
    font: style.fontFamily,
    signs: colourBlind,
    calm: reducedMotion,
    ratio,
    words: { next: ctx.t("next"), clear: ctx.t("all_clear"), chain: words.chain, number: words.number },
  };
}
