// What is to be drawn, without a word about how.
import type { Field } from "./field";
import type { Passage } from "./motion";

/** A pair in the air: where its axis is, and the angle of its child, 0 above, in quarters of a turn. */
export interface Pair {
  letters: string;
  column: number;
  row: number;
  angle: number;
  /** 0 to 1: how soon it locks. */
  pressed: number;
  alpha: number;
}

export interface Mark {
  column: number;
  row: number;
  letter: string;
  /** Of a plan: which placement from now on, from 1. */
  number?: number;
}

export interface Order extends Mark {
  /** In which link it pops, from 1. */
  number: number;
}

/** One player's half as it is to be drawn. */
export interface Scene {
  name: string;
  field: Field;
  passage: Passage | null;
  /** How long the passage lasts already. */
  ticks: number;
  pair: Pair | null;
  /** Where the pair would come to rest. */
  ghosts: readonly Mark[];
  /** What the engine would place now and with the next pairs. */
  hints: readonly Mark[];
  /** In a replay: what was placed instead. */
  erred: readonly Mark[];
  /** When each puyo would pop, where that is shown. */
  order: readonly Order[];
  /** The pair that was placed last, where it still is. */
  last: readonly Mark[];
  score: number;
  tray: readonly string[];
  ojama: number;
  clear: boolean;
  lost: boolean;
  /** Has chosen, or is to choose. */
  sign: "chosen" | "due" | null;
  next: readonly string[];
}

export interface Picture {
  scenes: readonly Scene[];
  facts: readonly string[];
  /** Points for an ojama; links worth more send some. */
  price: number | null;
}

export interface Look {
  theme: Readonly<Record<"ink" | "quiet" | "accent" | "well" | "deep" | "rim" | "spot" | "cross" | "gold", string>>;
  font: string;
  signs: boolean;
  calm: boolean;
  ratio: number;
  words: { next: string; clear: string; chain(count: number): string; number(value: number): string };
}
