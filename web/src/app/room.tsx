// A room: the board, who sits there, what can be done, the talk.
import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { Board } from "../games/board";
import { load } from "../games/load";
import { language, t } from "../i18n/texts";
import { Closing, type StateView } from "../wire";
import { Actions } from "./actions";
import { Chat } from "./chat";
import { errorText, Refused } from "./errors";
import { FirstTime } from "./firsttime";
import { lineText } from "./lines";
import { Moves } from "./moves";
import { holderName, titleOf } from "./names";
import { complain, notify, say } from "./notices";
import { Nowhere } from "./nowhere";
import { Result } from "./result";
import { forgetSeat, gameOf, keepSeat, tokenOf } from "./seats";
import { introduce, loadGames } from "./server";
import { settings } from "./settings";
import { sound } from "./sound";
import { Stage } from "./stage";
import { Missing, Standstill } from "./standstill";
import { type Line, type Orders, Table } from "./table";
import { Tools } from "./tools";
import { Seats, Share, Waiting } from "./waiting";
import { browser, watchLife } from "./world";

export function RoomPage({ id }: { id: string }) {
  const [table, setTable] = useState<Table | null>(null);
  useEffect(() => {
    let end: () => void = () => {};
    let gone = false;
    const enter = (): void => {
      if (gone) return;
      const made: Table = new Table(
        id,
        language.peek(),
        tokenOf(id),
        browser,
        ordersFor(id, () => made),
      );
      const forget = watchLife(made.connection);
      end = () => {
        forget();
        made.stop();
      };
      made.start();
      setTable(made);
    };
    // The board of a game that is known already comes while the server is asked; the stage reports if it does not.
    const game = gameOf(id);
    if (game) load(game, language.peek()).catch(() => {});
    Promise.all([introduce(), loadGames()]).then(enter, complain);
    return () => {
      gone = true;
      end();
    };
  }, [id]);
  return table ? <RoomOf table={table} /> : <p class="page dim">{t("room.opening")}</p>;
}

function ordersFor(id: string, table: () => Table): Orders {
  return {
    refused({ code, message, params }) {
      sound("illegal");
      complain(new Refused(code, message, params));
    },
    happened: (line) => tell(line, table()),
    seated(token, info) {
      keepSeat(id, info.game, token);
      if (table().state.value?.status === "open") table().connection.send({ t: "ready" });
    },
    unseated: () => forgetSeat(id),
  };
}

/** What the others do is worth a notice; what I do I know. */
function tell(line: Line, table: Table): void {
  const { info, you } = table;
  const text = lineText(info.value?.game ?? "", line, info.value?.options);
  const mine = "seat" in line.event && line.event.seat !== null && line.event.seat === you.value?.seat;
  if (mine) return;
  if (line.event.kind === "left" && table.state.peek()?.status === "playing")
    notify(t("log.left.playing", { who: leaver(line) }));
  else if (line.event.kind === "offered" || line.event.kind === "deputised" || line.event.kind === "resigned")
    notify(text);
  else if (line.event.kind !== "ended") say(text);
}

/** The seat has a bot already; who had it is in the line. */
function leaver({ event, players }: Line): string {
  return event.kind === "left" ? (players[event.seat]?.name ?? "") : "";
}

function RoomOf({ table }: { table: Table }) {
  const board = useSignal<Board | null>(null);
  const asking = useSignal<number | null>(null);
  const [info, you, state] = [table.info.value, table.you.value, table.state.value];
  const { status, code } = table.link.value;
  useTitle(table);
  if (status === "closed" && code === Closing.NO_ROOM) return <Nowhere text={t("error.no_room")} />;
  if (!info || !state) {
    return (
      <div class="page">
        <LinkBanner table={table} />
        <p class="dim">{t("room.opening")}</p>
      </div>
    );
  }
  const play = (action: number): void => {
    if (settings.value.confirmMoves) asking.value = action;
    else table.connection.play(action);
  };
  const timed = info.settings.timed === true;
  return (
    <div class={`page room ${state.status}`}>
      <h1 class="unseen">{titleOf(info.game)}</h1>
      <LinkBanner table={table} />
      <FirstTime table={table} />
      <Seats table={table} />
      <div class="room-board">
        {state.status === "open" ? (
          <Waiting table={table} />
        ) : (
          <>
            <TurnLine table={table} />
            <Missing table={table} />
            <Stage
              game={info.game}
              options={info.options}
              seatNames={info.seats}
              seat={you?.seat ?? null}
              round={state.round}
              purpose="room"
              picture={table.picture}
              play={play}
              mayHint={() => mayHint(table)}
              timed={timed ? table.hands : null}
              board={board}
            />
            {timed && state.status === "playing" && <Standstill table={table} />}
            <Asking table={table} asking={asking} />
            {state.result && <Result table={table} />}
          </>
        )}
      </div>
      <aside class="room-side" aria-label={t("room.side")}>
        {state.status === "playing" && <Actions table={table} />}
        <Tools board={board} />
        {state.status !== "open" && !timed && (
          <Moves game={info.game} plies={table.plies.value} seatNames={info.seats} />
        )}
        <Chat table={table} />
        {state.status === "playing" && (
          <details>
            <summary>{t("share.watch")}</summary>
            <Share />
          </details>
        )}
      </aside>
    </div>
  );
}

