// A finished game, ply by ply, and what an engine thinks of it.
import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { type Kind, mistakesOf } from "../analysis/kinds";
import type { Board, Judged, Ply } from "../games/board";
import { onKeys } from "../games/keys";
import { language, number, t } from "../i18n/texts";
import { countsText, placesText, reasonText } from "./ending";
import { errorText } from "./errors";
import { FairLuck } from "./fair";
import { Back, First, Forward, Last, Pause, Play } from "./icons";
import { lazy } from "./lazy";
import { Moves } from "./moves";
import { outcome, playerName, titleOf } from "./names";
import { Nowhere } from "./nowhere";
import { playersOf } from "./players";
import { seatLabel } from "./seatnames";
import { type Frame, loadGames, type Replay, recordPath, server } from "./server";
import { Stage } from "./stage";
import type { Picture } from "./table";
import { Tools } from "./tools";

const Review = lazy(() => import("./review").then((module) => module.Review));
const Beside = lazy(() => import("./review").then((module) => module.Beside));

/** The last waits for nothing. */
const SPEEDS = [0.5, 1, 2, 4, 10, Infinity];
/** Who goes on sooner than this sees where he goes, not how the board comes there. */
const UNHURRIED_MS = 450;

export function ReplayPage({ room, round }: { room: string; round: number }) {
  const [replay, setReplay] = useState<Replay | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    Promise.all([server.replay(room, round), loadGames()]).then(
      ([found]) => setReplay(found),
      (error: unknown) => setTrouble(errorText(error)),
    );
  }, []);
  if (trouble !== null) return <Nowhere text={trouble} />;
  return replay ? <ReplayOf replay={replay} room={room} round={round} /> : <p class="page dim">{t("room.opening")}</p>;
}

function ReplayOf({ replay, room, round }: { replay: Replay; room: string; round: number }) {
  const at = useSignal(0);
  const board = useSignal<Board | null>(null);
  const plies = useMemo(() => replay.frames.slice(1).map(plyOf), [replay]);
  const judged = useSignal<readonly Judged[]>([]);
  const last = replay.frames.length - 1;
  // A game in real time has moments and no moves.
  const hasMoves = plies.length > 0 && replay.frames[1]!.tick === undefined;
  const picture = useSignal(pictureOf(replay, plies, 0, "jump"));
  const went = useRef(-Infinity);
  const go = (wanted: number, pause = performance.now() - went.current): void => {
    const to = Math.max(0, Math.min(last, wanted));
    const steps = to === at.peek() + 1 && pause >= UNHURRIED_MS;
    went.current = performance.now();
    picture.value = pictureOf(replay, plies, to, steps ? "step" : "jump");
    at.value = to;
  };
  useEffect(() => {
    document.title = t("replay.title", { game: titleOf(replay.game) });
  }, [language.value]);
  return (
    <div class="page room replay" data-game={replay.game}>
      <Head replay={replay} />
      <div class="room-board">
        <div class={replay.seat_names.length > 1 ? "barred" : ""}>
          <Beside replay={replay} judged={judged.value} at={at.value} />
          <Stage
            game={replay.game}
            options={replay.options}
            seatNames={replay.seat_names}
            seat={null}
            purpose="replay"
            picture={picture}
            board={board}
          />
        </div>
        {last === 0 && <p class="dim">{t("replay.timed")}</p>}
        <Player at={at} frames={replay.frames} go={go} />
      </div>
      <aside class="room-side" aria-label={t("room.side")}>
        {last > 0 && (
          <Review
            replay={replay}
            room={room}
            round={round}
            plies={plies}
            at={at}
            go={go}
            board={board}
            judged={judged}
          />
        )}
        <Tools board={board} />
        {hasMoves && (
          <Moves
            game={replay.game}
            plies={plies}
            seatNames={replay.seat_names}
            at={at.value}
            go={go}
            kinds={kindsOf(judged.value)}
          />
        )}
        <p>
          <a class="button" href={recordPath(room, round)} download>
            {t("record.download")}
          </a>
        </p>
        {plies.some((ply) => ply.seat === -1) && (
          <FairLuck promise={replay.commitment} nonce={replay.nonce} seed={replay.seed} />
        )}
      </aside>
    </div>
  );
}

