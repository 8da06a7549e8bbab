// What a game calls its seats and other things. Its own texts say so; they are fetched when somebody first asks.
import { signal } from "@preact/signals";
import { textsOf } from "../games/texts";
import { type Catalogue, language, type Params, seatIn, withTexts } from "../i18n/texts";

const known = signal<Readonly<Record<string, Catalogue>>>({});
const asked = new Set<string>();

/** By number until the texts are there; where there are none, as the rules call it. */
export function seatLabel(game: string, seatNames: readonly string[], seat: number): string {
  const name = seatNames[seat] ?? String(seat + 1);
  const own = textsKnown(game);
  return own ? seatIn(own, name) : String(seat + 1);
}

/** A text of the game's own, once it is there. */
export function gameText(game: string, key: string, params: Params = {}): string | null {
  const own = textsKnown(game);
  return own && Object.hasOwn(own, key) ? withTexts(own)(key, params) : null;
}

function textsKnown(game: string): Catalogue | undefined {
  const key = `${language.value} ${game}`;
  const own = known.value[key];
  if (!own && !asked.has(key)) void fetchTexts(key, game);
  return own;
}

async function fetchTexts(key: string, game: string): Promise<void> {
  asked.add(key);
  try {
    const own = await textsOf(game, language.value);
    known.value = { ...known.value, [key]: own };
  } catch {
    asked.delete(key);
  }
}
