// What a player can do besides moving: offers, answers, giving up.
import { useState } from "preact/hooks";
import { t } from "../i18n/texts";
import type { Offer, OfferView } from "../wire";
import { Confirm } from "./dialog";
import { LockedButton } from "./locked";
import { holderName } from "./names";
import { notify } from "./notices";
import { seatLabel } from "./seatnames";
import type { Table } from "./table";

type Kind = Offer["kind"];

export function Actions({ table }: { table: Table }) {
  const [info, state, you] = [table.info.value!, table.state.value!, table.you.value];
  const [asks, setAsks] = useState<"resign" | "leave" | null>(null);
  if (you?.seat == null) return <p class="dim">{t("actions.watching")}</p>;
  const hand = table.hand ?? you.seat;
  const mine = state.seats[hand]!;
  const send = (message: Parameters<typeof table.connection.send>[0]): void => {
    if (!table.connection.send(message)) notify(t("link.lost"), "bad");
  };
  const may = offersAllowed(table, hand).filter((kind) => !state.offers.some((offer) => offer.kind === kind));
  return (
    <section class="actions" aria-label={t("actions")}>
      {state.offers.map((offer) => (
        <OfferRow key={offer.kind} table={table} offer={offer} seat={hand} send={send} />
      ))}
      {mine.bot !== null && !mine.gone && state.status === "playing" && (
        <div class="offer" role="group" aria-label={t("deputy.text")}>
          <p>{t("deputy.text")}</p>
          <button type="button" class="button primary" onClick={() => send({ t: "ready" })}>
            {t("deputy.back")}
          </button>
        </div>
      )}
      {mine.gone && state.status === "playing" && <p class="dim">{t("error.gone")}</p>}
      <div class="row">
        {may.map((kind) => (
          <LockedButton
            key={kind}
            about={kind}
            class={kind === "rematch" ? "primary" : ""}
            onClick={() => send({ t: "offer", kind })}
          >
            {t(`offer.${kind}`)}
          </LockedButton>
        ))}
        {state.status === "playing" && !mine.gone && (
          <button type="button" class="button" onClick={() => setAsks("resign")}>
            {t(info.seats.length > 1 ? "resign" : "resign.alone")}
          </button>
        )}
        {info.seats.length > 1 && state.status === "playing" && (
          <button type="button" class="button quiet" onClick={() => setAsks("leave")}>
            {t("leave")}
          </button>
        )}
      </div>
      {asks && (
        <Confirm
          title={t(`${asks}.title`)}
          text={asks === "resign" ? resignText(table, hand) : t("leave.text")}
          yes={t(`${asks}.yes`)}
          onYes={() => send(asks === "resign" ? { t: asks, seat: hand } : { t: asks })}
          close={() => setAsks(null)}
        />
      )}
    </section>
  );
}

/** Where several people sit at one device it is told whose game is lost. */
function resignText(table: Table, hand: number): string {
  const { game, seats } = table.info.value!;
  return table.mine.length > 1 ? t("resign.hand", { who: seatLabel(game, seats, hand) }) : t("resign.text");
}

function offersAllowed(table: Table, seat: number): Kind[] {
  const [info, state] = [table.info.value!, table.state.value!];
  if (state.status === "over") return ["rematch"];
  if (state.seats[seat]?.gone) return [];
  const others = state.seats.filter((_, number) => number !== seat);
  const draw = others.length === 1 && others[0]!.kind === "human" && others[0]!.bot === null;
  const takeback =
    info.settings.takebacks === true &&
    info.settings.timed !== true &&
    table.plies.value.some((ply) => ply.seat === seat || table.mine.includes(ply.seat));
  return [...(takeback ? (["takeback"] as const) : []), ...(draw ? (["draw"] as const) : [])];
}

interface OfferRowProps {
  table: Table;
  offer: OfferView;
  seat: number;
  send(message: Parameters<Table["connection"]["send"]>[0]): void;
}

function OfferRow({ table, offer, seat, send }: OfferRowProps) {
  const kind = offer.kind as Kind;
  const agreed = offer.agreed.includes(seat);
  const info = table.info.value!;
  const who = holderName(info.game, table.state.value!.seats[offer.seat]!, info.options);
  const about = `${kind} ${offer.seat} ${agreed}`;
  return (
    <div class="offer" role="group" aria-label={t(`log.offered.${kind}`, { who })}>
      <p>{agreed ? t(`offered.${kind}`) : t(`log.offered.${kind}`, { who })}</p>
      <div class="row">
        {!agreed && (
          <LockedButton about={about} class="primary" onClick={() => send({ t: "answer", kind, yes: true })}>
            {t("offer.yes")}
          </LockedButton>
        )}
        <LockedButton about={about} onClick={() => send({ t: "answer", kind, yes: false })}>
          {t(agreed ? "offer.withdraw" : "offer.no")}
        </LockedButton>
      </div>
    </div>
  );
}
