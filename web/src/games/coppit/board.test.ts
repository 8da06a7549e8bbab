import { describe, expect, it } from "vitest";
import type { Shown } from "../board";
import type { Direction } from "../grid";
import { caughtPlace } from "./art";
import { Choosing } from "./choosing";
import en from "./en.json";
import { lessons } from "./index";
import ja from "./ja.json";
import { COLOURS, far, HALF, mapOf, walk } from "./map";
import {
  choicesOf,
  coloursOf,
  homeOf,
  isOut,
  lifted,
  movesOf,
  pipsOf,
  positionOf,
  robbed,
  trailOf,
  type View,
} from "./views";

const map = mapOf({});
const at = (short: string): number => map.spots.findIndex((spot) => spot.short === short);
const lesson = (name: string): View => lessons.find(({ text }) => text === `lesson.${name}`)!.view as View;

function shown(view: View, moves: Shown["moves"]): Shown {
  return {
    view,
    moves,
    due: [],
    since: [],
    last: null,
    plies: 0,
    history: [],
    over: false,
    pending: null,
    committed: [],
  };
}

function view(more: Partial<View>): View {
  return { ...lesson("start"), ...more };
}

describe("the board", () => {
  it("is the ring, the cross and four boxes, inside the picture", () => {
    expect(map.spots.map(({ kind }) => kind).filter((kind) => kind === "BOX")).toHaveLength(4);
    expect(map.spots).toHaveLength(61);
    for (const { x, y, kind } of map.spots) {
      expect(Math.max(Math.abs(x), Math.abs(y)) + (kind === "BOX" ? 60 : map.radius)).toBeLessThan(HALF);
    }
  });

  it("lets the arrows reach every square, and back from each by some way", () => {
    const arrows: Direction[] = ["up", "down", "left", "right"];
    const reached = new Set([0]);
    for (const from of reached) for (const arrow of arrows) reached.add(walk(map, from, arrow));
    expect(reached.size).toBe(61);
    for (const from of map.spots.keys()) {
      const next = arrows.map((arrow) => walk(map, from, arrow)).filter((to) => to !== from);
      expect(new Set(next).size, map.spots[from]!.name).toBe(map.spots[from]!.ways.length);
    }
  });

  it.each([
    ["0", "up", "boxR"],
    ["0", "right", "1"],
    ["10", "down", "n0"],
    ["18", "down", "19"],
    ["18", "left", "18"],
    ["c", "left", "w1"],
    ["boxG", "left", "24"],
  ] as const)("from %s %s is %s", (from, arrow, to) => {
    expect(map.spots[walk(map, at(from), arrow)]!.short).toBe(to);
  });

  it("has a tray for each colour that touches no square, with room for eighteen hats", () => {
    for (const colour of COLOURS) {
      const tray = map.trays[colour];
      for (const spot of map.spots) expect(far(tray, spot)).toBeGreaterThan(120);
      for (let hat = 0; hat < 18; hat++) expect(Math.abs(caughtPlace(tray, hat, 18).x - tray.x)).toBeLessThan(84);
    }
  });

  it("is unknown: the generic board takes over", () => {
    expect(() => mapOf({ board: "moon" })).toThrow("moon");
  });
});

