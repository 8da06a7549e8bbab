import { describe, expect, it } from "vitest";
import PERFT from "../../../../tests/data/othello_perft.txt?raw";
import GOLDEN from "../../../../tests/golden/othello.txt?raw";
import { nameOf, read, Unreadable, writeMoves, writePosition } from "./notation";
import { after, counts, legal, PASS, type Position, type Side, START, score, turned } from "./rules";

function played(text: string): Position {
  return read(text).actions.reduce(after, START);
}

/** Takizawa, "Othello is solved". */
const PERFECT = `f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1
  f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6`;

/** How many games there are of so many plies; a game that ends before is one. */
function perft(position: Position, depth: number): number {
  const actions = depth === 0 ? [] : legal(position);
  return actions.length === 0 ? 1 : actions.reduce((sum, action) => sum + perft(after(position, action), depth - 1), 0);
}

describe("the rules", () => {
  it("lead to as many games as everybody counts", () => {
    const rows = [...PERFT.matchAll(/^([1-6]) (\d+) \d+ \d+ - - \d+ \d+$/gm)];
    expect(rows).toHaveLength(6);
    for (const [, depth, leaves] of rows) expect(perft(START, Number(depth))).toBe(Number(leaves));
  });

  it("agree with the rulebook on every position of its golden game", () => {
    const plies = [...GOLDEN.matchAll(/^position: (\S{64} [XO])\nply .+\nlegal \d+: (.+)\n/gm)];
    expect(plies.length).toBeGreaterThan(50);
    for (const [, position, moves] of plies) {
      const { start } = read(position!);
      expect(writePosition(start)).toBe(position);
      const names = legal(start).map((action) => (action === PASS ? "pass" : nameOf(action)));
      expect(names).toEqual(moves!.split(" "));
    }
  });

  it.each([
    ["d3c3b3b2f5a3a1c1", [PASS], "the earliest pass"],
    ["f5d6c5f4e7f6g5e6e3", [], "no white disc is left"],
    ["f5f4c3e6f7g6g4e8g8g5h5", [], "neither side can move"],
  ])("%s", (moves, expected) => {
    expect(legal(played(moves))).toEqual(expected);
  });

  it("give the empty squares to the winner", () => {
    const { squares } = played("f5f4c3e6f7g6g4e8g8g5h5");
    expect(counts(squares)).toEqual([14, 1]);
    expect(score(squares)).toEqual([63, 1]);
    expect(score("X".repeat(10) + "O".repeat(10) + "-".repeat(44))).toEqual([32, 32]);
  });

  it("end the perfect game in a draw", () => {
    const { squares } = read(PERFECT).actions.reduce(after, START);
    expect(squares).not.toContain("-");
    expect(score(squares)).toEqual([32, 32]);
  });

  it("turn nothing around the edge of the board or on a taken square", () => {
    const squares = `${"-".repeat(6)}OOX${"-".repeat(55)}`;
    expect(turned({ squares, side: 0 }, 5)).toEqual([]);
    expect(turned(START, 27)).toEqual([]);
  });
});

function refused(text: string, key: string, params: object): void {
  try {
    read(text);
  } catch (error) {
    expect(error).toBeInstanceOf(Unreadable);
    expect(error).toMatchObject({ key, params });
    return;
  }
  expect.unreachable();
}

describe("texts", () => {
  it.each([
    ["f5d6c3", "f5d6c3"],
    ["F5 d6\nC3", "f5d6c3"],
    ["1. f5 d6 2. c3", "f5d6c3"],
    ["d3c3b3b2f5a3a1c1ps", "d3c3b3b2f5a3a1c1"],
  ])("%s is a transcript", (text, moves) => {
    expect(writeMoves(read(text).actions)).toBe(moves);
  });

  it("passes are put in where they are left out", () => {
    const before = "d3c3b3b2f5a3a1c1";
    const next = legal(after(played(before), PASS))[0]!;
    const { actions } = read(before + nameOf(next));
    expect(actions.slice(-2)).toEqual([PASS, next]);
  });

  it.each([
    [writePosition(START), writePosition(START)],
    [START.squares.replaceAll("X", "*").replaceAll("-", "."), writePosition(START)],
    [START.squares.match(/.{8}/g)!.join("\n"), writePosition(START)],
    [`${"-".repeat(61)}BWB w`, `${"-".repeat(61)}XOX O`],
    [`${"-".repeat(61)}XOX`, `${"-".repeat(61)}XOX O`],
  ])("%s is a board", (text, position) => {
    expect(writePosition(read(text).start)).toBe(position);
  });

  it.each([
    ["", "read.neither", {}],
    ["hello", "read.neither", {}],
    ["f5d9", "read.neither", {}],
    [`${START.squares}-`, "read.side", {}],
    ["f5a1", "read.illegal", { number: 2, move: "a1" }],
    ["f5ps", "read.illegal", { number: 2, move: "ps" }],
    [`${"f5".repeat(5000)}`, "read.illegal", { number: 2, move: "f5" }],
  ])("%s cannot be read", refused);
});

