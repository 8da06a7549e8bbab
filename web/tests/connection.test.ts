import { beforeEach, describe, expect, test } from "vitest";
import { Connection, type Listener, type Status } from "../src/connection";
import { Closing, type Events, type RoomEvent, type StateView, type Told } from "../src/wire";
import { FakeWorld } from "./world";

const STATE = { status: "playing", moves: [[1, "a"]], view: {} } as unknown as StateView;

class Ears implements Listener {
  statuses: [Status, number | null][] = [];
  heard: Told[] = [];
  taken: number[] = [];
  texts: string[] = [];
  pendings: (number | null)[] = [];
  states = 0;
  status = (status: Status, code: number | null): void => void this.statuses.push([status, code]);
  told = (message: Told): void => void this.heard.push(message);
  pending = (action: number | null): void => void this.pendings.push(action);
  events = (message: Events): void => {
    this.states += 1;
    message.list.forEach((_, index) => this.taken.push(message.seq + index));
    this.texts.push(...message.list.map((event) => (event.kind === "said" ? event.text : event.kind)));
  };
}

let world: FakeWorld;
let ears: Ears;
let connection: Connection;

beforeEach(() => {
  world = new FakeWorld();
  ears = new Ears();
  connection = new Connection(world, ears, { room: "r", lang: "ja" }, "secret", "tab");
  connection.start();
});

/** Events numbered from `seq` on, each saying its number. */
function events(seq: number, count: number): Events {
  const list = Array.from({ length: count }, (_, index): RoomEvent => {
    return { kind: "said", seat: null, name: "x", text: String(seq + index) };
  });
  return { t: "events", seq, list, state: STATE };
}

/** The newest socket opens and gets the events that it misses, up to `seq`. */
function join(seq: number): void {
  world.socket.onopen?.();
  const { last_seq } = world.socket.of("hello")[0]!;
  world.socket.tell(events(last_seq! + 1, seq - last_seq!));
}

describe("a connection", () => {
  test("says hello with its token and what it knows", () => {
    join(3);
    world.socket.onclose?.({ code: 1006 });
    world.pass(8000);
    world.socket.onopen?.();
    expect(world.sockets[0]!.of("hello")[0]).toEqual({
      t: "hello",
      room: "r",
      lang: "ja",
      token: "secret",
      last_seq: 0,
    });
    expect(world.socket.of("hello")[0]!.last_seq).toBe(3);
  });

  test("takes each event once and in order, whatever comes", () => {
    join(2);
    world.socket.tell(events(2, 1));
    world.socket.tell(events(2, 3));
    world.socket.tell(events(7, 1));
    world.socket.tell(events(8, 1));
    expect(world.socket.of("sync")).toEqual([{ t: "sync", last_seq: 4 }]);
    world.socket.tell(events(5, 4));
    expect(ears.texts).toEqual(["1", "2", "3", "4", "5", "6", "7", "8"]);
    world.socket.tell(events(10, 1));
    expect(world.socket.of("sync")).toHaveLength(2);
  });

  test("takes a state that comes without events", () => {
    join(2);
    world.socket.tell(events(3, 0));
    expect(ears.states).toBe(2);
    expect(ears.taken).toEqual([1, 2]);
  });

  test("goes on from a snapshot", () => {
    world.socket.onopen?.();
    world.socket.tell({ t: "snapshot", seq: 500, state: STATE, history: [] });
    world.socket.tell(events(501, 1));
    expect(ears.taken).toEqual([501]);
    expect(connection.status).toBe("ready");
  });
});

describe("a move", () => {
  test("is pending until its event is here", () => {
    join(4);
    expect(connection.play(19)).toBe(true);
    expect(connection.play(20)).toBe(false);
    const { id } = world.socket.of("move")[0]!;
    world.socket.tell({ t: "ack", id, seq: 5 });
    expect(ears.pendings).toEqual([19]);
    world.socket.tell(events(5, 1));
    expect(ears.pendings).toEqual([19, null]);
  });

  test("is sent again with the same id until it is acknowledged", () => {
    join(4);
    connection.play(19);
    world.socket.onclose?.({ code: 1006 });
    world.pass(8000);
    join(4);
    expect(world.socket.of("move")).toEqual(world.sockets[0]!.of("move"));
    world.socket.tell({ t: "ack", id: world.socket.of("move")[0]!.id, seq: 5 });
    world.socket.onclose?.({ code: 1006 });
    world.pass(8000);
    join(5);
    expect(world.socket.of("move")).toEqual([]);
    expect(ears.pendings).toEqual([19, null]);
  });

  test("made while the connection is lost goes out once it is back", () => {
    join(4);
    world.socket.onclose?.({ code: 1006 });
    expect(connection.play(7)).toBe(true);
    world.pass(8000);
    expect(world.socket.of("move")).toEqual([]);
    join(4);
    expect(world.socket.of("move")).toHaveLength(1);
  });

  test("that is refused is forgotten", () => {
    join(4);
    connection.play(19);
    const { id } = world.socket.of("move")[0]!;
    world.socket.tell({ t: "reject", code: "stale", message: "", id });
    world.socket.onclose?.({ code: 1006 });
    world.pass(8000);
    join(4);
    expect(world.socket.of("move")).toEqual([]);
    expect(ears.pendings).toEqual([19, null]);
  });

  test("of another id is not touched by a refusal", () => {
    join(4);
    connection.play(19);
    world.socket.tell({ t: "reject", code: "chat", message: "", id: "other" });
    expect(ears.pendings).toEqual([19]);
  });
});

