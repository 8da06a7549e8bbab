// Where every tile goes when the board is tilted, which the animation must know before the server has answered.
import type { Shape } from "./view";

/** In the order of the rulebook's actions. */
export const DIRECTIONS = ["up", "right", "down", "left"] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** Two of these do not merge. */
const LARGEST = 131072;

export interface Motion {
  from: number;
  to: number;
}

export interface Slid {
  /** Of every tile, those that stay included; two that merge go to the same cell. */
  motions: Motion[];
  board: number[];
  /** What the merges created. */
  gained: number;
}

/** [2 2 2 0] to the left -> [4 2 0 0], 4 gained. */
export function slide(board: readonly number[], shape: Shape, action: number): Slid {
  const slid: Slid = { motions: [], board: board.map(() => 0), gained: 0 };
  for (const line of lines(shape, action)) slideLine(board, line, slid);
  return slid;
}

function slideLine(board: readonly number[], line: readonly number[], slid: Slid): void {
  let filled = 0;
  let waiting = 0; // the tile nearest behind, unless it was merged already
  for (const from of line) {
    const value = board[from]!;
    if (value === 0) continue;
    const merges = value === waiting && value < LARGEST;
    if (!merges) filled += 1;
    const to = line[filled - 1]!;
    slid.motions.push({ from, to });
    slid.board[to]! += value;
    if (merges) slid.gained += 2 * value;
    waiting = merges ? 0 : value;
  }
}

/** The cells of every row or column, each from the wall on towards which the tiles slide. */
function lines({ rows, columns }: Shape, action: number): number[][] {
  const direction = DIRECTIONS[action];
  const upright = direction === "up" || direction === "down";
  const [count, length] = upright ? [columns, rows] : [rows, columns];
  const cell = (line: number, at: number): number => (upright ? at * columns + line : line * columns + at);
  const made = Array.from({ length: count }, (_, line) => Array.from({ length }, (_, at) => cell(line, at)));
  return direction === "right" || direction === "down" ? made.map((line) => line.reverse()) : made;
}
