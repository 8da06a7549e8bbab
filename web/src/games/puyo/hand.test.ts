// The pair of a turn under keys and pointers, and where things are on the canvas.
import { expect, test } from "vitest";
import { appeared } from "./falling";
import { EMPTY } from "./field";
import { point, type Steer, steer } from "./hand";
import { columnAt, isInside, layoutOf } from "./layout";
import { actionOf, arrowed } from "./placements";

const ALL = Array.from({ length: 22 }, (_, action) => action);
const FREE = { field: EMPTY, row14: 0 };
const KEYS: Record<string, Steer> = { "<": "left", ">": "right", z: "rotate_left", x: "rotate_right" };

test.each([
  ["", "3↑"],
  ["x", "3→"],
  ["z", "3←"],
  ["xx", "3↓"],
  ["<<<<", "1↑"],
  [">>>>>", "6↑"],
  ["<<z", "2←"],
  [">>>x", "5→"],
  ["x>>>>", "5→"],
])("the keys %j bring it to %s", (keys, place) => {
  const pair = appeared();
  for (const key of keys) steer(pair, KEYS[key]!, FREE, ALL);
  expect(arrowed(pair)).toBe(place);
});

test("between two walls the second press turns it over", () => {
  const room = { field: ["", "RBRBRBRBRBRB", "", "RBRBRBRBRBRB", "", ""], row14: 0 };
  const pair = appeared();
  steer(pair, "rotate_right", room, [2, 8]);
  expect(arrowed(pair)).toBe("3↑");
  steer(pair, "rotate_right", room, [2, 8]);
  expect(arrowed(pair)).toBe("3↓");
});

test.each([
  ["", 5, "6↑"],
  ["", -4, "1↑"],
  ["x", 5, "5→"],
  ["z", 0, "2←"],
])("after %j, pointed to column %i, it goes to %s", (keys, column, place) => {
  const pair = appeared();
  for (const key of keys) steer(pair, KEYS[key]!, FREE, ALL);
  point(pair, column, ALL, FREE);
  expect(arrowed(pair)).toBe(place);
});

test("it is pointed only to what is legal", () => {
  const pair = appeared();
  point(pair, 5, [2, 3], FREE);
  expect(actionOf(pair)).toBe(3);
  expect(point(pair, 5, [2, 3], FREE)).toBe(false);
});

test.each([
  [320, 1, 0],
  [320, 2, 0],
  [320, 2, 1],
  [360, 2, null],
  [900, 2, 1],
  [900, 1, null],
])("in %i pixels %i fields fit, those of seat %s large", (width, seats, own) => {
  for (const shared of [true, false]) {
    const layout = layoutOf({ width, most: 600, seats, own, shared });
    expect(layout.fields).toHaveLength(seats);
    for (const place of layout.fields) {
      expect(place.x).toBeGreaterThanOrEqual(0);
      expect(place.x + 6 * place.cell).toBeLessThanOrEqual(width);
      expect(place.y + 13 * place.cell).toBeLessThan(layout.height);
      expect(place.cell).toBeGreaterThanOrEqual(14);
      expect(columnAt(place, place.x + 2.5 * place.cell)).toBe(2);
      expect(isInside(place, place.x + 1, place.y + 1)).toBe(true);
    }
    const cells = layout.fields.map(({ cell }) => cell);
    if (own !== null) expect(cells[own]).toBe(Math.max(...cells));
  }
});
