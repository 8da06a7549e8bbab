// What the board does without the server: how tiles slide, what waits, how the engine's moves are paced.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Autoplay, BUSY_MS } from "./autoplay";
import en from "./en.json";
import { lessons } from "./lessons";
import { MOST_WAITING, Queue, SILENCE_MS } from "./queue";
import { DIRECTIONS, slide } from "./slide";
import { directionOf } from "./swipe";
import { cellName, placed, type View, written } from "./view";

const [UP, RIGHT, DOWN, LEFT] = [0, 1, 2, 3] as const;

// The line, what it is to the left and to the right, and what is gained either way.
const LINES: [number[], number[], number[], number][] = [
  [[2, 2, 2, 2], [4, 4, 0, 0], [0, 0, 4, 4], 8],
  [[2, 2, 2, 0], [4, 2, 0, 0], [0, 0, 2, 4], 4],
  [[2, 0, 2, 2], [4, 2, 0, 0], [0, 0, 2, 4], 4],
  [[4, 2, 2, 0], [4, 4, 0, 0], [0, 0, 4, 4], 4],
  [[2, 2, 0, 4], [4, 4, 0, 0], [0, 0, 4, 4], 4],
  [[2, 2, 4, 4], [4, 8, 0, 0], [0, 0, 4, 8], 12],
  [[2, 2, 4, 8], [4, 4, 8, 0], [0, 4, 4, 8], 4],
  [[4, 4, 8, 16], [8, 8, 16, 0], [0, 8, 8, 16], 8],
  [[8, 8, 8, 2], [16, 8, 2, 0], [0, 8, 16, 2], 16],
  [[2, 4, 4, 2], [2, 8, 2, 0], [0, 2, 8, 2], 8],
  [[0, 0, 0, 2], [2, 0, 0, 0], [0, 0, 0, 2], 0],
  [[2, 4, 2, 4], [2, 4, 2, 4], [2, 4, 2, 4], 0],
  [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], 0],
  [[65536, 65536, 2, 2], [131072, 4, 0, 0], [0, 0, 131072, 4], 131076],
  [[131072, 131072, 0, 0], [131072, 131072, 0, 0], [0, 0, 131072, 131072], 0],
];

describe("a slide", () => {
  test.each(LINES)("%j", (line, left, right, gained) => {
    for (const [across, upright, after] of [
      [LEFT, UP, left],
      [RIGHT, DOWN, right],
    ] as const) {
      const [row, column] = [
        { rows: 1, columns: 4 },
        { rows: 4, columns: 1 },
      ];
      expect(slide(line, row, across)).toMatchObject({ board: after, gained });
      expect(slide(line, column, upright)).toMatchObject({ board: after, gained });
    }
  });

  test("says of every tile where it goes", () => {
    const board = [2, 0, 2, 0, 4, 4];
    expect(slide(board, { rows: 2, columns: 3 }, RIGHT).motions).toEqual([
      { from: 2, to: 2 },
      { from: 0, to: 2 },
      { from: 5, to: 5 },
      { from: 4, to: 5 },
    ]);
    expect(slide(board, { rows: 2, columns: 3 }, DOWN).motions).toEqual([
      { from: 0, to: 3 },
      { from: 4, to: 4 },
      { from: 5, to: 5 },
      { from: 2, to: 2 },
    ]);
  });
});

test("what the notation calls things", () => {
  const view: View = {
    board: [
      [2, 0],
      [0, 4],
    ],
    score: 8,
    won: false,
    to_play: 0,
  };
  expect(written(view)).toBe("2.0/0.4 score=8");
  expect(cellName(5, { rows: 4, columns: 4 })).toBe("b2");
  expect([placed(10), placed(11)]).toEqual([
    { cell: 5, value: 2 },
    { cell: 5, value: 4 },
  ]);
});

test.each([
  [0, -30, UP],
  [30, 5, RIGHT],
  [-5, 40, DOWN],
  [-24, 0, LEFT],
  [20, 0, null],
  [40, 38, null],
])("a swipe by %i, %i", (x, y, action) => {
  expect(directionOf(x, y)).toBe(action);
});

