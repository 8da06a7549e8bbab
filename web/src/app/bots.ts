// Bots to choose from, and what they are called.
import { language, t } from "../i18n/texts";
import type { LevelCard, Variant } from "../wire";

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
export function choiceName(levels: Levels, spec: string): string {
  const level = levels.find(({ agent }) => agent === spec);
  if (!level) return t("bot.spec", { spec });
  const rating = level.rating === null ? {} : { rating: String(Math.round(level.rating)) };
  return t(level.rating === null ? "level.choice" : "level.choice.rated", { ...called(level), ...rating });
}

/** A bot at the table: "Bot Skilled (level 3)", or by its spec if it is none of the levels. */
export function botName(levels: Levels, spec: string): string {
  const level = levels.find(({ agent }) => agent === spec);
  return level ? t("bot.level", called(level)) : t("bot.spec", { spec });
}

/** The same where a badge says already that it is a bot. */
export function shortBotName(levels: Levels, spec: string): string {
  const level = levels.find(({ agent }) => agent === spec);
  return level ? t("bot.level.short", called(level)) : spec;
}

/** "Bot 3" */
export function botNumber(levels: Levels, spec: string): string {
  const level = levels.find(({ agent }) => agent === spec);
  return level ? t("bot.number", { level: level.number }) : t("bot");
}

function called({ number, names }: LevelCard): { level: number; name: string } {
  return { level: number, name: names[language.value] ?? names.en ?? "" };
}
