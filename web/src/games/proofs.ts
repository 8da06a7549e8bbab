// How a game ends after a move if everybody plays best, where that is known: in a sign for boards, and in words.
import type { HintedMove, Proven } from "./board";

/** The text that explains the signs. */
export const LEGEND = "proof.legend";

export type End = "win" | "draw" | "loss";

/** The moves of a hint by their actions; null where the end is not known. Nothing if that is so of all of them. */
export function proofsOf(moves: readonly HintedMove[]): ReadonlyMap<number, Proven | null> {
  if (!moves.some(({ proven }) => proven)) return new Map();
  return new Map(moves.map(({ action, proven }) => [action, proven ?? null]));
}

export function endOf({ outcome }: Proven): End {
  return outcome > 0 ? "win" : outcome < 0 ? "loss" : "draw";
}

/** +15, −20, =, ?: won and lost in so many plies, drawn, not known. */
export function signOf(proven: Proven | null): string {
  if (!proven) return "?";
  return { win: "+", draw: "=", loss: "−" }[endOf(proven)] + (proven.plies ?? "");
}

/** The class that colours it: proof-win, proof-draw, proof-loss, proof-open. */
export function proofClass(proven: Proven | null): string {
  return `proof-${proven ? endOf(proven) : "open"}`;
}

/** "wins in 15 plies" */
export function proofWords(
  t: (key: string, params?: Record<string, string | number>) => string,
  proven: Proven | null,
): string {
  if (!proven) return t("proof.open");
  return proven.plies ? t(`proof.${endOf(proven)}.in`, { count: proven.plies }) : t(`proof.${endOf(proven)}`);
}
