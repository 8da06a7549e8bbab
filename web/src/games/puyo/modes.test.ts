// Turns and the clock as the shell drives them: what is sent, and what is to be seen.
import { signal } from "@preact/signals";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { BoardContext, Ply, Settings, Shown } from "../board";
import { appeared } from "./falling";
import { EMPTY, type Field } from "./field";
import { Timed } from "./timed";
import { Turns } from "./turns";
import type { TimedPlayer, TimedView, TurnPlayer, TurnView } from "./views";
import { Words } from "./words";

const SETTINGS: Settings = {
  language: "en",
  theme: "light",
  sound: false,
  reducedMotion: false,
  colourBlind: false,
  confirmMoves: false,
  keys: {},
  repeat: { delay: 133, every: 33 },
};
const ALL = Array.from({ length: 22 }, (_, action) => [action, String(action)] as const);

let played: number[];
let held: [tick: number | undefined, mask: number][];
let now: number;

function context(more: Partial<BoardContext> = {}): BoardContext {
  return {
    game: "puyo",
    options: {},
    seatNames: ["left", "right"],
    seatName: (seat) => ["left", "right"][seat]!,
    seat: 0,
    language: "en",
    settings: signal(SETTINGS),
    purpose: "room",
    isExercise: false,
    t: (key) => key,
    play: (action) => played.push(action),
    say: () => {},
    sound: () => {},
    mayHint: () => true,
    hint: async () => null,
    watch: async () => "done",
    judge: async () => "done",
    timed: null,
    ...more,
  };
}

function rows(field: Field): string[] {
  return Array.from({ length: 13 }, (_, at) => field.map((puyos) => puyos[12 - at] ?? ".").join(""));
}

function shown(view: unknown, more: Partial<Shown> = {}): Shown {
  const nothing = {
    moves: [],
    due: [],
    since: [],
    last: null,
    plies: 0,
    history: [],
    over: false,
    pending: null,
    committed: [],
  };
  return { view, ...nothing, ...more };
}

beforeEach(() => {
  played = [];
  held = [];
  now = 1000;
  vi.useFakeTimers({ toFake: ["performance"] });
});

// In turns --------------------------------------------------------------------------------------------------------

function player(field: Field = EMPTY, score = 0): TurnPlayer {
  return { field: rows(field), score, carry: 0, ojama: 0, loose: 0, all_clear: false, chain: 0, row14: 0, tray: [] };
}

function turnView(turn: number, ...players: TurnPlayer[]): TurnView {
  return { to_play: 0, turn, clock: 0, price: 70, pairs: ["RB", "RR", "GG"], commit: null, players };
}

function ply(seat: number, action: number): Ply {
  return { seat, action, text: "", happened: [] };
}

const AFTER: Field = ["", "", "RB", "", "", ""];
const BOTH = [ply(0, 2), ply(1, 2)];

function started(ctx = context()): Turns {
  const turns = new Turns(ctx, new Words(ctx));
  turns.update(shown(turnView(0, player(), player()), { moves: ALL }), "jump");
  return turns;
}

describe("in turns", () => {
  test("steered and dropped, the placement is sent", () => {
    const turns = started();
    for (const button of ["left", "rotate_right", "down"] as const) expect(turns.press(button)).toBe(true);
    expect(played).toEqual([13]);
  });

  test("a drop that is held is no second drop", () => {
    const turns = started();
    turns.press("down", true);
    expect(played).toEqual([]);
  });

  test("what is sent falls at once, and stays there until the other has chosen", () => {
    const turns = started();
    turns.update(shown(turnView(0, player(), player()), { moves: ALL, pending: 2 }), "step");
    expect(turns.picture(performance.now()).scenes[0]).toMatchObject({ field: AFTER, pair: null });
    expect(turns.picture(performance.now()).runs).toBe(true);
    vi.advanceTimersByTime(2000);
    turns.update(shown(turnView(0, player(), player()), { committed: [0] }), "step");
    const { scenes, runs } = turns.picture(performance.now());
    expect(scenes[0]).toMatchObject({ field: AFTER, pair: null, sign: "chosen" });
    expect(runs).toBe(false);
  });

  test("a move that was refused comes back into the hand", () => {
    const turns = started();
    turns.update(shown(turnView(0, player(), player()), { moves: ALL, pending: 2 }), "step");
    turns.update(shown(turnView(0, player(), player()), { moves: ALL }), "jump");
    expect(turns.picture(performance.now()).scenes[0]).toMatchObject({ field: EMPTY, pair: { letters: "RB" } });
    turns.press("down");
    expect(played).toEqual([2]);
  });

  test("a result that comes while the move is still pending begins a new turn", () => {
    const turns = started();
    turns.update(shown(turnView(0, player(), player()), { moves: ALL, pending: 2 }), "step");
    const next = turnView(1, player(AFTER), player(AFTER));
    turns.update(shown(next, { moves: ALL, pending: 2, since: [ply(0, 2), ply(1, 2)] }), "step");
    turns.update(shown(next, { moves: ALL }), "step");
    expect(turns.column()).toBe(2);
  });

  test("keys count while the last turn is still shown", () => {
    const turns = started();
    turns.update(shown(turnView(1, player(AFTER), player(AFTER)), { moves: ALL, since: BOTH }), "step");
    expect(turns.picture(performance.now()).runs).toBe(true);
    for (const button of ["right", "down"] as const) turns.press(button);
    expect(played).toEqual([3]);
  });
});

