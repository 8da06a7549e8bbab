// Ways to begin: against bots, with a friend, watching bots.
import type { GameCard, RoomWish } from "../wire";
import { levelOf } from "./levels";
import { complain } from "./notices";
import { go } from "./router";
import { levelsFor, optionsOf, seatsOf } from "./seating";
import { keepSeat } from "./seats";
import { introduce, server } from "./server";

/** A person who waits for friends does not want bots before this. */
const FRIENDS_SECONDS = 900;

export function againstBots(card: GameCard, timed = false): RoomWish {
  const level = levelOf(card, levelsFor(card));
  const bots = Object.fromEntries(Array.from({ length: seatsOf(card) - 1 }, (_, other) => [String(other + 1), level]));
  return { game: card.name, options: optionsOf(card), seat: 0, ready: true, timed, bots };
}

export function withFriend(card: GameCard): RoomWish {
  return {
    game: card.name,
    options: optionsOf(card),
    seat: 0,
    ready: true,
    private: true,
    bot_fill_seconds: FRIENDS_SECONDS,
  };
}

/** Everybody at one device, which is handed on from turn to turn. */
export function atOneDevice(card: GameCard): RoomWish {
  return { game: card.name, seat: 0, also: card.seats.map((_, seat) => seat).slice(1), ready: true, private: true };
}

/** Make the room and go there. */
export async function begin(wish: RoomWish): Promise<void> {
  try {
    await introduce();
    const { room, token } = await server.create(wish);
    if (token) keepSeat(room, wish.game, token);
    go(`/room/${room}`);
  } catch (error) {
    complain(error);
  }
}
