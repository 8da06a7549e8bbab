// What is seen of a turn.
import { describe, expect, test } from "vitest";
import { columnsOf, EMPTY, type Field } from "./field";
import { burial, byItself, chainOf, dropAt, stagesOf } from "./motion";
import { actionOf, landing, placementOf } from "./placements";

/** RB.../RBBG.. : rows from the top. */
function field(text: string): Field {
  return columnsOf(text.split("/"));
}

/** 3u */
function at(text: string): { column: number; side: number } {
  return { column: Number(text[0]) - 1, side: "urdl".indexOf(text[1]!) };
}

const STAIRS = field("GRBYG./RBYGR./RBYGR./RBYGR.");

describe("a turn", () => {
  const placing = { pair: "RR", placement: at("6u"), row: 11 };

  test("is a drop, then each link with the fall after it", () => {
    const stages = stagesOf(STAIRS, placing, field("G....."))!;
    expect(stages.map(({ link }) => link?.number ?? null)).toEqual([null, 1, null, 2, null, 3, null, 4, null, 5, null]);
    expect(stages.at(-2)!.link!.gone).toHaveLength(4);
  });

  test("that has been seen to drop begins with its links", () => {
    const [first] = stagesOf(STAIRS, { ...placing, row: null }, field("G....."))!;
    expect(first!.link!.number).toBe(1);
  });

  test("ends with the ojama that fall", () => {
    const stages = stagesOf(EMPTY, { pair: "RB", placement: at("3u"), row: 11 }, field("..B.../O.R..O"))!;
    const drops = stages.at(-1)!.drops.map(({ column, row, letter }) => `${column + 1}${letter}${row}`);
    expect(drops).toEqual(["1O0", "6O0"]);
  });

  test("of which the placement is not known shows the ojama alone", () => {
    expect(stagesOf(EMPTY, null, field("O....."))).toHaveLength(1);
  });

  test.each([
    ["another field", "R....."],
    ["a puyo less", "......"],
  ])("cannot be told if it leads to %s", (_, after) => {
    expect(stagesOf(STAIRS, placing, field(after))).toBe(null);
  });
});

test("ojama fall from above the field, the lower ones first", () => {
  const found = burial(field("R....."), field("O...../OO..../RO...."))!;
  expect(found.drops.map(({ column, from, row }) => [column, from, row])).toEqual([
    [0, 13, 1],
    [0, 14, 2],
    [1, 13, 0],
    [1, 14, 1],
  ]);
  expect(burial(field("R....."), field("R....."))!.ticks).toBe(0);
  expect(burial(field("R....."), field("B....."))).toBe(null);
});

test("a puyo falls at its pace and then lies where it has landed", () => {
  const drop = { column: 0, from: 12, row: 10, letter: "R" };
  expect(dropAt(drop, byItself, 0)).toEqual({ row: 12, landed: -1 });
  expect(dropAt(drop, byItself, 10).row).toBe(11);
  const { row, landed } = dropAt(drop, byItself, 20);
  expect(row).toBe(10);
  expect(landed).toBeGreaterThan(3);
  expect(landed).toBeLessThan(5);
});

test("the links of a field that is left alone", () => {
  expect(chainOf(EMPTY)).toEqual([]);
  expect(chainOf(field("RRRR.."))).toHaveLength(2);
});

test.each([
  ["3u", [2, 3]],
  ["3d", [3, 2]],
  ["3r", [2, 1]],
  ["3l", [2, 0]],
])("%s comes to rest in rows %j", (text, rows) => {
  expect(landing(field("..R.../..RB.."), at(text))).toEqual(rows);
});

test("placements are numbered as the rulebook does", () => {
  expect(["1u", "6u", "1d", "6d", "1r", "5r", "2l", "6l"].map(at).map(actionOf)).toEqual([0, 5, 6, 11, 12, 16, 17, 21]);
  for (let action = 0; action < 22; action++) expect(actionOf(placementOf(action))).toBe(action);
});
