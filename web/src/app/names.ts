// What games, bots and results are called.

import { language, t } from "../i18n/texts";
import type { GameCard, RoomInfo, SeatView } from "../wire";
import { botName, botNumber } from "./bots";
import { levelsOf } from "./levels";
import { personName } from "./persons";
import type { Player } from "./players";
import { seatLabel } from "./seatnames";
import { games } from "./server";
import type { Options } from "./variant";

export function cardOf(game: string): GameCard | undefined {
  return games.value.find((card) => card.name === game);
}

export function titleOf(game: string): string {
  const titles = cardOf(game)?.titles;
  return titles?.[language.value] ?? titles?.en ?? game;
}

/** Who has a seat: a person, a bot, or nobody yet. */
export function holderName(game: string, seat: SeatView, options?: Options): string {
  if (seat.kind === "free") return t("seat.free");
  return seat.kind === "bot" ? botName(game, levelsOf(game, options), seat.bot ?? seat.name) : personName(seat.name);
}

export function playerName(game: string, { name, bot }: Player, options?: Options): string {
  return bot === null ? personName(name) : botName(game, levelsOf(game, options), bot);
}

/** The same in a few letters: "Bot 2". */
function shortName(game: string, { name, bot }: Player, options?: Options): string {
  return bot === null ? name : botNumber(levelsOf(game, options), bot);
}

/** The seats that have most. */
function bestOf(returns: readonly number[]): number[] {
  const best = Math.max(...returns);
  return returns.flatMap((each, seat) => (each === best ? [seat] : []));
}

/** "Ann wins", "A draw", "2,048 points". */
export function outcome(
  game: string,
  players: readonly Player[],
  returns: readonly number[],
  options?: Options,
): string {
  if (players.length === 1) return t("result.points", { count: returns[0] ?? 0 });
  const winners = bestOf(returns).map((seat) => players[seat]!);
  if (winners.length === players.length) return t("result.draw");
  return t("result.wins", {
    count: winners.length,
    who: winners.map((each) => playerName(game, each, options)).join(t("list.separator")),
  });
}

/** "Green (Bot 2) wins", "A draw", "2,048 points". */
export function winnersText(info: RoomInfo, players: readonly Player[], returns: readonly number[]): string {
  if (players.length === 1) return t("result.points", { count: returns[0] ?? 0 });
  const winners = bestOf(returns);
  if (winners.length === players.length) return t("result.draw");
  const called = winners.map((seat) => {
    const name = shortName(info.game, players[seat]!, info.options);
    return t("result.side", { seat: seatLabel(info.game, info.seats, seat), name });
  });
  return t("result.wins", { count: winners.length, who: called.join(t("list.separator")) });
}