describe("a view", () => {
  it("becomes a position that the server reads", () => {
    const seen = view({
      turn: 9,
      colour: "BLUE",
      die: 6,
      extra_rolls: 1,
      boxes: { RED: 4, BLUE: 3 },
      nodes: { outer_10: [["BLUE", "RED"]], outer_5: [["RED"], ["BLUE"]], BOX_RED: [["BLUE", "RED"]] },
      banked: { RED: { BLUE: 1 }, BLUE: {} },
    });
    expect(positionOf(seen)).toBe(
      "RED:box=4,bank=B1 BLUE:box=3 outer_10:BR outer_5:R+B BOX_RED:BR play=BLUE turn=9 die=6 extra=1",
    );
    expect(positionOf(lesson("end"))).toMatch(/ turn=60 over=1$/);
  });

  it("counts hats at home, a held stack included, and knows who is out", () => {
    const seen = view({
      boxes: { RED: 1, BLUE: 0 },
      nodes: { BOX_RED: [["BLUE", "RED", "RED"]], outer_3: [["BLUE", "RED"]] },
    });
    expect(coloursOf(seen).map((colour) => homeOf(seen, colour))).toEqual([3, 0]);
    expect(coloursOf(seen).map((colour) => isOut(seen, colour))).toEqual([false, true]);
  });

  it.each([
    ["a single hat", "BOX_RED", "box>3", ["RED"]],
    ["the held stack", "BOX_RED", "box+>3", ["GREEN", "RED"]],
    ["a stack beside another", "outer_5", "5>8", ["BLUE", "RED"]],
  ])("gives up %s", (_, source, text, hats) => {
    const seen = view({
      boxes: { RED: 2 },
      nodes: { BOX_RED: [["GREEN", "RED"]], outer_5: [["GREEN"], ["BLUE", "RED"]] },
    });
    const found = lifted(seen, { path: [source, "outer_8"], colour: "RED" }, text);
    expect(found.hats).toEqual(hats);
    const left = Object.values(found.rest.nodes).flat(2).length + found.rest.boxes.RED!;
    expect(left).toBe(7 - hats.length);
  });

  it("loses the stacks that were caught, and no safe one that begins alike", () => {
    const seen = view({ nodes: { outer_7: [["BLUE"], ["BLUE", "GREEN"]] } });
    const caught = robbed(seen, { node: "outer_7", hats: ["BLUE", "GREEN"] });
    expect(caught.nodes.outer_7).toEqual([["BLUE"]]);
  });

  it("tells the way of the last move, or else its ends", () => {
    const ply = { seat: 0, action: 1, text: "45>box", happened: [] };
    expect(trailOf(ply, map, "RED")).toEqual([45, map.boxes.RED.node]);
    expect(trailOf({ ...ply, text: "9>boxB" }, map, "RED")).toEqual([9, map.boxes.BLUE.node]);
    const happened = [{ event: "move", colour: "RED", path: ["outer_46", "outer_47", "outer_0"] }];
    expect(trailOf({ ...ply, happened }, map, "RED")).toEqual([46, 47, 0]);
    expect(trailOf({ ...ply, text: "pass" }, map, "RED")).toEqual([]);
  });
});

describe("choosing", () => {
  it("counts the pips along every way of the lessons up to the die", () => {
    for (const { view: seen, moves = [] } of lessons) {
      for (const choice of choicesOf(shown(seen as View, moves), map)) {
        const pips = pipsOf(choice, map);
        const isHome = map.spots[choice.end]!.kind === "BOX";
        const die = (seen as View).die!;
        expect(isHome ? pips.at(-1)! <= die : pips.at(-1) === die, choice.text).toBe(true);
      }
    }
  });

  it("takes a hat, another hat, and then its way", () => {
    const choosing = new Choosing();
    choosing.begin(movesOf(lesson("home"), map));
    const [two, box] = [at("2"), map.boxes.RED.node];
    expect(choosing.sources).toEqual([two, box]);
    expect(choosing.pick(at("6"))).toEqual([]);
    expect(choosing.pick(box)).toEqual([]);
    expect(choosing.source).toBe(box);
    choosing.pick(two);
    expect(choosing.targets).toContain(box);
    expect(choosing.pick(box).map(({ text }) => text)).toEqual(["2>box"]);
    expect(choosing.source).toBe(two);
    choosing.pick(-1);
    expect(choosing.source).toBeNull();
  });

  it("begins with the only hat that can move, and keeps it", () => {
    const choosing = new Choosing();
    choosing.begin(movesOf(lesson("walk"), map));
    choosing.pick(-1);
    expect(choosing.source).toBe(map.boxes.RED.node);
    expect(choosing.pick(at("45")).map(({ text }) => text)).toEqual(["box>45"]);
  });

  it("offers only what this person may do", () => {
    expect(choicesOf(shown(lesson("walk"), []), map)).toEqual([]);
    expect(choicesOf(shown(lesson("walk"), [[1127, "box>3"]]), map)).toHaveLength(1);
  });
});

it("every lesson is told in both languages", () => {
  expect(lessons.length).toBeGreaterThanOrEqual(4);
  for (const { text } of lessons) for (const texts of [en, ja]) expect(texts).toHaveProperty([text]);
});