describe("silence", () => {
  test("of nine seconds replaces the socket without waiting for its end", () => {
    join(1);
    world.pass(2500);
    expect(world.socket.of("ping")).toHaveLength(1);
    world.pass(6499);
    expect(world.sockets).toHaveLength(1);
    world.pass(1);
    expect(world.sockets).toHaveLength(2);
    expect(world.sockets[0]!.closed).toBe(true);
    world.sockets[0]!.tell(events(2, 1));
    expect(ears.taken).toEqual([1]);
  });

  test("is broken by pongs, each followed by another ping", () => {
    join(1);
    for (let round = 0; round < 10; round++) {
      world.pass(2500);
      world.socket.tell({ t: "pong", at: world.now() - 40, server_ms: 0 });
    }
    expect(world.sockets).toHaveLength(1);
    expect(world.socket.of("ping")).toHaveLength(10);
    expect(connection.lag).toBe(40);
  });

  test("is broken by anything that is heard, and pings go on", () => {
    join(1);
    world.pass(5000);
    world.socket.tell(events(2, 1));
    world.pass(6500);
    expect(world.sockets).toHaveLength(1);
    world.pass(9000);
    expect(world.sockets).toHaveLength(2);
  });

  test("does not matter while nobody looks", () => {
    world.seen = false;
    join(1);
    world.pass(60_000);
    expect(world.socket.of("ping")).toEqual([]);
    expect(world.sockets).toHaveLength(1);
    world.seen = true;
    connection.wake();
    expect(world.socket.of("ping")).toHaveLength(1);
    world.pass(1500);
    expect(world.sockets).toHaveLength(2);
  });

  test("of a server that accepts and says nothing ends too", () => {
    world.socket.onopen?.();
    world.pass(9000);
    expect(world.sockets).toHaveLength(2);
  });
});

describe("coming back", () => {
  test("waits half a second first, then longer, up to eight", () => {
    world.chance = 0.999;
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const [count, begun] = [world.sockets.length, world.now()];
      world.socket.onclose?.({ code: 1006 });
      while (world.sockets.length === count) world.pass(10);
      waits.push(Math.round((world.now() - begun) / 100) * 100);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000, 8000]);
    join(0);
    world.socket.onclose?.({ code: 1006 });
    const count = world.sockets.length;
    world.pass(500);
    expect(world.sockets).toHaveLength(count + 1);
  });

  test("does not wait when the network is back or somebody looks", () => {
    join(1);
    world.socket.onclose?.({ code: 1006 });
    expect(connection.status).toBe("lost");
    connection.wake();
    expect(world.sockets).toHaveLength(2);
    world.pass(8000);
    expect(world.sockets).toHaveLength(2);
  });

  test.each([
    [Closing.RESTARTING, true],
    [Closing.TOO_SLOW, true],
    [1006, true],
    [1011, true],
    [1012, true],
    [Closing.BAD_MESSAGE, false],
    [Closing.NOT_ALLOWED, false],
    [Closing.NO_ROOM, false],
    [Closing.ANOTHER_TAB, false],
    [Closing.TOO_MANY, false],
  ])("after code %i: %s", (code, comes) => {
    join(1);
    world.socket.onclose?.({ code });
    expect(ears.statuses.at(-1)).toEqual([comes ? "lost" : "closed", code]);
    world.pass(60_000);
    connection.wake();
    expect(world.sockets.length > 1).toBe(comes);
  });

  test("after another tab took over is for the player to say", () => {
    join(1);
    world.socket.onclose?.({ code: Closing.ANOTHER_TAB });
    connection.resume();
    join(3);
    expect(connection.status).toBe("ready");
    expect(ears.taken).toEqual([1, 2, 3]);
  });

  test("uses a token that was given meanwhile, and no longer one that opens nothing", () => {
    join(1);
    world.socket.tell({ t: "seated", seat: 1, token: "new" });
    connection.resume();
    join(1);
    world.socket.tell({ t: "reject", code: "bad_token", message: "" });
    connection.resume();
    world.socket.onopen?.();
    expect(world.sockets.map((socket) => socket.of("hello")[0]!.token)).toEqual(["secret", "new", null]);
  });

  test("never happens after stop", () => {
    join(1);
    connection.stop();
    world.pass(60_000);
    connection.wake();
    expect(world.sockets).toHaveLength(1);
    expect(world.socket.closed).toBe(true);
  });
});

test("nothing is sent while there is no connection", () => {
  join(1);
  world.socket.onclose?.({ code: 1006 });
  expect(connection.send({ t: "resign" })).toBe(false);
  connection.wake();
  join(1);
  expect(connection.send({ t: "resign" })).toBe(true);
});
