import { describe, expect, it } from "vitest";
import { costOf, type Kind, kindOf, mistakesOf, worstOf } from "../src/analysis/kinds";
import { sharesAt, tracesOf } from "../src/analysis/traces";
import { depthTags, exactFrom, leaning, lossSign, openingAt, signed, valueText } from "../src/analysis/units";
import { Watcher } from "../src/analysis/watcher";
import type { Hint, Judged, Proven } from "../src/games/board";

const WIN: Proven = { outcome: 1, plies: 15 };

function hint(unit: string, values: readonly number[], more: Partial<Hint> = {}): Hint {
  const moves = values.map((value, action) => ({ action, move: `m${action}`, value }));
  return { to_play: 0, moves, best: ["m0"], exact: false, evaluation: null, insight: {}, unit, ...more };
}

function judged(ply: number, loss: number, more: Partial<Judged> = {}): Judged {
  return { ...hint("discs", [loss, 0]), ply, seat: ply % 2, action: 1, move: "m1", loss, ...more };
}

describe("values are written in their unit", () => {
  it.each([
    ["discs", 4, undefined, "+4.0"],
    ["discs", -9.64, undefined, "−9.6"],
    ["discs", -0.02, undefined, "0.0"],
    ["discs", -9.94, undefined, "−9.9"],
    ["discs", -9.96, undefined, "−10"],
    ["discs", 14.1, undefined, "+14"],
    ["discs", -21.9, undefined, "−22"],
    ["discs", 6, WIN, "+6"],
    ["discs", 1_000_000, WIN, "+15"],
    ["win chance", 0.634, undefined, "63 %"],
    ["win chance", 999_985, WIN, "+15"],
    ["result", 0.5, { outcome: 0 }, "="],
    ["result", 0.5, undefined, ""],
    ["points", 12.34, undefined, "12.3"],
    ["points", 1_234_567.8, undefined, "1,234,568"],
    ["evaluation", 137, undefined, ""],
    ["evaluation", -999_990, { outcome: -1, plies: 10 }, "−10"],
  ])("%s: %d is %s", (unit, value, proven, text) => {
    expect(valueText(unit, { value, ...(proven ? { proven } : {}) })).toBe(text);
  });

  it.each([
    ["discs", 12, "−12"],
    ["discs", 0.03, ""],
    ["win chance", 0.21, "−21 %"],
    ["evaluation", 40, ""],
    ["discs", 0, ""],
    ["points", 2.04, "−2"],
  ])("of %s, %d that were lost are %s", (unit, loss, text) => {
    expect(lossSign(judged(0, loss, { ...hint(unit, [40, 40 - loss]) }))).toBe(text);
  });

  it("of a won game, nothing is lost by a few plies, and a chance is measured from a sure win", () => {
    const won = (second: number): Judged => judged(0, 0, { ...hint("win chance", [999_990, second]) });
    expect(lossSign(won(999_988))).toBe("");
    expect(costOf(won(0.75))).toBeCloseTo(0.25);
  });

  it("have their sign", () => {
    expect([4, 0, -10].map((value) => signed(value))).toEqual(["+4", "0", "−10"]);
  });
});

describe("who is ahead", () => {
  it.each([
    ["discs", 0, 0],
    ["win chance", 0.75, 0.5],
    ["discs", 1_000_000, 1],
    ["points", 80, null],
    ["evaluation", 80, null],
  ])("by %s, %d leans to %s", (unit, value, lean) => {
    expect(leaning(hint(unit, [value]))).toBe(lean);
  });

  it("nobody where nothing can be played", () => {
    expect(leaning(hint("discs", []))).toBeNull();
  });

  it("is told with how sure it is", () => {
    expect(depthTags(hint("discs", [4], { exact: true, depth: 12 }))).toEqual(["analysis.exact"]);
    expect(depthTags(hint("discs", [4], { depth: 24, certainty: 0.98 }))).toHaveLength(2);
    expect(depthTags(hint("win chance", [0.5]))).toEqual([]);
  });
});

