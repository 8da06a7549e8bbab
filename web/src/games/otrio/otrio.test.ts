import { describe, expect, it, vi } from "vitest";
import GOLDEN from "../../../../tests/golden/otrio.txt?raw";
import type { BoardContext, Hint } from "../board";
import { proofClass, signOf } from "../proofs";
import { Engine, opinionOf } from "./engine";
import { above, around, BAND, BETWEEN, PLATE, RADII } from "./layout";
import { lessons } from "./lessons";
import { LINES, threatsOf, wonSlots } from "./lines";
import { actionOf, aim, nextColours, turnOf, whichOf } from "./turn";
import { coloursOf, positionText, slotName, slotNamed, type View, viewOf } from "./view";

const names = (slots: Iterable<number>): string[] => [...slots].map(slotName);

describe("lines", () => {
  it("are 24 of one size, 16 of rising sizes and 9 in one space", () => {
    const kind = (line: readonly number[]): string => {
      const sizes = new Set(line.map((slot) => Math.floor(slot / 9))).size;
      return sizes === 1 ? "same" : new Set(line.map((slot) => slot % 9)).size === 1 ? "nest" : "rising";
    };
    const count = (wanted: string): number => LINES.filter((line) => kind(line) === wanted).length;
    expect([count("same"), count("rising"), count("nest"), new Set(LINES.map(String)).size]).toEqual([24, 16, 9, 49]);
    expect(LINES.filter((line) => kind(line) === "rising").every(([, middle]) => Math.floor(middle! / 9) === 1)).toBe(
      true,
    );
  });

  it.each([
    ["R../.R./.../.../.../.../.../.../... G", ["Lc1"]],
    ["R../.../R../.../.../.../.../.../... G", ["Sb1"]],
    ["R.R/.../.../.../.../.../.../.../... G", ["Ma1"]],
    [".R./R../.../.../.../.../.../.../... G", []],
    ["R../.B./.../.../.../.../.../.../... G", []],
    ["R../.R./..G/.../.../.../.../.../... G", []],
  ])("of %s threaten %s", (text, expected) => {
    expect(names(threatsOf(viewOf(text)).map(({ slot }) => slot))).toEqual(expected);
  });

  it("need a piece that is left", () => {
    const spent = viewOf("RR./..R/.R./.../.../..R/.../..R/... G");
    expect(spent.stock[0]).toEqual([2, 1, 0]);
    expect(names(threatsOf(spent).map(({ slot }) => slot))).not.toContain("La1");
  });

  it("do not lead through a slot that is off-limits", () => {
    const view = viewOf("R../.../.../.../.../.../.../.../..R G");
    expect(names(threatsOf(view).map(({ slot }) => slot))).toEqual(["Mb2"]);
    expect(threatsOf(view, true)).toEqual([]);
  });

  it("that are complete are the winner's", () => {
    expect(names(wonSlots(viewOf("GGG/.../.../R../.R./..R/.../.../...", 4, 0))).sort()).toEqual(["Lc2", "Mb2", "Sa2"]);
    expect(wonSlots(viewOf("RRR/.../.../.../.../.../.../.../... G"))).toEqual([]);
  });
});

describe("positions", () => {
  it("are written as the rulebook writes them, with the same stocks", () => {
    const found = [...GOLDEN.matchAll(/((?:.*[RGBY] \d \d \d\n)+).*\nposition: (.*)\n/g)];
    expect(found.length).toBeGreaterThan(15);
    for (const [, picture, text] of found) {
      const view = viewOf(text!);
      expect(positionText(view)).toBe(text);
      expect([...picture!.matchAll(/[RGBY] (\d) (\d) (\d)$/gm)].map(([, ...left]) => left.map(Number))).toEqual(
        view.stock,
      );
    }
  });

  it("of a finished game are not", () => {
    expect(positionText(viewOf("RRR/.../.../.../.../.../.../.../...", 4, 0))).toBeNull();
  });

  it("name every slot once", () => {
    const all = Array.from({ length: 27 }, (_, slot) => slot);
    expect(all.map((slot) => slotNamed(slotName(slot)))).toEqual(all);
    expect([slotName(13), slotName(0), slotName(26)]).toEqual(["Mb2", "Sa1", "Lc3"]);
  });

  it("say who has which colours", () => {
    const empty = ".../.../.../.../.../.../.../.../... ";
    expect(coloursOf(viewOf(`${empty}R`, 2), 1)).toEqual([1, 3]);
    expect(coloursOf(viewOf(`${empty}R`, 3), 2)).toEqual([2]);
    expect(nextColours(viewOf(`${empty}G`, 2), 0, false)).toEqual([2]);
    expect(nextColours(viewOf(`${empty}Y`, 2), 0, false)).toEqual([0]);
    expect(nextColours(viewOf(`${empty}R`, 2), 0, true)).toEqual([0, 2]);
    expect(nextColours(viewOf(`${empty}R`), null, false)).toEqual([]);
  });
});

