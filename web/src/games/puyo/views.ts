// What the rules show: in turns (rules.py), and on the clock (timed.py).
import type { Falling } from "./falling";
import type { Mark, Order } from "./scene";

export interface Player {
  /** Thirteen rows of six letters, the hidden one first. */
  field: readonly string[];
  score: number;
  carry: number;
  all_clear: boolean;
  chain: number;
  row14: number;
  tray: readonly string[];
}

export interface TurnPlayer extends Player {
  /** Waiting to fall. */
  ojama: number;
  /** Falling now; luck has yet to choose their columns. */
  loose: number;
  /** In practice: what would have to fall for the longest chain, and when each puyo would pop. */
  plan?: { drop: readonly Mark[]; order: readonly Order[] };
}

export interface TurnView {
  to_play: number;
  turn: number;
  /** Frames so far. */
  clock: number;
  price: number;
  pairs: readonly string[];
  commit: number | null;
  players: readonly TurnPlayer[];
}

export type Phase = "move in" | "falling" | "landing" | "vanishing" | "ojama" | "done" | "lost";

export interface TimedPlayer extends Player {
  phase: Phase;
  /** The tick in which the phase ends, where time ends it. */
  until: number;
  pair: string;
  turn: number;
  falling: Falling | null;
  held: number;
  since: number;
  pending: number;
  fixed: number;
  pairs: readonly string[];
}

export interface TimedView {
  tick: number;
  over: boolean;
  price: number;
  players: readonly TimedPlayer[];
}

export function isTimed(view: TurnView | TimedView): view is TimedView {
  return "tick" in view;
}