describe("in turns, what is shown", () => {
  test("while a chain is shown a drop only ends the show", () => {
    const ctx = context();
    const turns = new Turns(ctx, new Words(ctx));
    const full: Field = ["RRR", "", "", "", "", ""];
    turns.update(shown({ ...turnView(0, player(full)), pairs: ["RB", "RR", "GG"] }, { moves: ALL }), "jump");
    turns.update(shown(turnView(1, player(["B", "", "", "", "", ""], 40)), { moves: ALL, since: [ply(0, 0)] }), "step");
    vi.advanceTimersByTime(700);
    expect(turns.picture(performance.now()).scenes[0]!.passage!.link!.number).toBe(1);
    turns.press("down");
    expect(played).toEqual([]);
    expect(turns.picture(performance.now()).scenes[0]!.passage).toBe(null);
    turns.press("down");
    expect(played).toEqual([2]);
  });

  test("a plan is numbered, each placement on the ones before it, and nothing is drawn behind a chain", () => {
    const turns = started(context({ seat: null, purpose: "replay" }));
    turns.hint(0, [2, 2, 0], 5);
    const [first, other] = turns.picture(performance.now()).scenes;
    expect(first!.hints.map(({ column, row, number }) => [column, row, number])).toEqual([
      [2, 0, 1],
      [2, 1, 1],
      [2, 2, 2],
      [2, 3, 2],
      [0, 0, 3],
      [0, 1, 3],
    ]);
    expect(first!.erred.map(({ column }) => column)).toEqual([5, 5]);
    expect(other!.hints).toEqual([]);
    const full = started(context({ seat: null, purpose: "replay" }));
    full.update(shown(turnView(0, player(["RRR", "", "", "", "", ""]))), "jump");
    full.hint(0, [0, 1]);
    expect(full.picture(performance.now()).scenes[0]!.hints).toHaveLength(2);
  });

  test("the score grows with the links that are shown", () => {
    const ctx = context();
    const turns = new Turns(ctx, new Words(ctx));
    turns.update(shown(turnView(0, player(["RRR", "", "", "", "", ""], 100)), { moves: ALL }), "jump");
    turns.update(shown(turnView(1, player(["B", "", "", "", "", ""], 140)), { since: [ply(0, 0)] }), "step");
    expect(turns.picture(performance.now()).scenes[0]!.score).toBe(100);
    vi.advanceTimersByTime(5000);
    expect(turns.picture(performance.now())).toMatchObject({ scenes: [{ score: 140 }], runs: false });
  });

  test("where motion is reduced nothing falls, and what pops is shown", () => {
    const ctx = context({ settings: signal({ ...SETTINGS, reducedMotion: true }) });
    const turns = started(ctx);
    turns.update(shown(turnView(1, player(AFTER), player(AFTER)), { moves: ALL, since: BOTH }), "step");
    expect(turns.picture(performance.now()).runs).toBe(false);
  });

  test("in a replay the first commit is shown, and both when the turn is over", () => {
    const ctx = context({ seat: null, purpose: "replay" });
    const turns = new Turns(ctx, new Words(ctx));
    turns.update(shown(turnView(0, player(), player())), "jump");
    const half = { ...turnView(0, player(), player()), to_play: 1 };
    turns.update(shown(half, { since: [ply(0, 2)], last: ply(0, 2) }), "step");
    const marks = turns.picture(performance.now()).scenes[0]!.ghosts;
    expect(marks.map(({ column, row }) => [column, row])).toEqual([
      [2, 0],
      [2, 1],
    ]);
    turns.update(shown(turnView(1, player(AFTER), player(["RB", "", "", "", "", ""])), { since: [ply(1, 0)] }), "step");
    const { scenes } = turns.picture(performance.now());
    expect(scenes.map(({ passage }) => passage?.drops[0]?.column)).toEqual([2, 0]);
    expect(turns.press("left")).toBe(false);
  });
});

