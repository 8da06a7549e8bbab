// Lines of a room's log in words.
import { t } from "../i18n/texts";
import { outcome, playerName } from "./names";
import { personName } from "./persons";
import type { Player } from "./players";
import type { Line } from "./table";
import type { Options } from "./variant";

export function lineText(game: string, { event, players }: Line, options?: Options): string {
  const who = "seat" in event && event.seat !== null ? nameAt(game, players, event.seat, options) : "";
  switch (event.kind) {
    case "said":
      return t("log.said", { who: personName(event.name), text: event.text });
    case "sat":
      return t("log.sat", { who: personName(event.name) });
    case "reseated":
      return t("log.reseated", { who: nameAt(game, players, event.to, options) });
    case "readied":
      return t(event.yes ? "log.ready" : "log.unready", { who });
    case "offered":
      return t(`log.offered.${event.offer}`, { who });
    case "answered":
      return t(event.yes ? "log.agreed" : "log.declined", { who });
    case "started":
      return t("log.started", { round: event.round });
    case "ended":
      return t("log.ended", { outcome: outcome(game, players, event.returns, options) });
    default:
      return t(`log.${event.kind}`, { who });
  }
}

function nameAt(game: string, players: readonly Player[], seat: number, options?: Options): string {
  const player = players[seat];
  return player ? playerName(game, player, options) : "";
}
