// How to play, step by step.
import type { Lesson } from "../board";
import { nameOf, read } from "./notation";
import { after, legal, type Position } from "./rules";

const START = "---------------------------OX------XO--------------------------- X";
const STAR = "-------- -X--X--X --O-O-O- ---OOO-- -XOO-OOX ---OOO-- --O-O-O- -X--X--X X";
const CORNER = "XXXXX--- XXXO---- XXOO---- XOOOO--- X--XO--- -------- -------- -------- X";
const PERFECT = `f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1
  f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6`;

export const lessons: readonly Lesson[] = [
  pictured("lesson.start", START, ["d3", "c4", "f5", "e6"]),
  pictured("lesson.bracket", "d3"),
  pictured("lesson.lines", STAR, ["e5"]),
  pictured("lesson.pass", "d3c3b3b2f5a3a1c1"),
  pictured("lesson.end", PERFECT),
  pictured("lesson.corner", CORNER),
  { text: "lesson.keys" },
  { text: "lesson.study" },
];

/** A game or a board as text, with dots on the squares that are offered. */
function pictured(key: string, text: string, offered: readonly string[] = []): Lesson {
  const { start, actions } = read(text);
  const position = actions.reduce(after, start);
  const last = actions.map((action) => ({ seat: 0, action, text: nameOf(action), happened: [] })).at(-1);
  return {
    text: key,
    view: viewOf(position),
    moves: legal(position)
      .map((action) => [action, nameOf(action)] as const)
      .filter(([, name]) => offered.includes(name)),
    ...(last ? { last } : {}),
  };
}

/** As `view` of the rulebook writes it. */
function viewOf(position: Position): Record<string, unknown> {
  const all = [...position.squares];
  const having = (letter: string): number[] => all.flatMap((each, at) => (each === letter ? [at] : []));
  const moves = legal(position);
  return { black: having("X"), white: having("O"), to_play: moves.length > 0 ? position.side : -2, legal: moves };
}
