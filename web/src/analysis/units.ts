// Values in the words of their unit: +3.4 discs, 63 %, 12 points. Numbers that only rank are not shown to people.
import type { Hint, HintedMove, Judged } from "../games/board";
import { signOf } from "../games/proofs";
import { has, language, number, t } from "../i18n/texts";
import { bestOf, costOf, isEnd, RANKS } from "./kinds";

/** So many discs ahead look like a game that is nearly won. */
const CLEAR = 24;

/** Of a move: what it is measured by, against the others. */
type Measured = Pick<Judged, "unit" | "moves" | "action">;

/** 4 -> +4, -10 -> −10; with decimals 3 -> +3.0 */
export function signed(value: number, decimals = 0): string {
  const text = number(Math.abs(value), decimals);
  return /[1-9]/.test(text) ? (value > 0 ? "+" : "−") + text : text;
}

/** What stands on a square: +3.4, −12, 63 %, +15 for a win in 15 plies. Empty where a number would say nothing. */
export function valueText(unit: string, { value, proven }: Pick<HintedMove, "value" | "proven">): string {
  if (proven && (value === null || isEnd(unit, value) || unit === "result" || unit === RANKS)) return signOf(proven);
  if (value === null || unit === RANKS || unit === "result") return "";
  if (isEnd(unit, value)) return value > 0 ? "+" : "−";
  if (unit === "discs") return proven ? signed(Math.round(value)) : estimated(value);
  if (unit === "win chance") return `${number(Math.round(100 * value))} %`;
  return number(Math.abs(value) < 100 ? Math.round(10 * value) / 10 : Math.round(value)).replace("-", "−");
}

/** A decimal means nothing where ten discs are at stake, and there is no room for it. */
function estimated(discs: number): string {
  const tenths = Math.round(10 * discs);
  return Math.abs(tenths) < 100 ? signed(tenths / 10, 1) : signed(Math.round(discs));
}

/** "ojama", as people call it; nothing of units that say themselves what they are. */
export function unitText(unit: string): string {
  return has(`unit.${unit}`) ? t(`unit.${unit}`) : "";
}

/** What a move gave away, in words; empty if nothing. */
export function lossText(move: Measured): string {
  const [cost, { unit }] = [costOf(move), move];
  if (lossSign(move) === "") return "";
  if (unit === "discs") return t("loss.discs", { count: rounded(cost) });
  if (unit === "win chance") return t("loss.chance", { count: Math.round(100 * cost) });
  if (unit === "result") return t(cost > 1 ? "loss.game" : "loss.half");
  return t("loss.other", { count: rounded(cost), unit: unitText(unit) });
}

/** The same in a few letters, for lists: −12. */
export function lossSign(move: Measured): string {
  const [cost, { unit }] = [costOf(move), move];
  if (cost <= 0) return "";
  const percent = unit === "win chance";
  const size = percent ? Math.round(100 * cost) : rounded(cost);
  return size ? `−${number(size)}${percent ? " %" : ""}` : "";
}

/** Large numbers need no decimals. */
function rounded(value: number): number {
  return value < 100 ? Math.round(10 * value) / 10 : Math.round(value);
}

/** What the best move is worth to the seat to move, from -1 to 1; null where the unit has no sides. */
export function leaning(hint: Pick<Hint, "unit" | "moves">): number | null {
  const [best, first] = [bestOf(hint), hint.moves[0]];
  if (hint.unit === "discs") {
    if (best !== null) return Math.tanh(best / CLEAR);
    return first?.value == null ? null : Math.sign(first.value);
  }
  if (best === null) return null;
  if (hint.unit === "win chance") return 2 * best - 1;
  return hint.unit === "result" ? best : null;
}

/** The ply from which on everything is proven; null if the last one is not. */
export function exactFrom(judged: readonly Judged[]): number | null {
  const inOrder = [...judged].sort((one, other) => one.ply - other.ply);
  const last = inOrder.findLastIndex(({ exact }) => !exact);
  return inOrder[last + 1]?.ply ?? null;
}

/** The name of the opening that a game has come to, where the game has such names: the last one up to a ply. */
export function openingAt(judged: readonly Judged[], at: number): string {
  const named = judged.filter(({ ply, insight }) => ply <= at && insight.opening);
  const last = named.sort((one, other) => one.ply - other.ply).at(-1)?.insight.opening;
  return (last as Partial<Record<string, string>> | undefined)?.[language.value] ?? "";
}

/** "exact", or how deep and how sure. */
export function depthTags({ exact, depth, certainty }: Pick<Hint, "exact" | "depth" | "certainty">): string[] {
  if (exact) return [t("analysis.exact")];
  const sure = certainty != null ? [t("analysis.certainty", { percent: Math.round(100 * certainty) })] : [];
  return depth ? [t("analysis.depth", { depth }), ...sure] : sure;
}
