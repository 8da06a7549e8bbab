// A picture and a line for each game, from its folder; a game without them does without.
import { language } from "../i18n/texts";

const PICTURES = import.meta.glob<string>("../games/*/card.svg", { query: "?url", import: "default", eager: true });
const LINES = import.meta.glob<Record<string, string>>("../games/*/card.json", { import: "default", eager: true });
const OPTIONS = import.meta.glob<{ default: Record<string, string> }>("../games/*/options.{en,ja}.json");

export function pictureOf(game: string): string | undefined {
  return PICTURES[`../games/${game}/card.svg`];
}

export function lineOf(game: string): string {
  return LINES[`../games/${game}/card.json`]?.[language.value] ?? "";
}

/** Options in words: name -> meaning, where the server does not say it itself, and name=word -> that choice. */
export async function optionTexts(game: string): Promise<Record<string, string>> {
  return (await OPTIONS[`../games/${game}/options.${language.value}.json`]?.())?.default ?? {};
}
