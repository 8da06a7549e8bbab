// Moves, boards and games as text: d3, 64 letters and the side to move, f5d6c3, GGF.
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

/** A board, a transcript or a game of GGF, whichever it is; throws Unreadable. */
export function read(text: string): Line {
  if (/^[\s\d]*\(;/.test(text)) return readGgf(text);
  const letters = text.replace(/\s/g, "").toUpperCase();
  if (/^[XB*@OW.-]{64,65}$/.test(letters)) return { start: readBoard(letters), actions: [] };
  return { start: START, actions: played(START, readMoves(text)) };
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

/** A move as it is written, and whose it is where that is said. */
interface Written {
  word: string;
  side?: Side;
}

/** `1. d3 C5 f6` reads like `d3c5f6`. */
function readMoves(text: string): Written[] {
  const words = text.toLowerCase().replace(/\b\d+\./g, " ");
  const moves = words.match(MOVE) ?? [];
  if (moves.length === 0 || words.replace(MOVE, "").trim() !== "") throw new Unreadable("read.neither");
  return moves.map((word) => ({ word }));
}

/** The actions of moves; passes that are left out are put in. */
function played(start: Position, moves: readonly Written[]): number[] {
  const actions: number[] = [];
  let position = start;
  const play = (action: number): void => {
    actions.push(action);
    position = after(position, action);
  };
  for (const [index, { word, side }] of moves.entries()) {
    const [action, number] = [squareOf(word), index + 1];
    if (action !== PASS && legal(position)[0] === PASS) play(PASS);
    if (side !== undefined && side !== position.side) throw new Unreadable("read.turn", { number, move: word });
    if (!legal(position).includes(action)) throw new Unreadable("read.illegal", { number, move: word });
    play(action);
  }
  return actions;
}

const TAG = /\s*([a-z]{1,8})\s*\[((?:[^\]\\]|\\.)*)\]/isy;
const END = /\s*;\s*\)[\s\d]*/y;
/** So much of a text shows where it is broken. */
const EXCERPT = 20;

/** `(;GM[Othello]PB[Ann]BO[8 ---...--- *]B[F5//2.4]W[D6/-1.5]B[PA];)`: a game of the Othello servers. */
function readGgf(text: string): Line {
  const tags = new Map<string, string>();
  const moves: Written[] = [];
  let at = text.indexOf("(;") + 2;
  for (let end = matchAt(END, text, at); !end; end = matchAt(END, text, at)) {
    const [all, tag, value] = matchAt(TAG, text, at) ?? [];
    const name = tag?.toUpperCase() ?? "";
    if (text.slice(at).trim() === "") throw new Unreadable("read.ggf.end");
    if (all === undefined || tags.has(name)) throw new Unreadable("read.ggf.broken", { text: excerpt(text, at) });
    if (name === "B" || name === "W") moves.push(readGgfMove(moves.length + 1, value!, name === "B" ? 0 : 1));
    else tags.set(name, value!.trim());
    at += all.length;
  }
  if (END.lastIndex < text.length) throw new Unreadable("read.ggf.more", { text: excerpt(text, END.lastIndex) });
  checkKind(tags);
  const start = tags.has("BO") ? readGgfBoard(tags.get("BO")!) : START;
  return { start, actions: played(start, moves) };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function excerpt(text: string, at: number): string {
  return text.slice(at).trim().slice(0, EXCERPT);
}

/** F5, f5/-1.5/2.4, PA: behind the slashes is what the mover thought of it, and how long. */
function readGgfMove(number: number, value: string, side: Side): Written {
  const word = value.split("/")[0]!.trim().toLowerCase();
  if (word.match(MOVE)?.[0] === word) return { word, side };
  throw new Unreadable("read.ggf.move", { number, move: `${"BW"[side]}[${value.slice(0, EXCERPT)}]` });
}

function readGgfBoard(value: string): Position {
  const letters = value.replace(/\s/g, "").toUpperCase();
  if (!/^8[XB*@OW.-]{64}[XB*@OW]$/.test(letters)) throw new Unreadable("read.ggf.board");
  return readBoard(letters.slice(1));
}

function checkKind(tags: ReadonlyMap<string, string>): void {
  if (tags.get("GM")?.toLowerCase() !== "othello") throw new Unreadable("read.ggf.game");
  // s8r20 is a game of 8x8 from a drawn start; in 8a the fewest discs win.
  const kind = tags.get("TY") ?? "8";
  if (!/^s?8[b-z0-9]*$/i.test(kind)) throw new Unreadable("read.ggf.kind", { kind: kind.slice(0, EXCERPT) });
}
