// Boards by the name of their game. A game without a folder here gets the generic board.
import type { GameModule, Language } from "./board";

type Catalogue = Record<string, string | Record<string, string>>;

const MODULES = import.meta.glob<GameModule>("./*/index.ts");
const TEXTS = import.meta.glob<{ default: Catalogue }>("./*/{en,ja}.json");

export interface Loaded {
  module: GameModule;
  texts: Catalogue;
}

export async function load(game: string, language: Language): Promise<Loaded> {
  const folder = `./${game}/index.ts` in MODULES ? game : "generic";
  const [module, texts] = await Promise.all([
    MODULES[`./${folder}/index.ts`]!(),
    TEXTS[`./${folder}/${language}.json`]?.(),
  ]);
  return { module, texts: texts?.default ?? {} };
}