describe("a turn", () => {
  const view: View = { ...viewOf(".../.../.../.../.../.../.../.../... R", 2), due: [0, 2] };
  const moves = [0, 13, 26, 28 + 4].map((action) => [action, ""] as const);

  it("has open slots for each colour that is due, until a move is sent", () => {
    expect(turnOf({ view, moves, pending: null })).toEqual({
      open: [new Set([0, 13, 26]), new Set([4])],
      passing: false,
    });
    expect(turnOf({ view, moves, pending: 13 })).toEqual({ open: [new Set(), new Set()], passing: false });
    expect(turnOf({ view, moves: [[27, "pass"]], pending: null }).passing).toBe(true);
    expect([whichOf(13), whichOf(32), actionOf(4, 1)]).toEqual([0, 1, 32]);
  });

  it.each([
    ["Mb2", null, "Mb2"],
    ["Sb2", null, "Mb2"],
    ["Lb2", null, "Mb2"],
    ["Sa1", null, "Sa1"],
    ["La1", null, "Ma1"],
    ["Sa1", 2, null],
    ["La1", 0, "Sa1"],
    ["Sc3", null, null],
  ])("pointing at %s with size %s in hand means %s", (slot, size, expected) => {
    const found = aim(new Set(["Sa1", "Ma1", "Mb2"].map(slotNamed)), slotNamed(slot), size);
    expect(found === null ? null : slotName(found)).toBe(expected);
  });
});

describe("the engine", () => {
  const hint = (values: number[], exact = false): Hint => ({
    to_play: 0,
    moves: values.map((value, at) => ({ action: at, move: slotName(at), value })),
    best: values.flatMap((value, at) => (value === values[0] ? [slotName(at)] : [])),
    exact,
    evaluation: 0,
    insight: {},
    unit: "evaluation",
  });

  it.each([
    [[13, 7], false, null],
    [[-40, -80], false, null],
    [[1_001_000, 7], false, "win"],
    [[999_985, 0.875], true, "win"],
    [[0.875, 0, -999_998], false, null],
    [[-999_986, -999_998], true, "loss"],
    [[-1_001_000, -1_001_000], false, "loss"],
    [[-332_333, -332_333], false, "loss"],
    [[1, 0], true, "win"],
    [[0, 0], true, "draw"],
    [[-1, -1], true, "loss"],
  ])("calls %s proven only where it is (exact: %s)", (values, exact, expected) => {
    expect(opinionOf(hint(values, exact))?.proven).toBe(expected);
  });

  it("names all moves that are as good", () => {
    expect(opinionOf(hint([5, 5, 1]))).toMatchObject({ slots: [0, 1], moves: ["Sa1", "Sb1"] });
    expect(opinionOf(hint([]))).toBeNull();
  });

  it("tells how each move ends, once one of them is proven", () => {
    const told = hint([999_985, 0.5, -999_998, 0]);
    expect(opinionOf(told)?.ends.size).toBe(0);
    told.moves[0]!.proven = { outcome: 1, plies: 15 };
    told.moves[2]!.proven = { outcome: -1, plies: 2 };
    told.moves[3]!.proven = { outcome: 0 };
    const signs = [...opinionOf(told)!.ends].map(([action, end]) => [slotName(action), signOf(end), proofClass(end)]);
    expect(signs).toEqual([
      ["Sa1", "+15", "proof-win"],
      ["Sb1", "?", "proof-open"],
      ["Sc1", "−2", "proof-loss"],
      ["Sa2", "=", "proof-draw"],
    ]);
  });

  it("is asked once for a position, and only where one stays", async () => {
    vi.useFakeTimers();
    const asked: string[] = [];
    const heard = vi.fn();
    const answers: Record<string, Hint> = { b: hint([5]) };
    const told = async (position: string): Promise<Hint | null> => {
      asked.push(position);
      return answers[position] ?? null;
    };
    const engine = new Engine({ hint: told, t: (key: string) => key } as unknown as BoardContext, heard);
    const view = viewOf(".../.../.../.../.../.../.../.../... R");
    expect(engine.words(view)).toBe("engine.later");
    for (const position of ["a", "b"]) engine.about(position);
    expect(engine.words(view)).toBe("engine.thinking");
    await vi.runAllTimersAsync();
    expect([asked, heard.mock.calls.length, engine.opinion?.moves]).toEqual([["b"], 1, ["Sa1"]]);
    engine.about("c");
    await vi.runAllTimersAsync();
    expect([asked, engine.words(view)]).toEqual([["b", "c"], "engine.silent"]);
    engine.about("b");
    expect([engine.opinion?.moves, engine.words(view)]).toEqual([["Sa1"], "engine.guess"]);
    engine.about("d");
    engine.stop();
    await vi.runAllTimersAsync();
    expect([asked, heard.mock.calls.length]).toEqual([["b", "c"], 2]);
    vi.useRealTimers();
  });
});

