// Below the board: who has how many hats at home and has caught how many.
import type { BoardContext } from "../board";
import { el } from "../dom";
import { icon, paintOf } from "./art";
import { caughtOf, coloursOf, homeOf, isOut, type View } from "./views";
import type { Words } from "./words";

/** What `win_mode` counts. */
const COUNTED: Readonly<Record<string, readonly string[]>> = {
  box_count: ["home"],
  captured: ["caught"],
  box_plus_captured: ["home", "caught"],
  last_survivor: [],
};

export function scores(view: View, ctx: BoardContext, words: Words): HTMLElement[] {
  const counted = COUNTED[String(ctx.options.win_mode ?? "box_count")] ?? [];
  return coloursOf(view).map((colour) => {
    const numbers = { home: homeOf(view, colour), caught: caughtOf(view, colour) };
    const isDue = view.phase === "GAME_OVER" ? view.winner.includes(colour) : view.colour === colour;
    const state = `${isDue ? "coppit-due" : ""} ${isOut(view, colour) ? "coppit-out" : ""}`;
    return el(
      "li",
      { class: `coppit-score ${paintOf(colour)} ${state}` },
      icon(colour),
      el("strong", { class: "coppit-who" }, words.colour(colour)),
      ...Object.entries(numbers).map(([key, count]) =>
        el(
          "span",
          { class: counted.includes(key) ? "coppit-number-of counted" : "coppit-number-of" },
          ctx.t(key),
          " ",
          el("b", {}, count),
        ),
      ),
    );
  });
}
