// What a player can do besides moving: offers, answers, giving up.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { t } from "../i18n/texts";
import type { Offer, OfferView, StateView } from "../wire";
import { Confirm } from "./dialog";
import { LockedButton } from "./locked";
import { holderName } from "./names";
import { notify } from "./notices";
import { seatLabel } from "./seatnames";
import { asksRestart } from "./solo";
import type { Table } from "./table";

type Kind = Offer["kind"];

/** `children` are more of the same row. */
export function Actions({ table, children }: { table: Table; children?: ComponentChildren }) {
  const [info, state, you] = [table.info.value!, table.state.value!, table.you.value];
  const [asks, setAsks] = useState<"resign" | "leave" | null>(null);
  const alone = info.seats.length === 1;
  if (you?.seat == null) {
    return children ? <div class="row">{children}</div> : <p class="dim">{t("actions.watching")}</p>;
  }
  const hand = table.hand ?? you.seat;
  const mine = state.seats[hand]!;
  const send = (message: Parameters<typeof table.connection.send>[0]): void => {
    if (!table.connection.send(message)) notify(t("link.lost"), "bad");
  };
  const may = (kind: Kind): boolean =>
    isAllowed(table, hand, kind) && !state.offers.some((offer) => offer.kind === kind);
  const asked = asks === "resign" && alone ? "resign.alone" : asks;
  return (
    <section class="actions" aria-label={t("actions")}>
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
        {offersHere(table, hand).map((kind) => (
          <LockedButton
            key={kind}
            about={kind}
            class={kind === "rematch" ? "primary" : ""}
            disabled={!may(kind)}
            onClick={() => send({ t: "offer", kind })}
          >
            {t(`offer.${kind}${alone && kind !== "draw" ? ".alone" : ""}`)}
          </LockedButton>
        ))}
        {children}
        {alone && state.status === "playing" && (
          <button type="button" class="button" onClick={() => (asksRestart.value = true)}>
            {t("restart")}
          </button>
        )}
        <SkipAhead table={table} skip={() => send({ t: "hurry" })} />
        {state.status === "playing" && !mine.gone && (
          <button type="button" class="button" onClick={() => setAsks("resign")}>
            {t(alone ? "resign.alone" : "resign")}
          </button>
        )}
        {!alone && state.status === "playing" && (
          <button type="button" class="button quiet" onClick={() => setAsks("leave")}>
            {t("leave")}
          </button>
        )}
      </div>
      {/* Below the buttons: what comes and goes moves none of them. */}
      {state.offers.map((offer) => (
        <OfferRow key={offer.kind} table={table} offer={offer} seat={hand} send={send} />
      ))}
      {asks && (
        <Confirm
          title={t(`${asked}.title`)}
          text={asked === "resign" ? resignText(table, hand) : t(`${asked}.text`)}
          yes={t(`${asked}.yes`)}
          onYes={() => send(asks === "resign" ? { t: asks, seat: hand } : { t: asks })}
          close={() => setAsks(null)}
        />
      )}
    </section>
  );
}

/** Among bots, where a round of them takes a while. */
function SkipAhead({ table, skip }: { table: Table; skip(): void }) {
  const [{ seats, status, due }, mine] = [table.state.value!, table.mine];
  const amongBots = seats.every(({ kind }, number) => kind === "bot" || mine.includes(number));
  if (seats.length < 3 || status !== "playing" || !amongBots) return null;
  const disabled = mine.some((seat) => due.includes(seat));
  return (
    <button type="button" class="button" title={t("skip_ahead.about")} disabled={disabled} onClick={skip}>
      {t("skip_ahead")}
    </button>
  );
}

/** Where several people sit at one device it is told whose game is lost. */
function resignText(table: Table, hand: number): string {
  const { game, seats } = table.info.value!;
  return table.mine.length > 1 ? t("resign.hand", { who: seatLabel(game, seats, hand) }) : t("resign.text");
}

/** The offers that this table knows, possible now or not. */
function offersHere(table: Table, seat: number): Kind[] {
  const [info, state] = [table.info.value!, table.state.value!];
  const takeback = info.settings.takebacks === true && info.settings.timed !== true;
  if (state.status === "over") return ["rematch", ...(takeback && mayGoBack(state) ? (["takeback"] as const) : [])];
  if (state.seats[seat]?.gone) return [];
  const people = state.seats.filter(({ kind }) => kind === "human").length;
  return [
    ...(takeback ? (["takeback"] as const) : []),
    ...(state.seats.length === 2 && people === 2 ? (["draw"] as const) : []),
  ];
}

/** Who plays alone may go back even from the end, if the rules have ended the game. */
function mayGoBack({ seats, result }: StateView): boolean {
  return seats.length === 1 && !["resign", "abandoned", "time"].includes(result?.reason ?? "");
}

function isAllowed(table: Table, seat: number, kind: Kind): boolean {
  if (kind === "takeback") return table.plies.value.some((ply) => ply.seat === seat || table.mine.includes(ply.seat));
  return kind === "rematch" || table.state.value!.seats.every(({ bot }) => bot === null);
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
      <p>{t(offer.seat === seat ? `asked.${kind}` : agreed ? `agreed.${kind}` : `log.offered.${kind}`, { who })}</p>
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