/** Who played, and how it ended. */
function Head({ replay }: { replay: Replay }) {
  const players = playersOf(replay.seats, replay.bots);
  const names = players.map((each) => playerName(replay.game, each, replay.options));
  return (
    <header class="replay-head">
      <h1>{t("replay.title", { game: titleOf(replay.game) })}</h1>
      <p class="dim">
        {names.map((name, seat) => `${seatLabel(replay.game, replay.seat_names, seat)}: ${name}`).join(" · ")}
        {replay.returns && ` — ${outcome(replay.game, players, replay.returns, replay.options)}`}
      </p>
      {replay.reason && (
        <p class="dim">
          {[
            reasonText(replay.reason),
            placesText(names, replay.places ?? []),
            ...countsText(replay.game, names, replay.counts ?? {}),
          ]
            .filter(Boolean)
            .join(" ")}
        </p>
      )}
    </header>
  );
}

/** By ply, what was wrong with the move. */
function kindsOf(judged: readonly Judged[]): ReadonlyMap<number, Kind> {
  return new Map(mistakesOf(judged).map(({ made, kind }) => [made.ply, kind]));
}

function plyOf({ seat, action, text, happened }: Frame): Ply {
  return { seat: seat ?? -1, action: action ?? -1, text, happened: happened ?? [] };
}

function pictureOf(replay: Replay, plies: readonly Ply[], at: number, how: Picture["how"]): Picture {
  const soFar = plies.slice(0, at);
  const shown = {
    view: replay.frames[at]!.view,
    moves: [],
    due: [],
    since: how === "step" ? soFar.slice(-1) : [],
    last: soFar.findLast((ply) => ply.seat >= 0) ?? null,
    plies: at,
    history: soFar,
    future: plies.slice(at),
    over: at === plies.length,
    pending: null,
    committed: [],
  };
  return { shown, how };
}

interface PlayerProps {
  at: Signal<number>;
  frames: readonly Frame[];
  /** So long after the last one, in milliseconds, if that is not the person's own doing. */
  go(to: number, pause?: number): void;
}

/** How long a frame is looked at: in a timed game as long as it lasted, otherwise a second. */
function stay(now: Frame, next: Frame | undefined): number {
  return next?.tick === undefined ? 1000 : Math.max(16, next.ms - now.ms);
}

function Player({ at, frames, go }: PlayerProps) {
  const last = frames.length - 1;
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    if (!playing) return;
    let timer = 0;
    const wait = (): void => {
      const pause = stay(frames[at.peek()]!, frames[at.peek() + 1]) / speed;
      if (at.peek() >= last) setPlaying(false);
      else timer = window.setTimeout(advance, pause, pause);
    };
    const advance = (pause: number): void => {
      go(at.peek() + 1, pause);
      wait();
    };
    wait();
    return () => clearTimeout(timer);
  }, [playing, speed]);
  const toggle = (): void => {
    if (!playing && at.peek() >= last) go(0);
    setPlaying(!playing);
  };
  useLayoutEffect(() => onKeys((event) => replayKey(event, at.peek(), last, go)), [last]);
  return (
    <div class="player" role="group" aria-label={t("replay.player")}>
      <input
        type="range"
        min={0}
        max={last}
        value={at.value}
        aria-label={t("replay.place")}
        aria-valuetext={t("replay.of", { at: at.value, last })}
        onInput={(event) => go(Number(event.currentTarget.value))}
      />
      <div class="row center">
        <Step label={t("replay.first")} run={() => go(0)} icon={<First />} />
        <Step label={t("replay.back")} run={() => go(at.peek() - 1)} icon={<Back />} />
        <Step label={t(playing ? "replay.pause" : "replay.play")} run={toggle} icon={playing ? <Pause /> : <Play />} />
        <Step label={t("replay.forward")} run={() => go(at.peek() + 1)} icon={<Forward />} />
        <Step label={t("replay.last")} run={() => go(last)} icon={<Last />} />
        <label class="row">
          <span class="unseen">{t("replay.speed")}</span>
          <select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>
            {SPEEDS.map((each) => (
              <option key={each} value={each}>
                {Number.isFinite(each) ? `${number(each)}×` : t("replay.fastest")}
              </option>
            ))}
          </select>
        </label>
        <span class="dim">{t("replay.of", { at: at.value, last })}</span>
      </div>
    </div>
  );
}

function replayKey(event: KeyboardEvent, at: number, last: number, go: (to: number) => void): boolean {
  const places: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
  const to = places[event.key];
  if (to !== undefined) go(to);
  return to !== undefined;
}

function Step({ label, run, icon }: { label: string; run(): void; icon: preact.ComponentChild }) {
  return (
    <button type="button" class="button round" aria-label={label} title={label} onClick={run}>
      {icon}
    </button>
  );
}
