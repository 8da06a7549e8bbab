import { describe, expect, it } from "vitest";
import { read } from "./notation";
import { PASS, START } from "./rules";
import { goTo, here, lastPlaced, painted, placed, positions, setUp, walkOf } from "./walk";

const LINE = walkOf(read("f5d6c3"));
const [F5, D6, C3, F4] = [37, 43, 18, 29];

describe("a walk along a line", () => {
  it("begins at its end and stays within it", () => {
    expect(LINE.at).toBe(3);
    expect(goTo(LINE, 9).at).toBe(3);
    expect(goTo(LINE, -1).at).toBe(0);
    expect(here(goTo(LINE, 0))).toEqual(START);
    expect(positions(LINE)).toHaveLength(4);
    expect(positions(LINE)[3]).toEqual(here(LINE));
  });

  it("keeps what follows as long as the same is played", () => {
    expect(placed(goTo(LINE, 1), D6)).toEqual({ ...LINE, at: 2 });
    expect(placed(goTo(LINE, 1), F4)).toEqual({ ...LINE, actions: [F5, F4], at: 2 });
  });

  it("passes at once where it must", () => {
    const before = walkOf(read("d3c3b3b2f5a3a1"));
    const [c1] = [2];
    expect(placed(before, c1).actions.slice(-2)).toEqual([c1, PASS]);
    expect(lastPlaced(placed(before, c1))).toEqual({ square: c1, before: here(before).squares });
  });

  it("knows the last disc", () => {
    expect(lastPlaced(LINE)).toEqual({ square: C3, before: here(goTo(LINE, 2)).squares });
    expect(lastPlaced(goTo(LINE, 0))).toBeNull();
  });

  it("ends where a board is set up", () => {
    const squares = painted(here(LINE), 0, "O");
    expect(setUp(LINE, { squares })).toEqual({ start: { squares, side: 1 }, actions: [], at: 0 });
    expect(setUp(LINE, { side: 0 }).start).toEqual({ ...here(LINE), side: 0 });
  });
});
