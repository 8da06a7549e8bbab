import { describe, expect, it } from "vitest";
import type { Hint } from "../board";
import { adviceText } from "./advice";

const TEXTS: Record<string, string> = {
  up: "Up",
  down: "Down",
  left: "Left",
  "list.separator": ", ",
  "hint.told": "Hint: {direction}",
  "hint.worth": "Hint: {direction}, {value} {unit}",
  "hint.other": "{direction} {loss}",
  "hint.then": "then {direction}",
};

function t(key: string, values: Record<string, string | number> = {}): string {
  return (TEXTS[key] ?? key).replace(/{(\w+)}/g, (_, name: string) => String(values[name] ?? ""));
}

function hint(unit: string, values: readonly number[]): Hint {
  const moves = [3, 0, 2].map((action, at) => ({ action, move: `m${action}`, value: values[at]! }));
  const best = moves.filter(({ value }) => value === values[0]).map(({ move }) => move);
  return { to_play: 0, moves, best, exact: false, evaluation: null, insight: {}, unit };
}

describe("what the engine says of the slides", () => {
  it("is a number of points, and what the others give away", () => {
    expect(adviceText(t, hint("points", [41_230, 40_918, 41_229.99]))).toMatch(
      /^Hint: Left, 41,230 .*· Up −312 · Down −0$/,
    );
  });

  it("is an order where numbers only rank", () => {
    expect(adviceText(t, hint("evaluation", [9, 5, 3]))).toBe("Hint: Left · then Up · then Down");
  });

  it("names all that are best", () => {
    expect(adviceText(t, hint("evaluation", [9, 9, 3]))).toBe("Hint: Left, Up · then Down");
  });
});
