import { beforeEach, expect, test } from "vitest";
import { type Line, Table } from "../src/app/table";
import type { Events, Reject, RoomEvent, StateView, Told } from "../src/wire";
import { FakeWorld } from "./world";

let world: FakeWorld;
let table: Table;
let seq: number;
let heard: Line[];
let tokens: (string | null)[];
let refusals: Reject[];

beforeEach(() => {
  world = new FakeWorld();
  [seq, heard, tokens, refusals] = [0, [], [], []];
  table = new Table("r", "en", null, world, {
    refused: (reject) => refusals.push(reject),
    happened: (line) => heard.push(line),
    seated: (token) => tokens.push(token),
    unseated: () => tokens.push(null),
  });
  table.start();
});

function state(more: Partial<StateView> = {}): StateView {
  const seat = (name: string, owner: number) => ({
    name,
    kind: "human" as const,
    ready: true,
    bot: null,
    gone: false,
    owner,
  });
  return {
    status: "playing",
    phase: "PLAYING",
    round: 1,
    seats: [seat("Ann", 0), seat("Bob", 1)],
    due: [0],
    passing: [],
    plies: table.plies.value.length,
    moves: [[1, "a"]],
    offers: [],
    committed: [],
    commitment: "promise",
    places: [],
    result: null,
    view: {},
    ...more,
  };
}

function join(seat: number | null): void {
  world.socket.onopen?.();
  const room = { id: "r", game: "g", rules: 1, options: {}, settings: {}, seats: ["black", "white"] };
  world.socket.tell({ t: "welcome", you: { name: "Ann", seat, host: true }, room, server_ms: 0 });
}

function tell(list: RoomEvent[], more: Partial<StateView> = {}): void {
  const message: Events = { t: "events", seq: seq + 1, list, state: state(more) };
  seq += list.length;
  world.socket.tell(message as Told);
}

function moved(seat: number, text: string): RoomEvent {
  return { kind: "moved", seat, ms: 0, by: "player", action: 1, text };
}

const started = (round: number): RoomEvent => ({ kind: "started", round, commitment: `promise ${round}` });
const texts = (): string[] => table.plies.value.map((ply) => ply.text);
const picture = () => table.picture.value!;

test("what had happened before is a jump, what happens now are steps", () => {
  join(0);
  tell([{ kind: "sat", seat: 0, name: "Ann" }, started(1), moved(0, "d3")]);
  expect(picture().how).toBe("jump");
  expect(heard).toEqual([]);
  tell([moved(1, "c3"), { kind: "drew", outcome: 4, text: "a 4", happened: [{ event: "roll" }] }]);
  expect(picture().how).toBe("step");
  expect(picture().shown.since.map(({ seat, text }) => [seat, text])).toEqual([
    [1, "c3"],
    [-1, "a 4"],
  ]);
  expect(picture().shown.last?.text).toBe("c3");
  expect(texts()).toEqual(["d3", "c3", "a 4"]);
});

test("luck that is hidden is a ply without a text", () => {
  join(0);
  tell([started(1), { kind: "drew" }]);
  expect(table.plies.value).toEqual([{ seat: -1, action: -1, text: "", happened: [] }]);
});

test("a hidden commit is no ply; the last of a turn shows them all", () => {
  join(0);
  tell([started(1)]);
  tell([{ kind: "moved", seat: 1, ms: 0, by: "player" }], { committed: [1] });
  expect(texts()).toEqual([]);
  tell([
    {
      kind: "moved",
      seat: 0,
      ms: 0,
      by: "player",
      action: 3,
      revealed: [
        [0, 3, "3u"],
        [1, 4, "4d"],
      ],
    },
  ]);
  expect(texts()).toEqual(["3u", "4d"]);
  expect(picture().shown.since).toHaveLength(2);
});

test("taking back shortens the game and jumps", () => {
  join(0);
  tell([started(1), moved(0, "d3"), moved(1, "c3")]);
  tell([{ kind: "tookback", plies: 1 }]);
  expect(texts()).toEqual(["d3"]);
  expect(picture().how).toBe("jump");
});

test("a snapshot is everything", () => {
  join(null);
  world.socket.tell({
    t: "snapshot",
    seq: 300,
    state: state(),
    history: [
      [0, 19, "d3"],
      [-1, -1, ""],
    ],
  });
  expect(texts()).toEqual(["d3", ""]);
  expect(picture().shown.moves).toEqual([]);
});

test("in the next game everybody has moved one seat", () => {
  join(0);
  tell([started(1)]);
  tell([started(2)], { round: 2 });
  expect(table.you.value?.seat).toBe(1);
  expect(table.promise).toBe("promise 2");
  expect(texts()).toEqual([]);
});

