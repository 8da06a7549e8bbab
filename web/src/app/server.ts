// The server's HTTP interface.
import { signal } from "@preact/signals";
import type { Hint } from "../games/board";
import type {
  GameCard,
  GuestCard,
  GuestWish,
  Learning,
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
  bots?: (string | null)[];
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
  happened?: Record<string, unknown>[];
}

/** What an engine thinks at one ply of a finished game. */
export interface Judged extends Hint {
  ply: number;
  seat: number;
  action: number;
  move: string;
  loss: number | null;
}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    answer = await fetch(path, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  } catch {
    throw new Refused("unreachable", "the server does not answer");
  }
  const told: unknown = await answer.json().catch(() => null);
  if (answer.ok) return told as T;
  const { code, message, params } = (told ?? { code: "unexpected", message: answer.statusText }) as Trouble;
  throw new Refused(code, message, params);
}

const at = encodeURIComponent;

export const server = {
  variant: (game: string, options: Record<string, unknown>) =>
    ask<Variant>("POST", `/api/games/${at(game)}/options`, options),
  create: (wish: RoomWish) => ask<SeatCard>("POST", "/api/rooms", wish),
  rooms: () => ask<RoomCard[]>("GET", "/api/rooms?limit=30"),
  room: (id: string) => ask<RoomCard>("GET", `/api/rooms/${at(id)}`),
  results: () => ask<ResultCard[]>("GET", "/api/results?limit=12"),
  replay: (room: string, round: number) => ask<Replay>("GET", `/api/rooms/${at(room)}/games/${round}/replay`),
  judge: (room: string, round: number) => ask<Judged[]>("POST", `/api/rooms/${at(room)}/games/${round}/analysis`, {}),
  hint: (game: string, options: Record<string, unknown>, position: string) =>
    ask<Hint>("POST", "/api/analyse", { game, options, position }),
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
