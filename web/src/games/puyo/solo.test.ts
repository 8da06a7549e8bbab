import { describe, expect, it } from "vitest";
import { Solo } from "./solo";
import { readUrl, writeCode } from "./urls";
import type { TurnView } from "./views";

/** Three red ones below three blue ones: RB on column 3 is a two-chain. */
const READY = ["RBB", "RB", "R", "", "", ""];
const [UP3, UP6] = [2, 5];

function view(solo: Solo, highlighted = false): TurnView {
  return solo.shown(false, highlighted).view as TurnView;
}

describe("practice alone", () => {
  it("places pairs, counts chains and points, and takes everything back", () => {
    const solo = Solo.begun(READY, ["RB", "GY"], 0);
    expect(view(solo).pairs).toEqual(["RB", "GY", "RB"]);
    expect(solo.play(UP3)).toBe(true);
    expect(solo.now).toMatchObject({ chain: 2, score: 40 + 320, clear: true, turn: 1 });
    expect([solo.best, solo.now.field]).toEqual([2, ["", "", "", "", "", ""]]);
    expect(view(solo).pairs[0]).toBe("GY");
    solo.play(UP6);
    expect(solo.go(-1) && solo.go(-1)).toBe(true);
    expect([solo.canGo(-1), solo.now.field]).toEqual([false, READY]);
    expect(solo.go(1) && solo.best).toBe(2);
    expect(solo.canGo(1)).toBe(true);
    solo.play(UP3);
    expect(solo.canGo(1)).toBe(false);
  });

  it("shows the best chain on the field", () => {
    const solo = Solo.begun(READY, [], 7);
    expect(solo.potential).toMatchObject({ links: 1, colour: "B" });
    const { plan } = view(solo, true).players[0]!;
    expect(plan!.order.length).toBeGreaterThanOrEqual(4);
    expect(view(solo).players[0]!.plan).toBeUndefined();
  });

  it("is over when the cross is covered, and goes on when that is taken back", () => {
    const solo = Solo.begun(["", "", "RBRBRBRBRB", "", "", ""], ["GY"], 0);
    expect(solo.play(UP3)).toBe(true);
    expect([solo.over, solo.legal, view(solo).to_play]).toEqual([true, [], -2]);
    expect(solo.play(UP3)).toBe(false);
    solo.go(-1);
    expect(solo.over).toBe(false);
  });

  it("begins with nothing that pops", () => {
    expect(Solo.begun(["RRRR", "", "", "", "", ""], [], 0).now.field).toEqual(["", "", "", "", "", ""]);
  });
});

describe("field URLs", () => {
  it("are read from the whole address, its end, or our own page", () => {
    const code = writeCode(READY);
    for (const text of [
      code,
      `http://www.puyop.com/s/${code}`,
      `/practice/puyo#${code}`,
      ` www.puyop.com/s/${code} `,
    ]) {
      expect(readUrl(text)?.field).toEqual(READY);
    }
    expect(readUrl(`${code}_0010`)?.pairs).toEqual(["RR", "RG"]);
  });

  it("are refused when they are none", () => {
    for (const text of ["what is this?", "77", "0".repeat(40), "10_1"]) expect(readUrl(text)).toBeNull();
  });
});
