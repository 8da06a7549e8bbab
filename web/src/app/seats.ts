// The seats that this browser has: a token for each, and what to call it in "your games".
import { signal } from "@preact/signals";
import { store, stored } from "./settings";

export interface KeptSeat {
  token: string;
  game: string;
  at: number;
}

const NAME = "asobiba.seats";
const MOST = 40;

export const seats = signal<Readonly<Record<string, KeptSeat>>>(stored(NAME, {}));

export function tokenOf(room: string): string | null {
  return stored<Record<string, KeptSeat>>(NAME, {})[room]?.token ?? null;
}

export function gameOf(room: string): string | null {
  return stored<Record<string, KeptSeat>>(NAME, {})[room]?.game ?? null;
}

const PLAYED = "asobiba.played";
/** When each game was last begun here. */
export const played = signal<Readonly<Record<string, number>>>(stored(PLAYED, {}));

/** What was played last comes first; the others keep their order. */
export function byLastPlayed<T extends { name: string }>(games: readonly T[]): T[] {
  const at = ({ name }: T): number => played.value[name] ?? 0;
  return [...games].sort((one, other) => at(other) - at(one));
}

export function keepSeat(room: string, game: string, token: string): void {
  const others = Object.entries(stored<Record<string, KeptSeat>>(NAME, {})).filter(([id]) => id !== room);
  const newest = others.sort(([, a], [, b]) => b.at - a.at).slice(0, MOST - 1);
  write({ ...Object.fromEntries(newest), [room]: { token, game, at: Date.now() } });
  played.value = { ...played.value, [game]: Date.now() };
  store(PLAYED, played.value);
}

export function forgetSeat(room: string): void {
  const { [room]: _, ...others } = stored<Record<string, KeptSeat>>(NAME, {});
  write(others);
}

export function forgetAll(): void {
  write({});
}

function write(all: Record<string, KeptSeat>): void {
  seats.value = all;
  store(NAME, all);
}
