import { describe, expect, it } from "vitest";
import TABLE from "../../../../src/asobiba/games/othello/openings/names.csv?raw";
import { read } from "./notation";
import { openingOf } from "./openings";
import { START } from "./rules";
import { positions } from "./walk";

function nameOf(moves: string): string {
  return openingOf(positions(read(moves)), "en");
}

describe("the name of an opening", () => {
  it.each([
    ["f5", ""],
    ["f5d6", "Perpendicular"],
    ["f5d6c3d3c4f4f6f3", "Comp'Oth"],
    ["f5d6c3d3c4f4f6f3e6e7", "Comp'Oth"],
    ["f5f6e6f4e3c5g5d6g6", "Bat, Kling's other"],
  ])("%s: %s", (moves, name) => {
    expect(nameOf(moves)).toBe(name);
  });

  it.each(["f5f6", "d3c3", "c4c3", "e6f6"])("is the same from every side: %s", (moves) => {
    expect(nameOf(moves)).toBe("Diagonal");
  });

  it("is known in both languages for every row of the table", () => {
    const rows = TABLE.trim().split("\n").slice(1);
    expect(rows.length).toBeGreaterThan(70);
    for (const row of rows) {
      const line = positions(read(row.split(",")[0]!));
      expect(row).toContain(openingOf(line.slice(-1), "en") || "no name");
      expect(row.endsWith(`,${openingOf(line.slice(-1), "ja")}`)).toBe(true);
    }
  });

  it("is none of a board that no opening leads to", () => {
    expect(openingOf([], "en")).toBe("");
    expect(openingOf([{ ...START, side: 1 }], "ja")).toBe("");
  });
});