describe("the picture", () => {
  it.each([
    ["around", around([0, 1, 2, 3])],
    ["around, three", around([2, 0, 1])],
    ["around, two", around([1, 0])],
    ["above", above([0, 1, 2, 3])],
    ["above, three", above([0, 1, 2])],
    ["above, two", above([0, 1])],
  ])("%s: nothing covers anything else", (_, layout) => {
    const boxes = [{ ...layout.plate, width: PLATE, height: PLATE }, ...layout.trays];
    for (const [at, a] of boxes.entries()) {
      expect(a.x >= 0 && a.y >= 0 && a.x + a.width <= layout.width && a.y + a.height <= layout.height).toBe(true);
      for (const b of boxes.slice(at + 1)) {
        expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(
          true,
        );
      }
    }
    for (const tray of layout.trays) {
      const reach = (RADII[2] + BAND[2] / 2) * tray.scale;
      for (const { x, y } of tray.nests) {
        expect(x - reach >= tray.x && x + reach <= tray.x + tray.width).toBe(true);
        expect(y - reach >= tray.y && y + reach <= tray.y + tray.height).toBe(true);
      }
    }
  });

  it("begins with the colour that it is seen from", () => {
    expect(around([2, 3, 0, 1]).trays.map(({ colour }) => colour)).toEqual([2, 3, 0, 1]);
    const [mine, next] = around([2, 3, 0, 1]).trays;
    expect(mine!.y).toBeGreaterThan(next!.y);
  });

  it("puts two colours opposite each other", () => {
    const { trays, height } = around([1, 0]);
    expect(trays.map(({ colour, y }) => [colour, y < height / 2])).toEqual([
      [1, false],
      [0, true],
    ]);
    expect(trays[0]!.x).toBe(trays[1]!.x);
  });

  it("lets a pointer change from one size to the next between their bands", () => {
    for (const size of [0, 1] as const) {
      expect(BETWEEN[size]).toBeGreaterThan(RADII[size] + BAND[size] / 2);
      expect(BETWEEN[size]).toBeLessThan(RADII[size + 1]! - BAND[size + 1]! / 2);
    }
  });
});

describe("lessons", () => {
  const views = lessons.map(({ view }) => view as View);

  it("show a threat only where they speak of one", () => {
    expect(lessons.filter((_, at) => threatsOf(views[at]!).length > 0).map(({ text }) => text)).toEqual([
      "lesson.threat",
    ]);
    expect(names(threatsOf(views[6]!).map(({ slot }) => slot))).toEqual(["Lc3"]);
  });

  it("show a line of each kind where they speak of winning", () => {
    const won = Object.fromEntries(lessons.map(({ text }, at) => [text, names(wonSlots(views[at]!)).sort()]));
    expect(won["lesson.same"]).toEqual(["Ma1", "Mb2", "Mc3"]);
    expect(won["lesson.rising"]).toEqual(["Lc2", "Mb2", "Sa2"]);
    expect(won["lesson.nest"]).toEqual(["Lb2", "Mb2", "Sb2"]);
  });

  it("are positions that can come about", () => {
    for (const [at, { last }] of lessons.entries()) {
      const { board, stock, colors, due } = views[at]!;
      const placed = colors.map((colour) => board.filter((held) => held === colour).length);
      expect(stock.flat().every((left) => left >= 0)).toBe(true);
      expect(Math.max(...placed) - Math.min(...placed)).toBeLessThanOrEqual(1);
      const next = placed.reduce((sum, count) => sum + count, 0) % colors.length;
      if (due.length > 0) expect(due).toEqual([colors[next]]);
      if (last) expect(board[last.action]).toBe(colors[(next + colors.length - 1) % colors.length]);
    }
  });
});
