// Moves, boards and games as text: d3, 64 letters and the side to move, f5d6c3.
import { after, counts, LETTERS, legal, PASS, type Position, type Side, START } from "./rules";

/** A game or a part of one: where it begins, and what was played. */
export interface Line {
  start: Position;
  actions: readonly number[];
}

/** Why a text cannot be read: a key of the catalogue, and its parameters. */
export class Unreadable extends Error {
  constructor(
    readonly key: string,
    readonly params: Readonly<Record<string, string | number>> = {},
  ) {
    super(key);
  }
}

const MOVE = /[a-h][1-8]|pass|ps|pa|--/g;
const COLOURS: Readonly<Record<string, string>> = {
  ...{ X: "X", B: "X", "*": "X", "@": "X" },
  ...{ O: "O", W: "O" },
  ...{ "-": "-", ".": "-" },
};

/** 19 -> d3 */
export function nameOf(at: number): string {
  return "abcdefgh"[at % 8]! + String((at >> 3) + 1);
}

/** d3 -> 19; a pass is one. */
export function squareOf(text: string): number {
  return /^[a-h][1-8]$/.test(text) ? "abcdefgh".indexOf(text[0]!) + 8 * (Number(text[1]) - 1) : PASS;
}

/** As the server reads it. */
export function writePosition({ squares, side }: Position): string {
  return `${squares} ${LETTERS[side]}`;
}

/** f5d6c3; passes are left out. */
export function writeMoves(actions: readonly number[]): string {
  return actions
    .filter((action) => action !== PASS)
    .map(nameOf)
    .join("");
}

/** A board or a transcript, whichever it is; throws Unreadable. */
export function read(text: string): Line {
  const letters = text.replace(/\s/g, "").toUpperCase();
  if (/^[XB*@OW.-]{64,65}$/.test(letters)) return { start: readBoard(letters), actions: [] };
  return { start: START, actions: readMoves(text) };
}

function readBoard(letters: string): Position {
  const squares = [...letters.slice(0, 64)].map((each) => COLOURS[each]).join("");
  const side = LETTERS.indexOf(COLOURS[letters[64] ?? ""] ?? "?");
  if (side >= 0) return { squares, side: side as Side };
  if (letters.length === 65) throw new Unreadable("read.side");
  const [black, white] = counts(squares);
  // Nobody says whose turn it is. Without passes the sides take turns, and black begins.
  return { squares, side: (black + white) % 2 === 0 ? 0 : 1 };
}

/** `1. d3 C5 f6` reads like `d3c5f6`; passes that are left out are put in. */
function readMoves(text: string): number[] {
  const words = text.toLowerCase().replace(/\b\d+\./g, " ");
  const moves = words.match(MOVE) ?? [];
  if (moves.length === 0 || words.replace(MOVE, "").trim() !== "") throw new Unreadable("read.neither");
  const actions: number[] = [];
  let position = START;
  const play = (action: number): void => {
    actions.push(action);
    position = after(position, action);
  };
  for (const [number, word] of moves.entries()) {
    const action = squareOf(word);
    if (action !== PASS && legal(position)[0] === PASS) play(PASS);
    if (!legal(position).includes(action)) throw new Unreadable("read.illegal", { number: number + 1, move: word });
    play(action);
  }
  return actions;
}
