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
    MODULES[`./${folder}/index.ts`]!(),
    textsOf(folder, language),
    textsOf(game, language),
  ]);
  return { module, texts, own };
}
