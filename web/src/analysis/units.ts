// Values in the words of their unit: +4 discs, 63 %, 12 points. Numbers that only rank are not shown to people.
import type { Hint, HintedMove, Judged } from "../games/board";
import { signOf } from "../games/proofs";
import { has, language, number, t } from "../i18n/texts";

/** Engines add a million to what they have proven: such a value says who wins, and nothing else. */
const PROVEN = 5e5;
/** Of a unit without another name: values that are larger and smaller, and no more. */
export const RANKS = "evaluation";
/** Units in which scores are counted: nobody wins or loses, however many there are. */
const SCORES: readonly string[] = ["points", "score", "return"];
/** So many discs ahead look like a game that is nearly won. */
const CLEAR = 24;

/** 4 -> +4, -10 -> −10 */
export function signed(value: number): string {
  return (value > 0 ? "+" : "") + number(value).replace("-", "−");
}

function isEnd(unit: string, value: number): boolean {
  return Math.abs(value) >= PROVEN && !SCORES.includes(unit);
}

/** 12.3, but 41230: nobody reads tenths of many. */
function rounded(value: number): number {
  return Math.abs(value) >= 100 ? Math.round(value) : Math.round(10 * value) / 10;
}

/** What stands on a square: +4, 63 %, +15 for a win in 15 plies. Empty where a number would say nothing. */
export function valueText(unit: string, { value, proven }: Pick<HintedMove, "value" | "proven">): string {
  if (proven && (value === null || isEnd(unit, value) || unit === "result" || unit === RANKS)) return signOf(proven);
  if (value === null || unit === RANKS) return "";
  if (isEnd(unit, value)) return value > 0 ? "+" : "−";
  if (unit === "discs") return signed(Math.round(value) || 0);
  if (unit === "win chance" || unit === "probability") return `${Math.round(100 * value)} %`;
  return number(rounded(value)).replace("-", "−");
}

/** "ojama", as people call it; nothing of units that say themselves what they are. */
export function unitText(unit: string): string {
  return has(`unit.${unit}`) ? t(`unit.${unit}`) : "";
}

type Cost = Pick<Judged, "unit" | "loss" | "moves">;

/** How much a move gave away; a won game counts more than everything, a few plies of one count nothing. */
export function costOf({ loss, moves, unit }: Cost): number {
  if (loss === null || loss <= 0) return 0;
  if (isEnd(unit, loss)) return Infinity;
  return isEnd(unit, moves[0]?.value ?? 0) ? 0 : loss;
}

/** The same in words; empty if nothing. */
export function lossText(move: Cost): string {
  const [cost, { unit }] = [costOf(move), move];
  if (lossSign(move) === "") return "";
  if (cost === Infinity) return t("loss.game");
  if (unit === RANKS) return t("loss.some");
  if (unit === "discs") return t("loss.discs", { count: Math.round(cost) });
  if (unit === "win chance") return t("loss.chance", { count: Math.round(100 * cost) });
  return t("loss.other", { count: rounded(cost), unit: unitText(unit) });
}

/** The same in a few letters, for lists: −12. */
export function lossSign(move: Cost): string {
  const [cost, { unit }] = [costOf(move), move];
  if (cost === 0) return "";
  if (cost === Infinity || unit === RANKS) return "−";
  const percent = unit === "win chance";
  const size = unit === "discs" ? Math.round(cost) : percent ? Math.round(100 * cost) : rounded(cost);
  return size ? `−${number(size)}${percent ? " %" : ""}` : "";
}

/** What the best move is worth to the seat to move, from -1 to 1; null where the unit has no sides. */
export function leaning({ unit, moves: [best] }: Pick<Hint, "unit" | "moves">): number | null {
  const value = best?.value;
  if (value == null) return null;
  if (isEnd(unit, value)) return Math.sign(value);
  if (unit === "discs") return Math.tanh(value / CLEAR);
  if (best!.proven) return best!.proven.outcome;
  if (unit === "win chance") return 2 * value - 1;
  return unit === "result" ? value : null;
}

/** A number to draw over the game, larger is better for the seat to move: in its unit, ends apart. */
export function drawn(unit: string, value: number): number | null {
  if (isEnd(unit, value)) return null;
  return unit === "win chance" ? 100 * value - 50 : value;
}

/** The three moves that cost most, the worst first. */
export function worst(judged: readonly Judged[]): Judged[] {
  const order = (one: Judged, other: Judged): number =>
    costOf(one) === costOf(other) ? one.ply - other.ply : costOf(other) - costOf(one);
  return judged
    .filter((move) => lossSign(move) !== "")
    .sort(order)
    .slice(0, 3);
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
