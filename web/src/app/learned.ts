// What this browser knows of who plays: which exercises were done, and which games need no introduction.
import { signal } from "@preact/signals";
import { store, stored } from "./settings";

type ByGame = Readonly<Record<string, readonly string[]>>;

const NAME = "asobiba.learned";

/** By game, the names of the exercises that were done; a game that is here was met before. */
export const learned = signal<ByGame>(stored<ByGame>(NAME, {}));

/** The room from which somebody went to learn, to go back to. */
export const left = signal<{ game: string; room: string } | null>(null);

export function doneIn(game: string): readonly string[] {
  return learned.value[game] ?? [];
}

/** The game needs no introduction any more; with a name, one of its exercises was done. */
export function met(game: string, exercise?: string): void {
  const done = stored<ByGame>(NAME, {})[game] ?? [];
  const now = exercise === undefined || done.includes(exercise) ? done : [...done, exercise];
  learned.value = { ...stored<ByGame>(NAME, {}), [game]: now };
  store(NAME, learned.value);
}
