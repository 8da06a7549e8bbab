// The server's HTTP interface.
import { signal } from "@preact/signals";
import type { Hint, Judged } from "../games/board";
import type {
  AttemptCard,
  CareerCard,
  ExerciseCard,
  GameCard,
  GuestCard,
  GuestWish,
  Learning,
  LineQuestion,
  Question,
  ResultCard,
  RoomCard,
  RoomWish,
  SeatCard,
  Trouble,
  Variant,
} from "../wire";
import { Refused } from "./errors";
import { store, stored } from "./settings";

/** GET /api/rooms/ROOM/games/N/replay */
export interface Replay {
  game: string;
  options: Record<string, unknown>;
  seats: string[];
  bots: (string | null)[];
  seat_names: string[];
  returns: number[] | null;
  reason: string | null;
  places: number[] | null;
  counts: Record<string, number[]> | null;
  seed: string;
  nonce: string;
  commitment: string;
  frames: Frame[];
}

export interface Frame {
  seat: number | null;
  action: number | null;
  text: string;
  ms: number;
  /** Timed games: when this was; `ms` then counts from the start. */
  tick?: number;
  view: unknown;
  /** Games for one: what was scored so far. */
  score?: number;
  happened?: Record<string, unknown>[];
}

const UNREACHABLE = new Refused("unreachable", "the server does not answer");

async function send(method: string, path: string, body?: unknown, stop?: AbortSignal): Promise<Response> {
  const headers = body === undefined ? {} : { "content-type": "application/json" };
  const content = body === undefined ? null : JSON.stringify(body);
  try {
    return await fetch(path, { method, headers, body: content, ...(stop ? { signal: stop } : {}) });
  } catch {
    throw UNREACHABLE;
  }
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await send(method, path, body);
  const told: unknown = await answer.json().catch(() => null);
  if (answer.ok) return told as T;
  throw refusal((told ?? { code: "unexpected", message: answer.statusText }) as Trouble);
}

function refusal({ code, message, params }: Trouble): Refused {
  return new Refused(code, message, params);
}

/** An answer that comes line by line, and why it ends; whoever stops it ends the work on the server, too. */
async function watch<T>(path: string, body: unknown, stop: AbortSignal, heard: (line: T) => void): Promise<string> {
  try {
    const answer = await send("POST", path, body, stop);
    if (!answer.ok) throw refusal((await answer.json()) as Trouble);
    for await (const line of linesOf(answer)) {
      const told = JSON.parse(line) as { ended?: string };
      if (stop.aborted) break;
      if (told.ended === "failed") throw refusal(told as unknown as Trouble);
      if (told.ended !== undefined) return told.ended;
      heard(told as T);
    }
    return "stopped";
  } catch (error) {
    if (stop.aborted) return "stopped";
    throw error instanceof Refused ? error : UNREACHABLE;
  }
}

async function* linesOf(answer: Response): AsyncGenerator<string> {
  const [reader, decoder] = [answer.body!.getReader(), new TextDecoder()];
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + decoder.decode(part.value, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield* lines;
  }
}

const at = encodeURIComponent;

export const server = {
  variant: (game: string, options: Record<string, unknown>) =>
    ask<Variant>("POST", `/api/games/${at(game)}/options`, options),
  exercises: (game: string) => ask<ExerciseCard[]>("GET", `/api/games/${at(game)}/exercises`),
  attempt: (game: string, number: number, actions: readonly number[]) =>
    ask<AttemptCard>("POST", `/api/games/${at(game)}/exercises/${number}`, { actions }),
  create: (wish: RoomWish) => ask<SeatCard>("POST", "/api/rooms", wish),
  rooms: () => ask<RoomCard[]>("GET", "/api/rooms?limit=30"),
  room: (id: string) => ask<RoomCard>("GET", `/api/rooms/${at(id)}`),
  end: (id: string) => ask<null>("POST", `/api/rooms/${at(id)}/end`),
  results: () => ask<ResultCard[]>("GET", "/api/results?limit=12"),
  replay: (room: string, round: number) => ask<Replay>("GET", `/api/rooms/${at(room)}/games/${round}/replay`),
  /** A game that may still run, as it looked after `first`, a multiple of 64, and more plies. */
  views: (room: string, round: number, first: number) =>
    ask<unknown[]>("GET", `/api/rooms/${at(room)}/games/${round}/views?first=${first}`),
  watchGame: (room: string, round: number, stop: AbortSignal, heard: (judged: Judged & { of: number }) => void) =>
    watch(`/api/rooms/${at(room)}/games/${round}/watch`, {}, stop, heard),
  watchPly: (room: string, round: number, ply: number, stop: AbortSignal, heard: (hint: Hint) => void) =>
    watch(`/api/rooms/${at(room)}/games/${round}/watch`, { ply }, stop, heard),
  watchPosition: (question: Question, stop: AbortSignal, heard: (hint: Hint) => void) =>
    watch("/api/analyse/watch", question, stop, heard),
  watchLine: (question: LineQuestion, stop: AbortSignal, heard: (judged: Judged) => void) =>
    watch("/api/analyse/line", question, stop, heard),
  hint: (game: string, options: Record<string, unknown>, position: string) =>
    ask<Hint>("POST", "/api/analyse", { game, options, position }),
  career: () => ask<CareerCard>("GET", "/api/guests/me/games"),
  training: () => ask<Learning>("GET", "/api/training"),
};

export function recordPath(room: string, round: number): string {
  return `/api/rooms/${at(room)}/games/${round}/record`;
}

export const games = signal<readonly GameCard[]>([]);

export async function loadGames(): Promise<void> {
  if (games.value.length === 0) games.value = await ask<GameCard[]>("GET", "/api/games");
}

const MET = "asobiba.met";
export const guest = signal<{ id: string; name: string } | null>(null);
let introducing: Promise<void> | null = null;

/** The server knows this browser by a cookie; it gets one when it first needs it. */
export function introduce(): Promise<void> {
  introducing ??= meet().finally(() => (introducing = null));
  return guest.value ? Promise.resolve() : introducing;
}

async function meet(): Promise<void> {
  try {
    // Whoever was never here need not be asked for.
    if (!stored(MET, false)) throw new Refused("no_guest", "");
    guest.value = await ask("GET", "/api/guests/me");
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "no_guest") throw error;
    await become({});
  }
}

async function become(wish: GuestWish): Promise<void> {
  guest.value = await ask<GuestCard>("POST", "/api/guests", wish);
  store(MET, true);
}

export async function rename(name: string): Promise<void> {
  await introduce();
  await become({ name });
}

/** Everything that the server has of me, as a file. */
export const EXPORT = "/api/guests/me/export";

export async function deleteMe(): Promise<void> {
  await ask("DELETE", "/api/guests/me");
  guest.value = null;
  store(MET, false);
}
