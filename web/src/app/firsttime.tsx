// Who opens a game for the first time is offered its exercises; whoever just plays is not asked again.
import { useEffect } from "preact/hooks";
import { t } from "../i18n/texts";
import { Cross } from "./icons";
import { learned, left, met } from "./learned";
import { cardOf, titleOf } from "./names";
import { seats } from "./seats";
import type { Table } from "./table";
import "../styles/firsttime.css";

/** A game of which this many plies are played is not the place to learn it. */
const EARLY_PLIES = 2;

export function FirstTime({ table }: { table: Table }) {
  const [info, state, you] = [table.info.value, table.state.value, table.you.value];
  const game = info?.game ?? "";
  // A game on the clock waits for nobody who reads.
  const waits = info?.settings.timed !== true && you?.seat != null;
  const offered = waits && isNew(game, info?.id ?? "") && (cardOf(game)?.exercises ?? 0) > 0;
  const own =
    state?.status === "over" || table.plies.value.filter(({ seat }) => seat === you?.seat).length > EARLY_PLIES;
  useEffect(() => {
    if (offered && own) met(game);
  }, [offered, own]);
  if (!offered || own) return null;
  return (
    <aside class="first-time" aria-label={t("learn.offer", { game: titleOf(game) })}>
      <span>{t("learn.offer", { game: titleOf(game) })}</span>
      <a class="button primary" href={`/learn/${game}`} onClick={() => (left.value = { game, room: info!.id })}>
        {t("learn.try")}
      </a>
      <button type="button" class="button quiet round" aria-label={t("learn.no")} onClick={() => met(game)}>
        <Cross />
      </button>
    </aside>
  );
}

/** Nothing of it was learned or turned down, and no other room of it is known here. */
function isNew(game: string, room: string): boolean {
  return (
    !(game in learned.value) && !Object.entries(seats.value).some(([id, seat]) => seat.game === game && id !== room)
  );
}
