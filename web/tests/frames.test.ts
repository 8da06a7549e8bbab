import { beforeEach, expect, test } from "vitest";
import { FrameHands } from "../src/app/frames";
import type { Inputs } from "../src/wire";
import { FakeWorld } from "./world";

let world: FakeWorld;
let sent: Inputs[];
let hands: FrameHands;

beforeEach(() => {
  world = new FakeWorld();
  sent = [];
  hands = new FrameHands(world, (message) => sent.push(message) > 0);
});

function tick(number: number): void {
  hands.heard({ t: "tick", tick: number, digest: "", view: {} });
}

/** What was held at each tick, as the server reads it. */
function held(): Map<number, number> {
  return new Map(sent.flatMap(({ tick, held }) => held.map((mask, offset) => [tick + offset, mask] as const)));
}

test("the player is a little ahead of the newest view, and time goes on", () => {
  tick(100);
  expect(hands.now()).toBe(109);
  world.pass(500);
  expect(hands.now()).toBeCloseTo(139);
});

test("a message that was long on its way does not set the clock back", () => {
  tick(100);
  world.pass(200);
  tick(105);
  expect(hands.now()).toBeCloseTo(121);
});

test("a game that was paused goes on from where it is", () => {
  tick(100);
  world.pass(5000);
  tick(103);
  expect(hands.now()).toBe(112);
});

test("nothing is sent while nothing is held", () => {
  tick(100);
  world.pass(2000);
  expect(sent).toEqual([]);
});

test("what is held is sent for every tick, once, until it is let go", () => {
  tick(100);
  world.pass(100);
  const from = Math.floor(hands.now());
  hands.hold(4);
  world.pass(200);
  const until = Math.floor(hands.now());
  hands.hold(0);
  world.pass(300);
  const all = held();
  expect(sent.reduce((sum, message) => sum + message.held.length, 0)).toBe(all.size);
  for (let at = from; at < until; at++) expect(all.get(at)).toBe(4);
  expect(all.get(until)).toBe(0);
  expect(sent.at(-1)!.held.at(-1)).toBe(0);
  const count = sent.length;
  world.pass(1000);
  expect(sent).toHaveLength(count);
});

test("a short press is not lost between two batches", () => {
  tick(100);
  world.pass(61);
  const at = Math.floor(hands.now());
  hands.hold(1, at);
  hands.hold(0, at + 1);
  world.pass(200);
  expect(held().get(at)).toBe(1);
  expect(held().get(at + 1)).toBe(0);
});

test("no more messages than the server takes, and none after the end", () => {
  tick(0);
  hands.hold(1);
  world.pass(5000);
  expect(sent.length).toBeLessThanOrEqual(20 * 5);
  expect(Math.max(...sent.map((message) => message.held.length))).toBeLessThanOrEqual(60);
  hands.stop();
  const count = sent.length;
  world.pass(1000);
  expect(sent).toHaveLength(count);
});

test("while the game stands still so does the player's clock, and what is pressed counts when it runs", () => {
  tick(100);
  world.pass(100);
  hands.heard({ t: "tick", tick: 100, digest: "", view: {}, stands: "paused" });
  world.pass(5000);
  expect(hands.now()).toBe(0);
  hands.hold(1);
  tick(101);
  world.pass(200);
  expect([...held().values()].includes(1)).toBe(true);
});
