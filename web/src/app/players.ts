import type { SeatView } from "../wire";

/** Who plays: a person by name, or a bot by its spec. */
export interface Player {
  name: string;
  bot: string | null;
}

/** Names and specs as the server lists them beside each other. */
export function playersOf(names: readonly string[], bots: readonly (string | null)[]): Player[] {
  return names.map((name, seat) => ({ name, bot: bots[seat] ?? null }));
}

export function playerOf(seat: SeatView): Player {
  return { name: seat.name, bot: seat.kind === "bot" ? (seat.bot ?? seat.name) : null };
}
