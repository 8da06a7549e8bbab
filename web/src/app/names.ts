// What games, bots and results are called.

import { language, t } from "../i18n/texts";
import type { GameCard, SeatView } from "../wire";
import type { Player } from "./players";
import { games } from "./server";

export function cardOf(game: string): GameCard | undefined {
  return games.value.find((card) => card.name === game);
}

export function titleOf(game: string): string {
  const titles = cardOf(game)?.titles;
  return titles?.[language.value] ?? titles?.en ?? game;
}

/** The levels, and the game's own opponent if it is none of them. */
export function levelsOf({ levels, opponent }: Pick<GameCard, "levels" | "opponent">): string[] {
  return levels.includes(opponent) ? levels : [...levels, opponent];
}

/** A bot by its level in this game, or by its spec if it is none of the levels. */
export function botName(game: string, spec: string): string {
  const level = (cardOf(game)?.levels ?? []).indexOf(spec) + 1;
  return level > 0 ? t("bot.level", { level }) : t("bot.spec", { spec });
}

/** The same where a badge says already that it is a bot. */
export function shortBotName(game: string, spec: string): string {
  const level = (cardOf(game)?.levels ?? []).indexOf(spec) + 1;
  return level > 0 ? t("bot.level.short", { level }) : spec;
}

/** Who has a seat: a person, a bot, or nobody yet. */
export function holderName(game: string, seat: SeatView): string {
  if (seat.kind === "free") return t("seat.free");
  return seat.kind === "bot" ? botName(game, seat.bot ?? seat.name) : seat.name;
}

export function playerName(game: string, { name, bot }: Player): string {
  return bot === null ? name : botName(game, bot);
}

/** "Ann wins", "A draw", "2,048 points". */
export function outcome(game: string, players: readonly Player[], returns: readonly number[]): string {
  if (players.length === 1) return t("result.points", { count: returns[0] ?? 0 });
  const best = Math.max(...returns);
  const winners = players.filter((_, seat) => returns[seat] === best);
  if (winners.length === players.length) return t("result.draw");
  return t("result.wins", {
    count: winners.length,
    who: winners.map((each) => playerName(game, each)).join(t("list.separator")),
  });
}
