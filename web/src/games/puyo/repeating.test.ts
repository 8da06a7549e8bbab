import { signal } from "@preact/signals";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { BoardContext } from "../board";
import type { Button } from "./clockwork";
import type { Mode } from "./mode";
import { Repeating } from "./repeating";

let done: string[];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", globalThis);
  done = [];
});
afterEach(() => vi.useRealTimers());

function repeating(delay: number, every: number, timed: boolean): Repeating {
  const settings = signal({ repeat: { delay, every } });
  const ctx = { settings, timed: timed ? {} : null } as unknown as BoardContext;
  const mode = {
    press: (button: Button) => done.push(button) > 0,
    release: (button: Button) => done.push(`-${button}`),
  } as unknown as Mode;
  return new Repeating(ctx, { mode: () => mode, wake: () => {} });
}

test("a direction that is held moves again after the delay, and then at the pace", () => {
  const held = repeating(200, 50, false);
  held.begin("left");
  vi.advanceTimersByTime(199);
  expect(done).toEqual([]);
  vi.advanceTimersByTime(1 + 2 * 50);
  expect(done).toEqual(["left", "left", "left"]);
  held.end("right");
  vi.advanceTimersByTime(50);
  held.end("left");
  vi.advanceTimersByTime(1000);
  expect(done.length).toBe(4);
});

test("what turns and drops is not repeated", () => {
  const held = repeating(200, 50, false);
  for (const button of ["down", "rotate_left", "rotate_right"] as const) {
    expect(held.takes(button)).toBe(false);
    held.begin(button);
  }
  vi.advanceTimersByTime(1000);
  expect(done).toEqual([]);
});

test("on the clock its own pace is the clock's, and any other is made of taps", () => {
  expect(repeating(133, 33, true).takes("left")).toBe(false);
  const held = repeating(100, 40, true);
  held.begin("left");
  vi.advanceTimersByTime(140);
  expect(done).toEqual(["-left", "left", "-left", "left", "-left"]);
});
