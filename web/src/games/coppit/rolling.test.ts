import { beforeEach, expect, test, vi } from "vitest";
import type { Ply, Shown } from "../board";
import { Rolling } from "./rolling";

const roll = (colour: string): Ply => ({
  seat: -1,
  action: 2,
  text: "die=3",
  happened: [{ event: "roll", colour, die: 3 }],
});
const shown = (since: Ply[], moves: Shown["moves"] = [[7, "box>3"]]): Shown => ({
  view: { die: 3 },
  moves,
  due: [0],
  since,
  last: null,
  plies: 9,
  history: [],
  over: false,
  pending: null,
  committed: [],
});

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => kept.set(name, value),
  });
});

test("who does not wish it sees every roll at once", () => {
  const rolling = new Rolling("RED");
  const seen = shown([roll("RED")]);
  expect(rolling.cover(seen, "step")).toBe(seen);
  expect(rolling.waits).toBe(false);
});

test("my own roll waits for the tap, and is then all that is new", () => {
  const rolling = new Rolling("RED");
  rolling.wish(true);
  const before = roll("BLUE");
  const covered = rolling.cover(shown([before, roll("RED")]), "step");
  expect(covered).toMatchObject({ view: { die: null }, moves: [], since: [before], plies: 8 });
  expect(rolling.waits).toBe(true);
  expect(rolling.uncover()).toMatchObject({ view: { die: 3 }, moves: [[7, "box>3"]], since: [roll("RED")], plies: 9 });
  expect(rolling.uncover()).toBeNull();
});

test.each([
  ["the others' rolls", shown([roll("BLUE")]), "step"],
  ["what is shown at once", shown([roll("RED")]), "jump"],
  ["a roll with which nothing is to be decided", shown([roll("RED")], []), "step"],
] as const)("%s waits for nobody", (_, seen, how) => {
  const rolling = new Rolling("RED");
  rolling.wish(true);
  expect(rolling.cover(seen, how)).toBe(seen);
});

test("a game that goes on without the tap shows what was rolled", () => {
  const rolling = new Rolling("RED");
  rolling.wish(true);
  rolling.cover(shown([roll("RED")]), "step");
  const pass: Ply = { seat: 0, action: 0, text: "pass", happened: [] };
  expect(rolling.cover(shown([pass], []), "step").since).toEqual([roll("RED"), pass]);
});
