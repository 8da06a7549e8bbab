// A room: the board, who sits there, what can be done, the talk.
import { untracked, useSignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Board } from "../games/board";
import { onKeys } from "../games/keys";
import { load } from "../games/load";
import { language, t } from "../i18n/texts";
import { Closing, type StateView, type You } from "../wire";
import { Actions } from "./actions";
import { errorText, Refused } from "./errors";
import { isJoining } from "./joining";
import { lazy } from "./lazy";
import { lineText } from "./lines";
import { LookBack } from "./lookback";
import { Moves } from "./moves";
import { holderName, titleOf } from "./names";
import { moveText } from "./notation";
import { complain, notify, say } from "./notices";
import { Nowhere } from "./nowhere";
import { seatLabel } from "./seatnames";
import { forgetSeat, gameOf, keepSeat, tokenOf } from "./seats";
import { introduce, loadGames } from "./server";
import { settings } from "./settings";
import { Solo } from "./solo";
import { sound } from "./sound";
import { Stage } from "./stage";
import { Missing, Standstill } from "./standstill";
import { type Line, type Orders, Table } from "./table";
import { Tools } from "./tools";
import { Seats, Waiting } from "./waiting";
import { browser, watchLife } from "./world";

// What not every game shows, or not at once.
const Chat = lazy(async () => (await import("./chat")).Chat);
const FirstTime = lazy(async () => (await import("./firsttime")).FirstTime);
const Invitation = lazy(async () => (await import("./invitation")).Invitation);
const Result = lazy(async () => (await import("./result")).Result);
const Share = lazy(async () => (await import("./share")).Share);

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
  const by = "seat" in line.event ? line.event.seat : null;
  if (by !== null && (by === you.value?.seat || table.mine.includes(by))) return;
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
  const past = useLookBack(table);
  const [info, you, state] = [table.info.value, table.you.value, table.state.value];
  const { status, code } = table.link.value;
  useTitle(table);
  useIntent(table);
  if (status === "closed" && code === Closing.NO_ROOM) return <Nowhere text={t("error.no_room")} />;
  if (state?.status === "over" && !state.result) return <Nowhere text={t("log.closed")} />;
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
    <div class={`page room ${state.status}`} data-game={info.game}>
      <h1 class="unseen">{titleOf(info.game)}</h1>
      <LinkBanner table={table} />
      <FirstTime table={table} />
      <Solo table={table} />
      <Seats table={table} />
      <div class="room-board">
        {state.status === "open" ? (
          <>
            {isInvited(state, you) && <Invitation table={table} />}
            <Waiting table={table} />
          </>
        ) : (
          <>
            {past.at.value === null ? <TurnLine table={table} /> : <BackLine past={past} />}
            <Missing table={table} />
            <Stage
              game={info.game}
              options={info.options}
              seatNames={info.seats}
              seat={you?.seat ?? null}
              hand={() => untracked(() => table.hand)}
              round={table.begun.value}
              purpose="room"
              picture={past.picture}
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
          <Moves
            game={info.game}
            plies={table.plies.value}
            seatNames={info.seats}
            at={past.at.value ?? table.plies.value.length}
            go={(ply) => void past.go(ply)}
          />
        )}
        <Chat table={table} />
        {state.status === "playing" && <Watch game={info.game} />}
      </aside>
    </div>
  );
}

function Watch({ game }: { game: string }) {
  return (
    <details>
      <summary>{t("share.watch")}</summary>
      <Share game={titleOf(game)} />
    </details>
  );
}

/** By the list of moves, and by the arrows where the board has no use for them. */
function useLookBack(table: Table): LookBack {
  const past = useMemo(() => new LookBack(table), [table]);
  useEffect(() => past.follow(), [past]);
  useEffect(() => {
    const pressed = (event: KeyboardEvent): boolean => {
      const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      const idle = step === undefined || event.defaultPrevented || table.info.peek()?.settings.timed === true;
      if (idle || (step > 0 && past.at.peek() === null)) return false;
      past.step(step);
      return true;
    };
    // Behind the boards, which listen at the document.
    return onKeys(pressed, window);
  }, [past]);
  return past;
}

function BackLine({ past }: { past: LookBack }) {
  return (
    <p class="turn looking" role="status">
      {t("past.at", { number: past.at.value ?? 0 })}{" "}
      <button type="button" class="button primary" onClick={() => past.now()}>
        {t("past.now")}
      </button>
    </p>
  );
}

/** Somebody came by a link and may sit down. */
function isInvited(state: StateView, you: You | null): boolean {
  return you?.seat == null && state.seats.some(({ kind }) => kind === "free");
}

/** Not against people who play without. */
function mayHint(table: Table): boolean {
  const [state, mine] = [table.state.peek(), untracked(() => table.mine)];
  if (state?.status !== "playing") return true;
  return state.seats.every((seat, number) => seat.kind === "bot" || mine.includes(number));
}

/** Who can only pass decides nothing; the server passes for him. */
function decides(state: StateView | null, seat: number): boolean {
  return state?.due.includes(seat) === true && !state.passing.includes(seat);
}

function useTitle(table: Table): void {
  const [info, state, hand] = [table.info.value, table.state.value, table.hand];
  const mine = hand !== null && decides(state, hand);
  const title = info ? titleOf(info.game) : "";
  useEffect(() => {
    document.title = t(mine ? "room.title.yours" : "room.title", { game: title });
  }, [title, mine, language.value]);
}

/** Whoever came to play sits down as soon as the table is there. */
function useIntent(table: Table): void {
  const [state, you] = [table.state.value, table.you.value];
  const isOpen = state?.status === "open" && state.seats.some(({ kind }) => kind === "free");
  const ready = table.link.value.status === "ready";
  useEffect(() => {
    if (ready && isOpen && you?.seat === null && isJoining(table.id)) table.connection.send({ t: "sit" });
  }, [ready, isOpen, you?.seat]);
}

function TurnLine({ table }: { table: Table }) {
  const [info, state, hand] = [table.info.value, table.state.value, table.hand];
  if (!info || !state || state.status !== "playing") return null;
  // Alone it is always one's turn; only what is not sent is worth a word.
  if (info.seats.length === 1 && (table.pendingAction.value === null || table.link.value.status === "ready"))
    return null;
  const mine = hand !== null && decides(state, hand) && !state.seats[hand]?.gone;
  const waiting = state.due
    .filter((seat) => seat !== hand)
    .map((seat) => holderName(info.game, state.seats[seat]!, info.options));
  let text = mine ? t("turn.yours") : t("turn.other", { who: waiting.join(t("list.separator")) });
  const shared = mine && table.mine.length > 1;
  if (shared) text = t("turn.hand", { who: seatLabel(info.game, info.seats, hand) });
  if (state.due.length === 0) text = t("turn.running");
  const passing = state.passing.map((seat) => holderName(info.game, state.seats[seat]!, info.options));
  if (passing.length > 0) text = t("turn.passes", { who: passing.join(t("list.separator")) });
  if (table.pendingAction.value !== null)
    text = t(table.link.value.status === "ready" ? "turn.sending" : "turn.unsent");
  return (
    <p class={mine ? "turn mine" : "turn"} role="status" data-seat={shared ? info.seats[hand] : undefined}>
      {text}
    </p>
  );
}

function Asking({ table, asking }: { table: Table; asking: { value: number | null } }) {
  const action = asking.value;
  const written = table.state.value?.moves.find(([each]) => each === action)?.[1];
  if (action === null || written === undefined) return null;
  const text = moveText(table.info.value!.game, written);
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
