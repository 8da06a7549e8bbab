import { expect, test, vi } from "vitest";
import { clockText } from "../src/app/clock";
import { moveText } from "../src/app/notation";
import { fieldOf } from "../src/app/options";
import { personName } from "../src/app/persons";
import { duration, speak, withTexts } from "../src/i18n/texts";

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

test.each([
  ["en", 1, "1 second"],
  ["en", 886, "14 min 46 s"],
  ["en", 900, "15 minutes"],
  ["en", 5400, "1 h 30 min"],
  ["ja", 886, "14分46秒"],
  ["ja", 60, "1分"],
] as const)("in %s %i seconds are %s", async (lang, seconds, text) => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak(lang);
  expect(duration(seconds)).toBe(text);
});

test.each([
  ["en", "coppit", "die=3", "a 3"],
  ["ja", "coppit", "die=3", "3の目"],
  ["ja", "coppit", "box>3", "箱 → 3"],
  ["ja", "othello", "pass", "パス"],
  ["en", "othello", "d3", "d3"],
  ["ja", "twenty48", "b2=4", "b2に4"],
  ["ja", "twenty48", "up", "上"],
  ["en", "puyo", "columns=1,4", "ojama into column 1, 4"],
  ["en", "puyo", "seed=1234", "the pairs are drawn"],
  ["en", "unknown", "luck=7", "7"],
] as const)("in %s %s's %s is read %s", async (lang, game, written, text) => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak(lang);
  moveText(game, written); // its words are fetched when somebody first asks
  await vi.waitFor(() => expect(moveText(game, written)).toBe(text));
});

test.each([
  ["en", "Guest 1234", "Guest 1234"],
  ["ja", "Guest 1234", "ゲスト1234さん"],
  ["ja", "たろう", "たろうさん"],
  ["ja", "はなちゃん", "はなちゃん"],
] as const)("in %s %s is called %s", async (lang, name, called) => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak(lang);
  expect(personName(name)).toBe(called);
});
