// The half of the rules that the browser must know, against the rulebook: tests/web/test_puyo.py writes what it says.
import { expect, test } from "vitest";
import { Clockwork } from "./clockwork";
import { appeared, type Falling } from "./falling";
import { type Field, pointsOf, resolve } from "./field";
import { steer } from "./hand";
import { writeTimed, writeTurn } from "./notation";
import { actionOf, placed, placementOf } from "./placements";
import { plan, potential } from "./potential";
import { queue } from "./queue";
import { reachable } from "./reach";
import { readUrl, writeUrl } from "./urls";
import { isTimed, type TimedView, type TurnView } from "./views";

declare const process: {
  env: Record<string, string | undefined>;
  getBuiltinModule(name: "fs"): { readFileSync(path: string, as: "utf8"): string };
};

interface Vectors {
  potentials: { field: Field; best: [links: number, score: number, puyos: number] | null }[];
  urls: { field: Field; url: string }[];
  queues: { seed: number; colours: number; letters: string }[];
  chains: { field: Field; after: Field; points: number[]; falls: number[] }[];
  placements: { field: Field; pair: string; action: number; after: Field }[];
  reachable: { field: Field; row14: number; actions: number[] }[];
  /** A position as a seat sees it, and as it is written for the engine. */
  positions: { view: TurnView | TimedView; seat: number; text: string }[];
  /** Views of a game, with what each seat held in each tick from one to the next. */
  games: { views: TimedView[]; held: number[][][] }[];
}

const file = process.env.PUYO_VECTORS;
const vectors = file ? (JSON.parse(process.getBuiltinModule("fs").readFileSync(file, "utf8")) as Vectors) : null;
const withVectors = (name: string, run: () => void): void => test.skipIf(!vectors)(name, run, 60_000);

withVectors("chains", () => {
  for (const { field, after, points, falls } of vectors!.chains) {
    const found = resolve(field);
    expect(found.field).toEqual(after);
    expect(found.links.map(pointsOf)).toEqual(points);
    expect(found.links.map(({ fall }) => fall)).toEqual(falls);
  }
});

withVectors("placements", () => {
  for (const { field, pair, action, after } of vectors!.placements) {
    expect(actionOf(placementOf(action))).toBe(action);
    expect(placed(field, pair, placementOf(action))).toEqual(after);
  }
});

withVectors("positions are written as the rulebook writes them", () => {
  for (const { view, seat, text } of vectors!.positions) {
    expect(isTimed(view) ? writeTimed(view, seat) : writeTurn(view, seat)).toBe(text);
  }
});

withVectors("placements that can be reached", () => {
  for (const { field, row14, actions } of vectors!.reachable) expect(reachable(field, row14)).toEqual(actions);
});

withVectors("the longest chain in a field, and when its puyos pop", () => {
  for (const { field, best } of vectors!.potentials) {
    const found = potential(field);
    expect(found && [found.links, found.score, found.puyos]).toEqual(best);
    if (!found) continue;
    const { drop, order } = plan(field, found);
    expect(drop.length).toBe(found.puyos);
    expect(Math.max(...order.map(({ number }) => number))).toBe(found.links);
    expect(new Set(order.map(({ column, row }) => `${column} ${row}`)).size).toBe(order.length);
  }
});

withVectors("field URLs", () => {
  for (const { field, url } of vectors!.urls) {
    expect(writeUrl(field)).toBe(url);
    expect(readUrl(url)).toEqual({ field, pairs: [] });
  }
});

withVectors("the queue of a seed", () => {
  for (const { seed, colours, letters } of vectors!.queues) expect(queue(seed, colours)).toBe(letters);
});

withVectors("keys reach every legal placement and no other, from wherever they have led", () => {
  for (const { field, row14, actions } of vectors!.reachable) {
    const ways = steered(field, row14, actions);
    for (const from of ways.keys()) expect(reached(ways, from)).toEqual(actions);
  }
});

/** Every state of the pair of a turn that keys lead to, and the states to which they lead from there. */
function steered(field: Field, row14: number, actions: number[]): Map<string, string[]> {
  const ways = new Map<string, string[]>();
  const level = [JSON.stringify(appeared())];
  for (const from of level) {
    if (ways.has(from)) continue;
    const to = (["left", "right", "rotate_left", "rotate_right"] as const).map((way) => {
      const pair = read(from);
      steer(pair, way, { field, row14 }, actions);
      return JSON.stringify(pair);
    });
    ways.set(from, to);
    level.push(...to);
  }
  return ways;
}

function reached(ways: Map<string, string[]>, from: string): number[] {
  const found = new Set([from]);
  for (const each of found) for (const to of ways.get(each)!) found.add(to);
  return [...new Set([...found].map(read).map(actionOf))].sort((one, other) => one - other);
}

function read(text: string): Falling {
  return JSON.parse(text) as Falling;
}

withVectors("the clock", () => {
  let compared = 0;
  for (const { views, held } of vectors!.games) {
    views.slice(1).forEach((view, at) => {
      view.players.forEach((player, seat) => {
        const guess = new Clockwork(views[at]!.players[seat]!, views[at]!.tick);
        for (const mask of held[at]![seat]!) guess.step(mask);
        if (isSecret(guess, player.phase)) return;
        expect({ ...guess, ...UNKNOWN }).toEqual({ ...new Clockwork(player, view.tick), ...UNKNOWN });
        compared += 1;
      });
    });
  }
  expect(compared).toBeGreaterThan(1000);
});

/** What a guess does not say, or a view. */
const UNKNOWN = { passage: null, fixed: 0, row14: 0, pairs: [] };

/** Only the server knows how it goes on. */
function isSecret({ phase, until, tick }: Clockwork, truth: string): boolean {
  return truth === "ojama" || truth === "done" || ((phase === "landing" || phase === "ojama") && until <= tick);
}
