// Othello as far as a board must know it: what a move turns, to show it before the server answers, and in the study.

/** Black is 0, white is 1, as the seats are. */
export type Side = 0 | 1;

/** A disc must bracket others in a straight line; `squares` are 64 letters from a1 to h8: X black, O white, - empty. */
export interface Position {
  readonly squares: string;
  readonly side: Side;
}

export const PASS = 64;
export const LETTERS = "XO";
export const START: Position = { squares: `${"-".repeat(27)}OX------XO${"-".repeat(27)}`, side: 0 };

/** One step to the right, and one down. */
const DIRECTIONS = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, 1],
  [-1, -1],
  [1, -1],
  [-1, 1],
] as const;

/** The discs that turn when the side to move places one; none means that it may not. */
export function turned({ squares, side }: Position, at: number): number[] {
  if (squares[at] !== "-") return [];
  return DIRECTIONS.flatMap(([right, down]) => {
    const line: number[] = [];
    let [column, row] = [(at % 8) + right, (at >> 3) + down];
    while (letter(squares, column, row) === LETTERS[1 - side]) {
      line.push(row * 8 + column);
      column += right;
      row += down;
    }
    return letter(squares, column, row) === LETTERS[side] ? line : [];
  });
}

function letter(squares: string, column: number, row: number): string | undefined {
  return column < 0 || column > 7 ? undefined : squares[row * 8 + column];
}

/** Squares, or the pass alone; empty when the game is over. */
export function legal(position: Position): number[] {
  const own = placements(position);
  if (own.length > 0) return own;
  return placements(passed(position)).length > 0 ? [PASS] : [];
}

/** Whether neither side can place a disc. A game that was given up ends before. */
export function isEnd(position: Position): boolean {
  return legal(position).length === 0;
}

function placements(position: Position): number[] {
  return [...position.squares].flatMap((_, at) => (turned(position, at).length > 0 ? [at] : []));
}

function passed({ squares, side }: Position): Position {
  return { squares, side: side === 0 ? 1 : 0 };
}

/** The position after a legal action. */
export function after(position: Position, action: number): Position {
  if (action === PASS) return passed(position);
  const mine = new Set([action, ...turned(position, action)]);
  const squares = [...position.squares].map((each, at) => (mine.has(at) ? LETTERS[position.side] : each)).join("");
  return passed({ squares, side: position.side });
}

/** How many discs are black, and how many white. */
export function counts(squares: string): [number, number] {
  return [squares.split("X").length - 1, squares.split("O").length - 1];
}

/** The result of a finished game: the winner gets the empty squares too. */
export function score(squares: string): [number, number] {
  const [black, white] = counts(squares);
  if (black === white) return [32, 32];
  return black > white ? [64 - white, white] : [black, 64 - black];
}
