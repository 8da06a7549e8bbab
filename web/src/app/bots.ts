// Bots to choose from, and what they are called.
import { has, language, t } from "../i18n/texts";
import type { LevelCard, Variant } from "../wire";
import { gameText } from "./seatnames";

type Levels = readonly LevelCard[];

/** The levels from the weakest on, and whatever else can play it. */
export function botsOf({ levels, agents }: Pick<Variant, "levels" | "agents">): string[] {
  return [...new Set([...levels.map(({ agent }) => agent), ...agents])];
}

/** Of these bots the one that was chosen; where it cannot play, another. */
export function botAmong(bots: readonly string[], chosen: string | undefined, otherwise: string): string {
  return [chosen, otherwise].find((spec) => spec !== undefined && bots.includes(spec)) ?? bots[0]!;
}

/** A bot among others to choose from: "3 · Skilled (1530)". */
export function choiceName(game: string, levels: Levels, spec: string): string {
  const level = levels.find(({ agent }) => agent === spec);
  if (!level) return kindName(game, spec);
  const rating = level.rating === null ? {} : { rating: String(Math.round(level.rating)) };
  return t(level.rating === null ? "level.choice" : "level.choice.rated", { ...called(level), ...rating });
}

/** A bot at the table: "Bot Skilled (level 3)", or by its kind if it is none of the levels. */
export function botName(game: string, levels: Levels, spec: string): string {
  const level = levels.find(({ agent }) => agent === spec);
  return level ? t("bot.level", called(level)) : t("bot.kind", { kind: kindName(game, spec) });
}

/** The same where a badge says already that it is a bot. */
export function shortBotName(game: string, levels: Levels, spec: string): string {
  const level = levels.find(({ agent }) => agent === spec);
  return level ? t("bot.level.short", called(level)) : kindName(game, spec);
}

/** minimax:depth=4 -> "Minimax". How it is set is for programs; a game knows its own kinds. */
export function kindName(game: string, spec: string): string {
  const key = `agent.${spec.split(":")[0]}`;
  return gameText(game, key) ?? t(has(key) ? key : "agent.other");
}

/** "Bot 3" */
export function botNumber(levels: Levels, spec: string): string {
  const level = levels.find(({ agent }) => agent === spec);
  return level ? t("bot.number", { level: level.number }) : t("bot");
}

function called({ number, names }: LevelCard): { level: number; name: string } {
  return { level: number, name: names[language.value] ?? names.en ?? "" };
}
