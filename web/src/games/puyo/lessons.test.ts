// Every lesson is a position that can be, and has its text in both languages.
import { expect, test } from "vitest";
import en from "./en.json";
import { columnsOf } from "./field";
import ja from "./ja.json";
import { lessons } from "./lessons";
import type { TurnView } from "./views";

test.each(lessons.map(({ text, view }) => [text, view as TurnView] as const))("%s", (text, view) => {
  expect(en).toHaveProperty([text]);
  expect(ja).toHaveProperty([text]);
  for (const { field } of view.players) {
    expect(field).toHaveLength(13);
    expect(columnsOf(field).join("")).not.toContain(".");
    for (const row of field) expect(row).toMatch(/^[RBYGO.]{6}$/);
  }
});

test("both languages say the same things", () => {
  expect(Object.keys(ja)).toEqual(Object.keys(en));
});
