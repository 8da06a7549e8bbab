import { beforeAll, expect, it, vi } from "vitest";
import { countsText, placesText, reasonText } from "../src/app/ending";
import { viewOf } from "../src/games/otrio/view";
import { endWords } from "../src/games/otrio/words";
import { speak } from "../src/i18n/texts";

const four = ["Ann", "Bob", "Cleo", "Dan"];

beforeAll(async () => {
  vi.stubGlobal("document", { documentElement: {} });
  await speak("en");
});

it("says why, and what it does not know is the plain end", () => {
  expect(reasonText("max_turns")).toBe("All turns were played.");
  expect(reasonText("bankrupt")).toBe(reasonText("rules"));
});

it("lists places by the order of leaving, and equals together", () => {
  expect(placesText(four, [1, 4, 1, 3])).toBe("1. Ann, Cleo · 3. Dan · 4. Bob");
  expect(placesText(four.slice(0, 2), [1, 2])).toBe("");
});

it("tells what was counted", () => {
  expect(countsText("nim", four.slice(0, 2), { heaps: [3, 1200] })).toEqual(["heaps: Ann 3, Bob 1,200"]);
  expect(countsText("nim", four.slice(0, 1), { heaps: [7] })).toEqual(["heaps: 7"]);
  expect(countsText("nim", four, {})).toEqual([]);
});

it("does not speak of a full board when the others have left", () => {
  const ctx = { t: (key: string) => key };
  const over = viewOf("R../.../.../.../.../.../.../.../...");
  expect(endWords(ctx, over, [])).toBe("drawn");
  expect(endWords(ctx, { ...over, winner_seat: 1 }, [])).toBe("won.alone");
});
