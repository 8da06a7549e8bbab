// How a game went, as numbers to draw: of two sides who was ahead, otherwise what each seat could hope for.
import type { Judged } from "../games/board";
import { bestOf } from "./kinds";
import { leaning } from "./units";

export interface Point {
  ply: number;
  /** In the unit; chances in percent. */
  value: number;
}

export interface Trace {
  /** Whose; of two sides it is one line, the first seat's. */
  seat: number;
  points: readonly Point[];
}

/** Units in which what one wins the other loses. */
const SIDES: readonly string[] = ["discs", "win chance", "result"];

export function isTwoSided(unit: string, seats: number): boolean {
  return seats === 2 && SIDES.includes(unit);
}

export function tracesOf(judged: readonly Judged[], seats: number): Trace[] {
  const inOrder = [...judged].sort((one, other) => one.ply - other.ply);
  const unit = inOrder[0]?.unit ?? "";
  if (isTwoSided(unit, seats)) return [{ seat: 0, points: inOrder.flatMap(ofFirst) }];
  return Array.from({ length: seats }, (_, seat) => ({
    seat,
    points: inOrder.filter((each) => each.seat === seat).flatMap(ofSeat),
  }));
}

/** How far the first seat is ahead: of chances, beyond one in two. */
function ofFirst(judged: Judged): Point[] {
  const best = bestOf(judged);
  if (best === null) return [];
  const value = judged.unit === "win chance" ? 100 * best - 50 : best;
  return [{ ply: judged.ply, value: judged.seat === 0 ? value : -value }];
}

function ofSeat(judged: Judged): Point[] {
  const best = bestOf(judged);
  return best === null ? [] : [{ ply: judged.ply, value: judged.unit === "win chance" ? 100 * best : best }];
}

/** Each seat's part of the evaluation bar, all together 1; null where there are no sides, or nothing is known yet. */
export function sharesAt(judged: readonly Judged[], seats: number, ply: number): number[] | null {
  const unit = judged[0]?.unit ?? "";
  if (seats < 2 || unit === "") return null;
  if (isTwoSided(unit, seats)) {
    const near = nearest(judged, ply);
    const lean = near ? leaning(near) : null;
    if (lean === null) return null;
    const first = 0.5 + (near!.seat === 0 ? lean : -lean) / 2;
    return [first, 1 - first];
  }
  const hopes = tracesOf(judged, seats).map(({ points }) => Math.max(0, nearest(points, ply)?.value ?? 0));
  const sum = hopes.reduce((one, other) => one + other, 0);
  return sum > 0 ? hopes.map((hope) => hope / sum) : null;
}

/** The last one up to a ply, or else the first. */
function nearest<T extends { ply: number }>(all: readonly T[], ply: number): T | undefined {
  let found: T | undefined;
  for (const each of all) {
    const fits = each.ply <= ply ? !found || found.ply > ply || each.ply > found.ply : !found || found.ply > each.ply;
    if (fits) found = each;
  }
  return found;
}