describe("a game that was judged", () => {
  it.each<[string, number, number, Kind | null]>([
    ["discs", 3, 1.1, null],
    ["discs", 3, 1, "inaccuracy"],
    ["discs", 3, -1, "mistake"],
    ["discs", 3, -5, "blunder"],
    ["win chance", 0.5, 0.46, null],
    ["win chance", 0.5, 0.44, "inaccuracy"],
    ["win chance", 0.5, 0.3, "blunder"],
    ["points", 4000, 3700, null],
    ["points", 4000, 3000, "mistake"],
    ["points", 4000, 1000, "blunder"],
    ["points", 60, -30, null],
    ["evaluation", 4000, 0, null],
  ])("calls a move by what it gave away: %s, %d to %d", (unit, best, got, kind) => {
    expect(kindOf(judged(0, 0, { ...hint(unit, [best, got]) }))).toBe(kind);
  });

  it("calls a result by what is proven", () => {
    const from = (best: number, got?: number): Kind | null => {
      const moves = [best, got].map((outcome, action) => ({
        ...{ action, move: `m${action}`, value: 0.5 },
        ...(outcome === undefined ? {} : { proven: { outcome } }),
      }));
      return kindOf(judged(0, 0, { unit: "result", moves }));
    };
    expect([from(1, 1), from(1, 0), from(0, -1), from(1, -1), from(1)]).toEqual([
      null,
      "mistake",
      "mistake",
      "blunder",
      null,
    ]);
  });

  it("has its worst moves, the dearest first; of equal ones the earlier", () => {
    const game = [judged(5, 8), judged(0, 2), judged(1, 9), judged(2, 0), judged(3, 8), judged(4, 30)];
    expect(mistakesOf(game).map(({ made }) => made.ply)).toEqual([0, 1, 3, 4, 5]);
    expect(worstOf(mistakesOf(game), 3).map(({ made }) => made.ply)).toEqual([4, 1, 3]);
  });

  it("of two sides is one line, the first seat's; of more a line for each", () => {
    const at = (ply: number, seat: number, unit: string, value: number): Judged =>
      judged(ply, 0, { ...hint(unit, [value], { to_play: seat }), seat });
    const two = [at(0, 0, "discs", 2), at(1, 1, "discs", -3)];
    expect(tracesOf(two, 2)).toEqual([
      {
        seat: 0,
        points: [
          { ply: 0, value: 2 },
          { ply: 1, value: 3 },
        ],
      },
    ]);
    const three = [at(0, 0, "win chance", 0.5), at(1, 1, "win chance", 0.25), at(2, 2, "win chance", 0.25)];
    expect(tracesOf(three, 3).map(({ points }) => points)).toEqual([
      [{ ply: 0, value: 50 }],
      [{ ply: 1, value: 25 }],
      [{ ply: 2, value: 25 }],
    ]);
    expect(sharesAt(three, 3, 0)).toEqual([0.5, 0.25, 0.25]);
    expect(sharesAt(two, 2, 1)![0]).toBeGreaterThan(0.5);
    expect(sharesAt([at(0, 0, "points", 900)], 1, 0)).toBeNull();
    expect(sharesAt([], 2, 0)).toBeNull();
  });

  it("has the name of the last opening up to a ply", () => {
    const named = (ply: number, en: string): Judged => judged(ply, 0, { insight: { opening: { en, ja: `${en}の` } } });
    const game = [judged(0, 0), named(1, "Diagonal"), judged(2, 0), named(4, "Cow"), judged(5, 0)];
    expect([0, 1, 3, 9].map((at) => openingAt(game, at))).toEqual(["", "Diagonal", "Diagonal", "Cow"]);
  });

  it("is exact from where on nothing is open", () => {
    const exact = [false, true, false, true, true];
    const game = exact.map((each, ply) => judged(ply, 0, { exact: each }));
    expect(exactFrom(game)).toBe(3);
    expect(exactFrom(game.slice(0, 3))).toBeNull();
    expect(exactFrom([])).toBeNull();
  });
});

/** An engine whose answers the test gives. */
class Engine {
  asked: string[] = [];
  heard: (hint: Hint) => void = () => {};
  end: (how: string) => void = () => {};
  fail: (why: Error) => void = () => {};
  stop: AbortSignal | null = null;
  readonly watcher = new Watcher<string>(
    (subject, stop, heard) => {
      this.asked.push(subject);
      [this.stop, this.heard] = [stop, heard];
      return new Promise((resolve, reject) => {
        [this.end, this.fail] = [resolve, reject];
      });
    },
    (subject) => subject,
  );
}

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

describe("looking on", () => {
  it("hears better and better, and knows it afterwards", async () => {
    const live = new Engine();
    live.watcher.turnTo("a");
    live.heard(hint("discs", [2]));
    live.heard(hint("discs", [4]));
    expect(live.watcher.about("a")?.moves[0]?.value).toBe(4);
    expect(live.watcher.state.value).toBe("thinking");
    live.end("done");
    await settled();
    expect(live.watcher.state.value).toBe("done");
    live.watcher.turnTo("b");
    live.watcher.turnTo("a");
    expect(live.asked).toEqual(["a", "b"]);
  });

  it("ends what is no longer in view", () => {
    const engine = new Engine();
    engine.watcher.turnTo("a");
    const first = engine.stop!;
    engine.watcher.turnTo("a");
    expect(first.aborted).toBe(false);
    engine.watcher.turnTo("b");
    expect(first.aborted).toBe(true);
    engine.watcher.turnTo(null);
    expect(engine.stop!.aborted).toBe(true);
    expect(engine.watcher.state.value).toBe("idle");
  });

  it("asks nothing of who does not stay", () => {
    const engine = new Engine();
    engine.watcher.turnTo("a", 1000);
    engine.watcher.turnTo(null);
    expect(engine.asked).toEqual([]);
  });

  it("is stopped and goes on", async () => {
    const engine = new Engine();
    engine.watcher.turnTo("a");
    engine.watcher.stop();
    engine.end("stopped");
    await settled();
    expect([engine.stop!.aborted, engine.watcher.state.value]).toEqual([true, "stopped"]);
    engine.watcher.goOn();
    expect(engine.asked).toEqual(["a", "a"]);
    engine.end("others");
    await settled();
    expect(engine.watcher.state.value).toBe("stopped");
  });

  it("says why it cannot, until something else is asked", async () => {
    const engine = new Engine();
    engine.watcher.turnTo("a");
    engine.fail(new Error("wait a little"));
    await settled();
    expect([engine.watcher.state.value, engine.watcher.trouble.value]).toEqual(["failed", "wait a little"]);
    engine.watcher.turnTo("b");
    expect(engine.watcher.trouble.value).toBe("");
  });

  it("learns from others what it does not know, and thinks on about it", () => {
    const engine = new Engine();
    engine.watcher.learn("a", hint("discs", [2]));
    engine.watcher.learn("a", hint("discs", [8]));
    engine.watcher.learn("b", hint("discs", [2], { exact: true }));
    expect(engine.watcher.about("a")?.moves[0]?.value).toBe(2);
    engine.watcher.turnTo("b");
    engine.watcher.turnTo("a");
    expect(engine.asked).toEqual(["a"]);
  });
});