const BEGIN = "(;GM[Othello]PC[GGS/os]PB[Ann \\] (;]PW[]TY[8]";
const PASSES = "d3c3b3b2f5a3a1c1";
const NEXT = nameOf(legal(after(played(PASSES), PASS))[0]!);

/** d3c3 -> B[d3]W[c3] */
function tagged(moves: string, first = 0): string {
  return moves.match(/../g)!.reduce((text, move, at) => `${text}${"BW"[(first + at) % 2]}[${move}]`, "");
}

/** Black takes the last square of a row. */
const END: Position = { squares: `${"-".repeat(61)}XO-`, side: 0 };

describe("GGF", () => {
  it.each([
    ["values and times", `${BEGIN}B[F5//2.4]W[d6/-1.50]B[C3/0.5/1:02.5];)`, START, "f5d6c3"],
    ["a number of its match, and blanks", `12 ${BEGIN}\n B [F5] ; )\n`, START, "f5"],
    ["a board", `${BEGIN}BO[8 ${START.squares.replaceAll("X", "*")} O]W[F4];)`, { ...START, side: 1 as Side }, "f4"],
    ["an end alone", `(;gm[othello]TY[s8r20]BO[8\n${"-".repeat(61)}*O-\n*]B[h8];)`, END, "h8"],
    ["a pass", `${BEGIN}${tagged(PASSES)}B[PA]${tagged(NEXT, 1)};)`, START, PASSES + NEXT],
    ["a pass that is left out", `${BEGIN}${tagged(PASSES)}${tagged(NEXT, 1)};)`, START, PASSES + NEXT],
    ["no move", "(;GM[Othello];)", START, ""],
  ])("with %s is a game", (_, text, start, moves) => {
    const line = read(text);
    expect([line.start, writeMoves(line.actions)]).toEqual([start, moves]);
    expect(() => line.actions.reduce(after, line.start)).not.toThrow();
  });

  it("with a pass and without it is the same game", () => {
    const texts = ["B[PA]", ""].map((pass) => `${BEGIN}${tagged(PASSES)}${pass}${tagged(NEXT, 1)};)`);
    expect(texts.map((text) => read(text).actions.indexOf(PASS))).toEqual([8, 8]);
  });

  it.each([
    ["(;GM[Othello]B[F5]", "read.ggf.end", {}],
    ["(;", "read.ggf.end", {}],
    ["(;GM[Othello]B[F5 W[D6];)", "read.ggf.move", { number: 1, move: "B[F5 W[D6]" }],
    ["(;GM[Othello]B[F5];) (;GM[Othello];)", "read.ggf.more", { text: "(;GM[Othello];)" }],
    ["(;GM[Othello]F5D6;)", "read.ggf.broken", { text: "F5D6;)" }],
    ["(;GM[Othello]PB[Ann]PB[Bob];)", "read.ggf.broken", { text: "PB[Bob];)" }],
    ["(;GM[Othello]B[F9];)", "read.ggf.move", { number: 1, move: "B[F9]" }],
    ["(;GM[Othello]B[F5]W[D6C3];)", "read.ggf.move", { number: 2, move: "W[D6C3]" }],
    ["(;GM[Othello]B[];)", "read.ggf.move", { number: 1, move: "B[]" }],
    ["(;GM[Othello]B[F5]W[A1];)", "read.illegal", { number: 2, move: "a1" }],
    ["(;GM[Othello]B[PA];)", "read.illegal", { number: 1, move: "pa" }],
    ["(;GM[Othello]W[F5];)", "read.turn", { number: 1, move: "f5" }],
    ["(;GM[Othello]BO[10 ---];)", "read.ggf.board", {}],
    [`(;GM[Othello]BO[8 ${START.squares}];)`, "read.ggf.board", {}],
    ["(;GM[Chess];)", "read.ggf.game", {}],
    ["(;B[F5];)", "read.ggf.game", {}],
    ["(;GM[Othello]TY[10];)", "read.ggf.kind", { kind: "10" }],
    ["(;GM[Othello]TY[8a];)", "read.ggf.kind", { kind: "8a" }],
  ])("%s cannot be read", refused);
});
