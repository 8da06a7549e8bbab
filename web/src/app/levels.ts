// The levels of a game with its options, and which of them was chosen.
import { signal } from "@preact/signals";
import type { GameCard, LevelCard, Variant } from "../wire";
import { games, server } from "./server";
import { kept } from "./settings";
import type { Options } from "./variant";

type Levels = readonly LevelCard[];

const known = signal<Readonly<Record<string, Levels>>>({});
const asked = new Set<string>();

/** Of a game with these options. The server is asked once; until it has answered there are none. */
export function levelsOf(game: string, options: Options = {}): Levels {
  if (Object.keys(options).length === 0) return games.value.find((card) => card.name === game)?.levels ?? [];
  const key = `${game} ${JSON.stringify(options)}`;
  if (!asked.has(key)) {
    asked.add(key);
    void server.variant(game, { ...options }).then(
      ({ levels }) => {
        known.value = { ...known.value, [key]: levels };
      },
      () => undefined, // bots are called by their specs then
    );
  }
  return known.value[key] ?? [];
}

/** The level that was last chosen for this game, where it is one; otherwise the one in the middle. */
export function levelOf(card: GameCard, { levels, opponent }: Pick<Variant, "levels" | "opponent"> = card): string {
  const chosen = kept.value.levels[card.name];
  return chosen !== undefined && levels.some(({ agent }) => agent === chosen) ? chosen : opponent;
}
