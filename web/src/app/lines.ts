// Lines of a room's log in words.
import { t } from "../i18n/texts";
import { playerName, outcome } from "./names";
import type { Line } from "./table";

export function lineText(game: string, { event, names }: Line): string {
  const who = "seat" in event && event.seat !== null ? playerName(game, names[event.seat] ?? "") : "";
  switch (event.kind) {
    case "said":
      return t("log.said", { who: event.name, text: event.text });
    case "sat":
      return t("log.sat", { who: event.name });
    case "readied":
      return t(event.yes ? "log.ready" : "log.unready", { who });
    case "offered":
      return t(`log.offered.${event.offer}`, { who });
    case "answered":
      return t(event.yes ? "log.agreed" : "log.declined", { who });
    case "started":
      return t("log.started", { round: event.round });
    case "ended":
      return t("log.ended", { outcome: outcome(game, names, event.returns) });
    default:
      return t(`log.${event.kind}`, { who });
  }
}
