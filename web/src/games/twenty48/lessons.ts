// How to play, with pictures.
import type { Lesson, Ply } from "../board";
import { DIRECTIONS } from "./slide";

const moves = (...actions: number[]): [number, string][] => actions.map((action) => [action, DIRECTIONS[action]!]);
const last = (action: number): Ply => ({ seat: 0, action, text: DIRECTIONS[action]!, happened: [] });
const view = (score: number, ...board: number[][]): unknown => ({
  board,
  score,
  won: board.flat().some((tile) => tile >= 2048),
  to_play: 0,
});

export const lessons: readonly Lesson[] = [
  {
    text: "lesson.slide",
    view: view(0, [0, 0, 0, 0], [0, 2, 0, 0], [0, 0, 0, 0], [0, 0, 2, 0]),
    moves: moves(0, 1, 2, 3),
  },
  {
    text: "lesson.merge",
    view: view(8, [0, 0, 0, 0], [4, 2, 0, 0], [4, 4, 0, 0], [0, 0, 0, 2]),
    moves: moves(0, 1, 2, 3),
    last: last(3),
  },
  {
    text: "lesson.score",
    view: view(1392, [0, 0, 0, 2], [0, 0, 4, 4], [2, 8, 16, 32], [4, 16, 64, 128]),
    moves: moves(0, 1, 3),
    last: last(1),
  },
  {
    text: "lesson.legal",
    view: view(756, [2, 0, 0, 0], [4, 2, 0, 0], [16, 8, 4, 0], [64, 32, 8, 2]),
    moves: moves(0, 1),
    last: last(2),
  },
  {
    text: "lesson.corner",
    view: view(9856, [0, 2, 0, 0], [4, 8, 2, 0], [64, 32, 16, 4], [128, 256, 512, 1024]),
    moves: moves(0, 1, 3),
    last: last(2),
  },
  {
    text: "lesson.goal",
    view: view(20148, [0, 0, 2, 0], [0, 4, 2, 8], [2, 16, 8, 32], [4, 32, 64, 2048]),
    moves: moves(0, 1, 2, 3),
    last: last(2),
  },
  {
    text: "lesson.over",
    view: view(1704, [2, 4, 2, 4], [8, 16, 32, 8], [4, 64, 128, 2], [2, 8, 16, 4]),
  },
];
