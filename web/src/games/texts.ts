// What games say, each in its own folder, loaded when it is needed.
import type { Catalogue } from "../i18n/texts";
import type { Language } from "./board";

const TEXTS = import.meta.glob<{ default: Catalogue }>("./*/{en,ja}.json");

/** The game's own texts; a game without a folder has none. */
export async function textsOf(game: string, language: Language): Promise<Catalogue> {
  return (await TEXTS[`./${game}/${language}.json`]?.())?.default ?? {};
}
