import { describe, expect, it } from "vitest";
import { type Attempt, Drill } from "../src/app/drill";
import type { AttemptCard } from "../src/wire";

/** An exercise of two moves: first 1, then 2, after each of which seat 1 plays 9. Anything else is no move. */
const attempt: Attempt = async (actions) => {
  const steps = actions.flatMap((action) => [
    { seat: 0, action, text: `m${action}`, happened: [] },
    { seat: 1, action: 9, text: "m9", happened: [] },
  ]);
  const done = actions.length === 2;
  const next = actions.length + 1;
  const card: AttemptCard = {
    view: { steps: steps.length },
    moves: done ? [] : [[next, `m${next}`]],
    steps,
    left: 2 - actions.length,
    over: false,
    done,
    failed: false,
  };
  return card;
};

describe("a drill", () => {
  it("shows a move at once and what came of it later", async () => {
    const drill = new Drill(0, attempt);
    await drill.begin();
    expect(drill.picture.value).toMatchObject({ how: "jump", shown: { due: [0], pending: null, plies: 0 } });
    const played = drill.play(1);
    expect(drill.picture.value).toMatchObject({ how: "step", shown: { pending: 1, since: [] } });
    await played;
    expect(drill.picture.value).toMatchObject({
      how: "step",
      shown: { pending: null, plies: 2, last: { action: 9 }, since: [{ action: 1 }, { action: 9 }] },
    });
    await drill.play(2);
    expect(drill.told.value?.done).toBe(true);
    expect(drill.picture.value?.shown.since.map(({ action }) => action)).toEqual([2, 9]);
  });

  it("plays nothing that is no move, and one move at a time", async () => {
    const drill = new Drill(0, attempt);
    await drill.begin();
    await drill.play(5);
    expect(drill.told.value?.steps).toEqual([]);
    await Promise.all([drill.play(1), drill.play(1)]);
    expect(drill.told.value?.steps.length).toBe(2);
  });

  it("begins anew, whatever is still on its way", async () => {
    const drill = new Drill(0, attempt);
    await drill.begin();
    const played = drill.play(1);
    await drill.begin();
    await played;
    expect(drill.told.value?.steps).toEqual([]);
    expect(drill.picture.value?.shown.pending).toBeNull();
    await drill.play(1);
    expect(drill.told.value?.steps.length).toBe(2);
  });

  it("takes a move back that the server did not take", async () => {
    let fails = false;
    const drill = new Drill(0, (actions) => (fails ? Promise.reject(new Error("no")) : attempt(actions)));
    await drill.begin();
    fails = true;
    await expect(drill.play(1)).rejects.toThrow("no");
    expect(drill.picture.value).toMatchObject({ how: "jump", shown: { pending: null } });
    fails = false;
    await drill.play(1);
    expect(drill.told.value?.steps.length).toBe(2);
  });

  it("plays the solution by itself, until somebody begins anew", async () => {
    const drill = new Drill(0, attempt);
    await drill.demonstrate(["m1", "m2"], async () => {});
    expect([drill.told.value?.done, drill.showing.value]).toEqual([true, false]);
    let pauses = 0;
    await drill.demonstrate(["m1", "m2"], async () => {
      if (++pauses === 2) await drill.begin();
    });
    expect([drill.told.value?.steps, drill.showing.value]).toEqual([[], false]);
  });
});
