// Boards by the name of their game. A game without a folder here gets the generic board.
import type { Catalogue } from "../i18n/texts";
import type { GameModule, Language } from "./board";
import { textsOf } from "./texts";

const MODULES = import.meta.glob<GameModule>("./*/index.ts");

export interface Loaded {
  module: GameModule;
  /** What the board says. */
  texts: Catalogue;
  /** What the game says of itself, whichever board shows it. */
  own: Catalogue;
}

/** The board of a game, or the generic one in its place. */
export async function load(game: string, language: Language, board = game): Promise<Loaded> {
  const folder = `./${board}/index.ts` in MODULES ? board : "generic";
  const [module, texts, own] = await Promise.all([
    moduleOf(folder),
    textsOf(folder, language),
    textsOf(game, language),
  ]);
  return { module, texts, own };
}

/** A browser may remember for ever that a file did not come; under another address it asks again. */
async function moduleOf(folder: string): Promise<GameModule> {
  try {
    return await MODULES[`./${folder}/index.ts`]!();
  } catch (error) {
    const address = /https?:\S+\.js/.exec(String(error))?.[0];
    if (!address) throw error;
    return (await import(/* @vite-ignore */ `${address}?${Date.now()}`)) as GameModule;
  }
}
