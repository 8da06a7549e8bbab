// What a player can do besides moving: offers, answers, giving up.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n/texts";
import type { Offer, OfferView, StateView } from "../wire";
import { Confirm } from "./dialog";
import { LockedButton } from "./locked";
import { holderName } from "./names";
import { notify } from "./notices";
import type { Table } from "./table";

type Kind = Offer["kind"];

/** `children` are more of the same row. */
export function Actions({ table, children }: { table: Table; children?: ComponentChildren }) {
  const [info, state, you] = [table.info.value!, table.state.value!, table.you.value];
  const [asks, setAsks] = useState<"resign" | "leave" | null>(null);
  if (you?.seat == null) {
    return children ? <div class="row">{children}</div> : <p class="dim">{t("actions.watching")}</p>;
  }
  const mine = state.seats[you.seat]!;
  const send = (message: Parameters<typeof table.connection.send>[0]): void => {
    if (!table.connection.send(message)) notify(t("link.lost"), "bad");
  };
  const may = offersAllowed(table, you.seat).filter((kind) => !state.offers.some((offer) => offer.kind === kind));
  return (
    <section class="actions" aria-label={t("actions")}>
      {state.offers.map((offer) => (
        <OfferRow key={offer.kind} table={table} offer={offer} seat={you.seat!} send={send} />
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
            {t(`offer.${kind}${info.seats.length === 1 ? ".alone" : ""}`)}
          </LockedButton>
        ))}
        {children}
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
          text={t(`${asks}.text`)}
          yes={t(`${asks}.yes`)}
          onYes={() => send({ t: asks })}
          close={() => setAsks(null)}
        />
      )}
    </section>
  );
}

function offersAllowed(table: Table, seat: number): Kind[] {
  const [info, state] = [table.info.value!, table.state.value!];
  const takes =
    info.settings.takebacks === true &&
    info.settings.timed !== true &&
    table.plies.value.some((ply) => ply.seat === seat);
  if (state.status === "over") return ["rematch", ...(takes && mayGoBack(state) ? (["takeback"] as const) : [])];
  if (state.seats[seat]?.gone) return [];
  const others = state.seats.filter((_, number) => number !== seat);
  const draw = others.length === 1 && others[0]!.kind === "human" && others[0]!.bot === null;
  return [...(takes ? (["takeback"] as const) : []), ...(draw ? (["draw"] as const) : [])];
}

/** Who plays alone may go back even from the end, if the rules have ended the game. */
function mayGoBack({ seats, result }: StateView): boolean {
  return seats.length === 1 && !["resign", "abandoned", "time"].includes(result?.reason ?? "");
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