/** Not against people who play without. */
function mayHint(table: Table): boolean {
  const [state, you] = [table.state.peek(), table.you.peek()];
  if (state?.status !== "playing") return true;
  return state.seats.every((seat, number) => seat.kind === "bot" || number === you?.seat);
}

/** Who can only pass decides nothing; the server passes for him. */
function decides(state: StateView | null, seat: number): boolean {
  return state?.due.includes(seat) === true && !state.passing.includes(seat);
}

function useTitle(table: Table): void {
  const [info, state, you] = [table.info.value, table.state.value, table.you.value];
  const mine = you?.seat != null && decides(state, you.seat);
  const title = info ? titleOf(info.game) : "";
  useEffect(() => {
    document.title = t(mine ? "room.title.yours" : "room.title", { game: title });
  }, [title, mine, language.value]);
}

function TurnLine({ table }: { table: Table }) {
  const [info, state, you] = [table.info.value, table.state.value, table.you.value];
  if (!info || !state || state.status !== "playing") return null;
  // Alone it is always one's turn; only what is not sent is worth a word.
  if (info.seats.length === 1 && (table.pendingAction.value === null || table.link.value.status === "ready"))
    return null;
  const mine = you?.seat != null && decides(state, you.seat) && !state.seats[you.seat]?.gone;
  const waiting = state.due
    .filter((seat) => seat !== you?.seat)
    .map((seat) => holderName(info.game, state.seats[seat]!, info.options));
  let text = mine ? t("turn.yours") : t("turn.other", { who: waiting.join(t("list.separator")) });
  if (state.due.length === 0) text = t("turn.running");
  const passing = state.passing.map((seat) => holderName(info.game, state.seats[seat]!, info.options));
  if (passing.length > 0) text = t("turn.passes", { who: passing.join(t("list.separator")) });
  if (table.pendingAction.value !== null)
    text = t(table.link.value.status === "ready" ? "turn.sending" : "turn.unsent");
  return (
    <p class={mine ? "turn mine" : "turn"} role="status">
      {text}
    </p>
  );
}

function Asking({ table, asking }: { table: Table; asking: { value: number | null } }) {
  const action = asking.value;
  const text = table.state.value?.moves.find(([each]) => each === action)?.[1];
  if (action === null || text === undefined) return null;
  const answer = (yes: boolean): void => {
    asking.value = null;
    if (yes) table.connection.play(action);
  };
  return (
    <div class="asking" role="group" aria-label={t("confirm.move", { text })}>
      <span>{t("confirm.move", { text })}</span>
      <button type="button" class="button primary" ref={(node) => node?.focus()} onClick={() => answer(true)}>
        {t("confirm.yes")}
      </button>
      <button type="button" class="button" onClick={() => answer(false)}>
        {t("cancel")}
      </button>
    </div>
  );
}

function LinkBanner({ table }: { table: Table }) {
  const { status, code } = table.link.value;
  if (status === "ready" || status === "connecting") return null;
  if (status === "lost") {
    return (
      <div class="banner" role="alert">
        {t(navigator.onLine ? "link.lost" : "link.offline")}
      </div>
    );
  }
  const elsewhere = code === Closing.ANOTHER_TAB;
  return (
    <div class="banner" role="alert">
      <span>
        {elsewhere
          ? t("link.elsewhere")
          : code === Closing.TOO_MANY
            ? errorText(new Refused("too_often", ""))
            : t("link.closed")}
      </span>
      <button type="button" class="button" onClick={() => table.connection.resume()}>
        {t(elsewhere ? "link.here" : "link.again")}
      </button>
    </div>
  );
}
