import { expect, test } from "vitest";
import { clockText } from "../src/app/clock";
import { fieldOf } from "../src/app/options";
import { withTexts } from "../src/i18n/texts";

test.each([
  ["true or false", { kind: "flag" }],
  ["a whole number from 2 to 4", { kind: "number", low: 2, high: 4, none: false }],
  ["a whole number from 1 to 4 or none", { kind: "number", low: 1, high: 4, none: true }],
  ["a whole number, 0 or more", { kind: "number", low: 0, high: undefined, none: false }],
  ["a whole number, 1 or more or none", { kind: "number", low: 1, high: undefined, none: true }],
  ["a number from 0.0 to 1.0", { kind: "number", low: 0, high: 1, none: false }],
  ["stop or through or choice", { kind: "words", words: ["stop", "through", "choice"] }],
  ["whole numbers such as 0,2 from 0 to 3 or none", { kind: "text" }],
  ["a text", { kind: "text" }],
])("an option that may be %s", (allowed, field) => {
  expect(fieldOf(allowed)).toEqual(field);
});

test("texts take their parameters, in the form that fits the count", () => {
  const t = withTexts({
    discs: { one: "{count} disc of {who}", other: "{count} discs of {who}" },
    plain: "{who}: {what}",
  });
  expect(t("discs", { count: 1, who: "Ann" })).toBe("1 disc of Ann");
  expect(t("discs", { count: 1200, who: "Ann" })).toBe("1,200 discs of Ann");
  expect(t("plain", { who: "{what}", what: "x" })).toBe("{what}: x");
  expect(t("plain", { who: "Ann" })).toBe("Ann: {what}");
  expect(t("constructor")).toBe("constructor");
  expect(t("unknown.key")).toBe("unknown.key");
});

test.each([
  [3_600_000, "1:00:00"],
  [65_000, "1:05"],
  [10_000, "0:10"],
  [9_940, "9.9"],
  [0, "0.0"],
])("%i ms on the clock are %s", (ms, text) => {
  expect(clockText(ms)).toBe(text);
});
