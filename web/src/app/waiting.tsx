// The seats of a room, and what is done before the game starts.
import { t } from "../i18n/texts";
import type { GameCard, SeatView, StateView } from "../wire";
import { botAmong, botsOf, choiceName, shortBotName } from "./bots";
import { Robot } from "./icons";
import { levelOf, levelsOf } from "./levels";
import { cardOf, holderName, titleOf } from "./names";
import { seatLabel } from "./seatnames";
import { Share } from "./share";
import type { Table } from "./table";
import { ClockFace, Countdown } from "./ticking";
import { useVariant } from "./variant";

export function Seats({ table }: { table: Table }) {
  const [info, state] = [table.info.value!, table.state.value!];
  const watchers = table.presence.value?.watchers ?? 0;
  return (
    <section class="seats" aria-label={t("seats")}>
      <ul>
        {state.seats.map((seat, number) => (
          <li key={number} class={state.due.includes(number) ? "seat due" : "seat"} data-seat={info.seats[number]}>
            <SeatRow table={table} seat={seat} number={number} />
          </li>
        ))}
      </ul>
      {watchers > 0 && <p class="dim watchers">{t("watchers", { count: watchers })}</p>}
    </section>
  );
}

function SeatRow({ table, seat, number }: { table: Table; seat: SeatView; number: number }) {
  const info = table.info.value!;
  const [presence, clock] = [table.presence.value, table.clock.value];
  const here = presence?.seats[number] ?? true;
  const away = presence?.away_ms?.[String(number)];
  const left = clock?.left[number];
  const you = table.mine.includes(number);
  const shared = you && table.mine.length > 1;
  const label = seatLabel(info.game, info.seats, number);
  const place = placeNow(table.state.value!, number);
  return (
    <>
      <span class={here ? "dot here" : "dot"} role="img" aria-label={t(here ? "presence.here" : "presence.away")} />
      <span class="seat-who">
        <span class="seat-name clip">
          {seat.kind === "bot"
            ? shortBotName(info.game, levelsOf(info.game, info.options), seat.bot ?? seat.name)
            : shared
              ? label
              : holderName(info.game, seat)}
        </span>
        <span class="dim clip">
          {shared ? t("seat.shared") : label}
          {place !== null && ` · ${t("seat.place", { place })}`}
          {you && !shared && ` · ${t("you")}`}
          {seat.gone && ` · ${t("seat.gone")}`}
          {table.state.value!.status === "open" && seat.ready && seat.kind === "human" && ` · ${t("seat.ready")}`}
        </span>
        {away !== undefined && (
          <Countdown ms={away} at={presence!.at} text={here ? "presence.silent" : "presence.bot_in"} />
        )}
      </span>
      {(seat.kind === "bot" || seat.bot !== null) && (
        <span class="badge">
          <Robot />
          {t("bot")}
        </span>
      )}
      {left != null && <ClockFace left={left} at={clock!.at} runs={clock!.running.includes(number)} mine={you} />}
    </>
  );
}

/** How somebody stands during the game, where that is known of several. */
function placeNow({ status, places }: StateView, seat: number): number | null {
  return status === "playing" && new Set(places).size > 1 ? (places[seat] ?? null) : null;
}

export function Waiting({ table }: { table: Table }) {
  const [info, state, you] = [table.info.value!, table.state.value!, table.you.value];
  const free = state.seats.some((seat) => seat.kind === "free");
  const presence = table.presence.value;
  const mine = you?.seat == null ? null : state.seats[you.seat];
  const send = table.connection.send.bind(table.connection);
  return (
    <section class="waiting panel" aria-labelledby="waiting">
      <h2 id="waiting">{t("waiting.title", { game: titleOf(info.game) })}</h2>
      {free && mine && <Share game={titleOf(info.game)} />}
      <ul class="waiting-seats">
        {state.seats.map((seat, number) => (
          <li key={number}>
            <span>
              <strong>{seatLabel(info.game, info.seats, number)}</strong> {holderName(info.game, seat, info.options)}
            </span>
            <SeatChoice table={table} seat={seat} number={number} />
          </li>
        ))}
      </ul>
      {presence?.bots_in_ms != null && (
        <p class="row">
          <Countdown ms={presence.bots_in_ms} at={presence.at} text="waiting.bots_in" />
        </p>
      )}
      {presence?.starts_in_ms != null && (
        <p class="row">
          <Countdown ms={presence.starts_in_ms} at={presence.at} text="waiting.starts_in" />
        </p>
      )}
      <div class="row">
        {mine && (
          <button
            type="button"
            class={mine.ready ? "button" : "button primary"}
            onClick={() => send({ t: "ready", yes: !mine.ready })}
          >
            {t(mine.ready ? "waiting.unready" : "waiting.ready")}
          </button>
        )}
        {mine && free && (
          <button type="button" class="button" onClick={() => send({ t: "fill" })}>
            {t("waiting.fill")}
          </button>
        )}
        {mine && (
          <button type="button" class="button quiet" onClick={() => send({ t: "leave" })}>
            {t("waiting.leave")}
          </button>
        )}
        {!mine && !free && <p>{t("waiting.full")}</p>}
      </div>
    </section>
  );
}

function SeatChoice({ table, seat, number }: { table: Table; seat: SeatView; number: number }) {
  const [info, you] = [table.info.value!, table.you.value];
  const card = cardOf(info.game);
  const send = table.connection.send.bind(table.connection);
  const label = <span class="unseen"> {seatLabel(info.game, info.seats, number)}</span>;
  if (table.mine.length > 1 && table.mine.includes(number)) {
    return (
      <button type="button" class="button quiet" onClick={() => send({ t: "leave", seat: number })}>
        {t("waiting.leave")}
        {label}
      </button>
    );
  }
  const also = you?.seat != null && card?.one_device && info.settings.timed !== true;
  const sit = (
    <>
      <button type="button" class="button" onClick={() => send({ t: "sit", seat: number })}>
        {t(you?.seat == null ? "waiting.sit" : "waiting.change")}
        {label}
      </button>
      {also && (
        <button type="button" class="button" onClick={() => send({ t: "sit", seat: number, also: true })}>
          {t("waiting.also")}
          {label}
        </button>
      )}
    </>
  );
  if (seat.kind === "free" && (you?.seat == null || !you.host || !card)) return <span class="row">{sit}</span>;
  if (!you?.host || !card) return null;
  if (seat.kind === "bot") {
    return (
      <button type="button" class="button" onClick={() => send({ t: "bot", seat: number, spec: null })}>
        {t("waiting.no_bot")}
      </button>
    );
  }
  if (seat.kind !== "free") return null;
  return (
    <span class="row">
      {sit}
      <BotChoice table={table} card={card} number={number} />
    </span>
  );
}

function BotChoice({ table, card, number }: { table: Table; card: GameCard; number: number }) {
  const { variant } = useVariant(card, table.info.value!.options);
  const bots = botsOf(variant);
  const first = botAmong(bots, undefined, levelOf(card, variant));
  const send = table.connection.send.bind(table.connection);
  return (
    <span class="row">
      <select id={`bot-${number}`} aria-label={t("level")}>
        {bots.map((spec) => (
          <option key={spec} value={spec} selected={spec === first}>
            {choiceName(card.name, variant.levels, spec)}
          </option>
        ))}
      </select>
      <button type="button" class="button" onClick={() => send({ t: "bot", seat: number, spec: chosenBot(number) })}>
        {t("waiting.bot")}
      </button>
    </span>
  );
}

function chosenBot(number: number): string {
  return (document.getElementById(`bot-${number}`) as HTMLSelectElement).value;
}