test("but a welcome has said already where we sit", () => {
  join(0);
  tell([started(1)]);
  world.socket.onclose?.({ code: 1006 });
  world.pass(8000);
  join(1);
  tell([started(2)], { round: 2 });
  expect(table.you.value?.seat).toBe(1);
});

test("after a long absence the game is not played back", () => {
  join(0);
  tell([started(1)]);
  world.socket.onclose?.({ code: 1006 });
  world.pass(8000);
  join(0);
  tell([moved(0, "a"), moved(1, "b"), moved(0, "c"), moved(1, "d"), moved(0, "e")]);
  expect(picture().how).toBe("jump");
  expect(texts()).toHaveLength(5);
});

test("a move is shown as pending, and a refusal jumps back", () => {
  join(0);
  tell([started(1)]);
  table.connection.play(1);
  expect(picture().shown.pending).toBe(1);
  world.socket.tell({ t: "reject", code: "stale", message: "", id: world.socket.of("move")[0]!.id });
  expect(picture()).toMatchObject({ how: "jump", shown: { pending: null } });
  expect(refusals.map(({ code }) => code)).toEqual(["stale"]);
});

test("a seat comes with its token and goes with it", () => {
  join(null);
  tell([started(1)], { status: "open", view: null });
  expect(table.picture.value).toBeNull();
  world.socket.tell({ t: "seated", seat: 1, token: "secret" });
  expect(table.you.value?.seat).toBe(1);
  tell([{ kind: "left", seat: 1 }]);
  expect(table.you.value?.seat).toBeNull();
  world.socket.tell({ t: "reject", code: "bad_token", message: "" });
  expect(tokens).toEqual(["secret", null, null]);
  expect(refusals).toEqual([]);
});

test("lines of the log know who had the seat then", () => {
  join(0);
  tell(
    [{ kind: "sat", seat: 0, name: "Ann" }, { kind: "installed", seat: 1, spec: "greedy" }, started(1), started(2)],
    { round: 2 },
  );
  tell([{ kind: "resigned", seat: 1 }]);
  expect(table.lines.value.map(({ players }) => players.map(({ name }) => name).join())).toEqual([
    "Ann",
    "Ann,greedy",
    "Ann,greedy",
    "greedy,Ann",
    "Ann,Bob",
  ]);
  expect(heard).toHaveLength(1);
});

test("a timed game shows the view of the newest tick", () => {
  join(0);
  tell([started(1)], { view: null });
  expect(table.picture.value).toBeNull();
  world.socket.tell({ t: "tick", tick: 3, digest: "", view: { here: 3 } });
  expect(picture().shown).toMatchObject({ view: { here: 3 }, tick: 3 });
  tell([{ kind: "ended", reason: "rules", returns: [1, -1], places: [1, 2], counts: {}, seed: "1", nonce: "n" }], {
    view: null,
    status: "over",
  });
  expect(picture().shown).toMatchObject({ view: { here: 3 }, over: true });
});

test("of several seats at one device the one that is to move is played", () => {
  const seats = ["Ann", "Bot", "Ann 2"].map((name, number) => ({
    ...state().seats[0]!,
    name,
    kind: name === "Bot" ? ("bot" as const) : ("human" as const),
    owner: number === 1 ? 1 : 0,
  }));
  join(0);
  tell([started(1)], { seats, due: [2] });
  expect(table.mine).toEqual([0, 2]);
  expect(table.hand).toBe(2);
  tell([moved(2, "a")], { seats, due: [1], moves: [] });
  expect(table.hand).toBe(0);
  const out = seats.map((seat, number) => (number === 0 ? { ...seat, gone: true } : seat));
  tell([{ kind: "resigned", seat: 0 }], { seats: out, due: [0] });
  expect(table.hand).toBe(2);
});

test("whoever leaves one of several seats keeps the others, and the last one is forgotten", () => {
  const both = state().seats.map((seat) => ({ ...seat, owner: 0 }));
  const bot = { ...both[0]!, kind: "bot" as const };
  join(0);
  tell([started(1)], { seats: both });
  tell([{ kind: "left", seat: 0 }], { seats: [bot, { ...both[1]!, owner: 1 }] });
  expect(table.you.value?.seat).toBe(1);
  expect(tokens).toEqual([]);
  tell([{ kind: "left", seat: 1 }], { seats: [bot, { ...bot, owner: 1 }] });
  expect(table.you.value?.seat).toBeNull();
  expect(tokens).toEqual([null]);
});

test("all seats that are left at once are left", () => {
  const both = state().seats.map((seat) => ({ ...seat, owner: 0 }));
  join(0);
  tell([started(1)], { seats: both });
  const bots = both.map((seat, owner) => ({ ...seat, kind: "bot" as const, owner }));
  tell(
    [0, 1].map((seat) => ({ kind: "left", seat })),
    { seats: bots },
  );
  expect(table.you.value?.seat).toBeNull();
  expect(tokens).toEqual([null]);
});
