// What the engine said, in words: the best slide, and what the others give away. Values that only rank are an order.
import { RANKS } from "../../analysis/kinds";
import { lossSign, unitText, valueText } from "../../analysis/units";
import type { BoardContext, Hint, HintedMove } from "../board";
import { DIRECTIONS } from "./slide";

type Translate = BoardContext["t"];

/** "Hint: Left, 41,230 points · Up −312", or "Hint: Left · then Up" where nothing is measured. */
export function adviceText(t: Translate, hint: Hint): string {
  const [best, others] = [bestOf(hint), hint.moves.filter(({ move }) => !hint.best.includes(move))];
  const direction = best.map(({ action }) => nameOf(t, action)).join(t("list.separator"));
  const value = best[0] ? valueText(hint.unit, best[0]) : "";
  const told = value ? t("hint.worth", { direction, value, unit: unitText(hint.unit) }) : t("hint.told", { direction });
  const rest = others.map((move) => otherText(t, hint, move)).filter(Boolean);
  return [told.trim(), ...rest].join(" · ");
}

export function bestOf({ moves, best }: Hint): HintedMove[] {
  return moves.filter(({ move }) => best.includes(move));
}

function otherText(t: Translate, { unit, moves }: Hint, { action }: HintedMove): string {
  const direction = nameOf(t, action);
  if (unit === RANKS) return t("hint.then", { direction });
  return t("hint.other", { direction, loss: lossSign({ unit, moves, action }) || "−0" });
}

function nameOf(t: Translate, action: number): string {
  return t(DIRECTIONS[action]!);
}