// On the clock ----------------------------------------------------------------------------------------------------

function timedPlayer(more: Partial<TimedPlayer> = {}): TimedPlayer {
  const { ojama: _, loose: __, ...rest } = player();
  const falling = { phase: "falling" as const, until: 12, pair: "RB", pairs: ["RB", "RR", "GG"], falling: appeared() };
  return { ...rest, ...falling, turn: 0, held: 0, since: 0, pending: 0, fixed: 0, ...more };
}

function timedView(tick: number, ...players: TimedPlayer[]): TimedView {
  return { tick, over: false, price: 70, players };
}

const clock = {
  ticksPerSecond: 60,
  now: () => now,
  hold: (mask: number, tick?: number) => void held.push([tick, mask]),
};

function clocked(): Timed {
  const ctx = context({ timed: clock });
  const timed = new Timed(ctx, new Words(ctx));
  timed.update(shown(timedView(1000, timedPlayer(), timedPlayer()), { tick: 1000 }), "jump");
  return timed;
}

/** The columns of both pairs, as the game has them. */
function columns(timed: Timed): (number | undefined)[] {
  return timed.picture(0).scenes.map(({ ghosts, pair }) => ghosts[0]?.column ?? pair?.column);
}

describe("on the clock", () => {
  test("a key is answered before the server has heard of it", () => {
    const timed = clocked();
    timed.press("left");
    now = 1002;
    expect(columns(timed)).toEqual([1, 2]);
    expect(held).toEqual([[1000, 1]]);
  });

  test("a tap within one tick is as long as a tick, and a second tap another", () => {
    const timed = clocked();
    for (const _ of [1, 2]) {
      timed.press("left");
      timed.release("left");
    }
    expect(held).toEqual([
      [1000, 1],
      [1001, 0],
      [1002, 1],
      [1003, 0],
    ]);
    now = 1010;
    expect(columns(timed)[0]).toBe(0);
  });

  test("the server is right: what it has not heard is played again on top of what it says", () => {
    const timed = clocked();
    timed.press("left");
    now = 1005;
    timed.update(shown(timedView(1003, timedPlayer({ held: 1, since: 1001 }), timedPlayer()), { tick: 1003 }), "step");
    expect(columns(timed)[0]).toBe(2);
    timed.release("left");
    timed.press("right");
    now = 1010;
    expect(columns(timed)[0]).toBe(3);
  });

  test("a pair goes to the column that is pointed at, tap by tap", () => {
    const timed = clocked();
    timed.aim(5);
    for (; now < 1030; now++) timed.picture(0);
    expect(columns(timed)[0]).toBe(5);
    expect(held.filter(([, mask]) => mask === 2)).toHaveLength(3);
  });

  test("a game that has stopped is not guessed on for ever", () => {
    const timed = clocked();
    now = 5000;
    const { pair } = timed.picture(0).scenes[0]!;
    expect(pair!.row).toBeGreaterThan(7);
  });

  test("a pair that locks falls on, pops and is followed by the next, all before the server says so", () => {
    const timed = clocked();
    const field = rows(["", "", "RRR", "", "", ""]);
    const low = timedPlayer({ field, falling: { ...appeared(), height: 6 } });
    timed.update(shown(timedView(1000, low, timedPlayer())), "step");
    timed.press("down");
    now = 1025;
    const { scenes } = timed.picture(0);
    expect(scenes[0]).toMatchObject({ pair: null, passage: { link: { number: 1, base: 40 } } });
    expect(scenes[0]!.next).toEqual(["RR", "GG"]);
  });

  test("nothing is held once the game is over", () => {
    const timed = clocked();
    const view = timedView(1001, timedPlayer({ phase: "lost", falling: null }), timedPlayer());
    timed.update(shown({ ...view, over: true }, { over: true }), "step");
    expect(timed.press("left")).toBe(false);
    expect(timed.picture(0)).toMatchObject({ runs: false, scenes: [{ lost: true }, { lost: false }] });
  });
});
