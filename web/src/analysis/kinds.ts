// What a move gave away, by name. From how much on, in each unit, stands here once; docs/review.md tells it to people.
import type { Hint, HintedMove, Judged } from "../games/board";

export type Kind = "inaccuracy" | "mistake" | "blunder";
/** The slightest first. */
export const KINDS: readonly Kind[] = ["inaccuracy", "mistake", "blunder"];
/** As players write them behind a move. */
export const SIGNS: Readonly<Record<Kind, string>> = { inaccuracy: "?!", mistake: "?", blunder: "??" };

/** In the unit itself. Of a result: a win that becomes a draw is 1, a loss 2. */
const FROM: Readonly<Record<string, readonly [number, number, number]>> = {
  discs: [2, 4, 8],
  "win chance": [0.05, 0.1, 0.2],
  result: [1, 1, 2],
};
/** Of points and the like: as a share of what the best move promises. */
const SHARES: readonly [number, number, number] = [0.1, 0.25, 0.5];
const SHARED: readonly string[] = ["points", "ojama"];
/** Fewer of these are no mistake, whatever share they are. */
const FEW = 100;

/** Engines add a million to what they have proven: such a value says who wins, and nothing else. */
const PROVEN = 5e5;
/** What a sure loss and a sure win are, where a unit has them. */
const ENDS: Readonly<Record<string, readonly [number, number]>> = { "win chance": [0, 1], result: [-1, 1] };

/** Of a unit without another name: values that are larger and smaller, and no more. */
export const RANKS = "evaluation";

export function isEnd(unit: string, value: number): boolean {
  return Math.abs(value) >= PROVEN && !SHARED.includes(unit);
}

/** A value in its unit, ends included; null where there is none, or where it is an opinion beside what is proven. */
export function measured(unit: string, { value, proven }: Pick<HintedMove, "value" | "proven">): number | null {
  const ends = ENDS[unit];
  if (unit === "result") return proven ? proven.outcome : null;
  if (value === null || unit === RANKS) return null;
  if (!isEnd(unit, value)) return value;
  return ends ? ends[value > 0 ? 1 : 0] : null;
}

/** What the best move is worth. */
export function bestOf({ unit, moves: [best] }: Pick<Hint, "unit" | "moves">): number | null {
  return best ? measured(unit, best) : null;
}

/** How much less the move is worth than the best, in the unit; 0 where that is not known. */
export function costOf({ unit, moves, action }: Pick<Judged, "unit" | "moves" | "action">): number {
  const made = moves.find((each) => each.action === action);
  const [best, got] = [bestOf({ unit, moves }), made ? measured(unit, made) : null];
  return best === null || got === null ? 0 : Math.max(0, best - got);
}

/** Null of a move that is good enough. */
export function kindOf(judged: Pick<Judged, "unit" | "moves" | "action">): Kind | null {
  const [cost, { unit }] = [costOf(judged), judged];
  const best = bestOf(judged) ?? 0;
  const from = SHARED.includes(unit) ? SHARES.map((share) => Math.max(FEW, share * best)) : FROM[unit];
  if (!from || cost <= 0) return null;
  return KINDS.findLast((_, at) => cost >= from[at]!) ?? null;
}

export interface Mistake {
  made: Judged;
  kind: Kind;
}

/** In the order of the game. */
export function mistakesOf(judged: readonly Judged[]): Mistake[] {
  return judged
    .flatMap((made) => {
      const kind = kindOf(made);
      return kind ? [{ made, kind }] : [];
    })
    .sort((one, other) => one.made.ply - other.made.ply);
}

/** So many of them that cost most, the dearest first. */
export function worstOf(mistakes: readonly Mistake[], most: number): Mistake[] {
  const dearer = (one: Mistake, other: Mistake): number =>
    KINDS.indexOf(other.kind) - KINDS.indexOf(one.kind) || costOf(other.made) - costOf(one.made);
  return [...mistakes].sort(dearer).slice(0, most);
}
