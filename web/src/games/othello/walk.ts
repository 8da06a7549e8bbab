// A line of moves, and where one stands in it.
import type { Line } from "./notation";
import { after, legal, PASS, type Position } from "./rules";

export interface Walk extends Line {
  /** How many of the actions are played. */
  at: number;
}

export function walkOf({ start, actions }: Line): Walk {
  return { start, actions, at: actions.length };
}

/** Where one stands after each ply of the whole line, the start first. */
export function positions({ start, actions }: Line): Position[] {
  const found = [start];
  for (const action of actions) found.push(after(found.at(-1)!, action));
  return found;
}

export function here({ start, actions, at }: Walk): Position {
  return actions.slice(0, at).reduce(after, start);
}

export function goTo(walk: Walk, at: number): Walk {
  return { ...walk, at: Math.max(0, Math.min(walk.actions.length, at)) };
}

/** Place a disc here. Another move than the line's leaves the line; a pass that must follow is made at once. */
export function placed(walk: Walk, square: number): Walk {
  const passes = legal(after(here(walk), square))[0] === PASS;
  const made = passes ? [square, PASS] : [square];
  const stays = made.every((action, index) => walk.actions[walk.at + index] === action);
  return {
    ...walk,
    actions: stays ? walk.actions : [...walk.actions.slice(0, walk.at), ...made],
    at: walk.at + made.length,
  };
}

/** The last disc that was placed before `at`, and the board without it; null if there was none. */
export function lastPlaced(walk: Walk): { square: number; before: string } | null {
  const index = walk.actions.slice(0, walk.at).findLastIndex((action) => action !== PASS);
  return index < 0 ? null : { square: walk.actions[index]!, before: here(goTo(walk, index)).squares };
}

/** The position alone, with a square, a side or everything changed. */
export function setUp(walk: Walk, change: Partial<Position>): Walk {
  return walkOf({ start: { ...here(walk), ...change }, actions: [] });
}

export function painted({ squares }: Position, square: number, letter: string): string {
  return squares.slice(0, square) + letter + squares.slice(square + 1);
}
