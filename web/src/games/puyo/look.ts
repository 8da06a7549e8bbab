// What the page's style and the person's settings mean for the canvas.
import type { BoardContext } from "../board";
import { el } from "../dom";
import type { Look } from "./scene";
import type { Words } from "./words";

export function lookOf(board: HTMLElement, ctx: BoardContext, words: Words, ratio: number): Look {
  const probe = el("span");
  // Where motion is reduced, everything changes in a very short time, and not at once.
  probe.style.transition = "none";
  board.append(probe);
  const style = getComputedStyle(probe);
  // Of a custom property only its text is known; of a colour what it is in this theme.
  const colour = (name: string): string => {
    probe.style.color = `var(${name})`;
    return style.color;
  };
  const { colourBlind, reducedMotion } = ctx.settings.value;
  const look = {
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
  probe.remove();
  return look;
}
