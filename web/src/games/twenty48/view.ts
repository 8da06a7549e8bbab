// What the rulebook shows of a position, and how the board writes it.

export interface View {
  /** Row by row from the top; 0 is an empty cell. */
  board: readonly (readonly number[])[];
  score: number;
  won: boolean;
  /** 0 the player; negative when luck is due or the game is over. */
  to_play: number;
}

export interface Shape {
  rows: number;
  columns: number;
}

export function shapeOf({ board }: View): Shape {
  return { rows: board.length, columns: board[0]?.length ?? 0 };
}

/** As the engine reads a position with the player to move: "2.0/0.4 score=8". */
export function written({ board, score }: View): string {
  return `${board.map((row) => row.join(".")).join("/")} score=${score}`;
}

/** The column's letter and the row's number from the top: 5 -> b2 on a 4x4 board. */
export function cellName(cell: number, { columns }: Shape): string {
  return `${"abcdefgh"[cell % columns]}${Math.floor(cell / columns) + 1}`;
}

/** What an outcome of luck places: 11 -> a 4 on cell 5. */
export function placed(outcome: number): { cell: number; value: number } {
  return { cell: outcome >> 1, value: outcome % 2 === 1 ? 4 : 2 };
}