test("pictures of the lessons show which moves are legal", () => {
  for (const { view, moves = [] } of lessons) {
    const { board } = view as View;
    const cells = board.flat();
    const shape = { rows: board.length, columns: board[0]!.length };
    const legal = DIRECTIONS.map((_, action) => action).filter((action) =>
      slide(cells, shape, action).board.some((tile, at) => tile !== cells[at]),
    );
    expect(moves.map(([action]) => action)).toEqual(legal);
  }
});

test("every lesson has a text", () => {
  for (const { text } of lessons) expect(en).toHaveProperty([text]);
});

describe("moves that wait", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test("the queue keeps the order and skips what is not legal", () => {
    const queue = new Queue();
    for (const action of [UP, LEFT, LEFT, DOWN]) queue.push(action);
    expect(queue.next([LEFT, DOWN])).toEqual({ action: LEFT, refused: [UP] });
    expect(queue.next([LEFT, DOWN])).toEqual({ action: LEFT, refused: [] });
    expect(queue.next([LEFT])).toEqual({ action: null, refused: [DOWN] });
    expect(queue.empty).toBe(true);
  });

  test("a slow server loses nothing, a silent one all that waits", () => {
    const queue = new Queue();
    const pushed = Array.from({ length: MOST_WAITING + 1 }, (_, at) => at % 4);
    for (const action of pushed) queue.push(action);
    const served = pushed.map(() => {
      vi.advanceTimersByTime(SILENCE_MS);
      return queue.next([UP, RIGHT, DOWN, LEFT]).action;
    });
    expect(served).toEqual([...pushed.slice(0, MOST_WAITING), null]);
    queue.push(UP);
    vi.advanceTimersByTime(SILENCE_MS + 1);
    queue.push(DOWN);
    expect(queue.next([UP, DOWN])).toEqual({ action: DOWN, refused: [] });
  });
});

describe("the engine's moves", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  function engine(answers: (number | null)[]) {
    const played: [number, number][] = [];
    const autoplay: Autoplay = new Autoplay({
      ask: async () => answers.shift() ?? null,
      play(action) {
        played.push([performance.now() - begun, action]);
        autoplay.turn(null);
        autoplay.turn(`after ${played.length}`);
      },
      changed: () => {},
    });
    const begun = performance.now();
    autoplay.speed = 5;
    autoplay.turn("start");
    return { autoplay, played };
  }

  test("the engine moves at its speed, pauses and goes on", async () => {
    const { autoplay, played } = engine([LEFT, UP, DOWN, RIGHT]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(played).toEqual([]);
    autoplay.start();
    await vi.advanceTimersByTimeAsync(300);
    expect(played).toEqual([
      [1000, LEFT],
      [1200, UP],
    ]);
    autoplay.stop();
    await vi.advanceTimersByTimeAsync(5000);
    expect(played).toHaveLength(2);
    autoplay.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(played.at(-1)).toEqual([6300, RIGHT]); // DOWN was the answer to a question that was given up
  });

  test("as fast as it can, it is no faster for long than the server takes it", async () => {
    const { autoplay, played } = engine(Array<number>(2000).fill(LEFT));
    autoplay.speed = Infinity;
    autoplay.start();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(played.length).toBeGreaterThan(60 * 14);
    // The server lets a client send 300 messages at once, and 15 a second.
    let [left, before] = [300, 0];
    for (const [moment] of played) {
      left = Math.min(300, left + (15 * (moment - before)) / 1000) - 1;
      before = moment;
      expect(left).toBeGreaterThan(50);
    }
  });

  test("a busy engine is asked again", async () => {
    const { autoplay, played } = engine([null, LEFT]);
    autoplay.start();
    await vi.advanceTimersByTimeAsync(1);
    expect(autoplay.busy).toBe(true);
    await vi.advanceTimersByTimeAsync(BUSY_MS);
    expect(played).toHaveLength(1);
  });

  test("an answer to an older position is not played", async () => {
    const { autoplay, played } = engine([LEFT, UP]);
    autoplay.start();
    autoplay.turn(null);
    await vi.advanceTimersByTimeAsync(1000);
    expect(played).toEqual([]);
  });
});
