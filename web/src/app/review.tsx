// What an engine thinks of a finished game: of every move, from the moment it is opened, and deeper of what is in view.
import { type ReadonlySignal, type Signal, signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { Bar } from "../analysis/bar";
import { Choices } from "../analysis/choices";
import { Course } from "../analysis/course";
import { kindOf } from "../analysis/kinds";
import { Mistakes } from "../analysis/mistakes";
import { isTwoSided, sharesAt } from "../analysis/traces";
import { lossText, openingAt } from "../analysis/units";
import { aheadText, Verdict } from "../analysis/verdict";
import { Watcher } from "../analysis/watcher";
import type { Board, Hint, Judged, Ply } from "../games/board";
import { onKeys } from "../games/keys";
import { t } from "../i18n/texts";
import { moveText } from "./notation";
import { complain } from "./notices";
import { seatLabel } from "./seatnames";
import { type Replay, server } from "./server";
import { explained } from "./stage";

/** Who steps through a game quickly asks nothing. */
const STANDING_MS = 300;
const SHOWING_MS = 150;
/** Kept from game to game, until the page is left. */
const valuing = signal(true);
const deeper = signal(false);

interface ReviewProps {
  replay: Replay;
  room: string;
  round: number;
  plies: readonly Ply[];
  at: ReadonlySignal<number>;
  go(to: number): void;
  board: ReadonlySignal<Board | null>;
  judged: Signal<readonly Judged[]>;
}

interface Judging {
  done: number;
  of: number;
  stop: AbortController;
}

export function Review({ replay, room, round, plies, at, go, board, judged }: ReviewProps) {
  const judging = useSignal<Judging | null>(null);
  const wanted = useSignal(0);
  const watcher = useMemo(
    () =>
      new Watcher<number>(
        (ply, stop, heard) => server.watchPly(room, round, ply, stop, heard).catch(explained),
        String,
      ),
    [room, round],
  );
  const hint = useComputed(() => {
    watcher.heard.value;
    return watcher.about(at.value);
  });
  const judge = async (): Promise<void> => {
    await judgeGame(room, round, watcher, judged, judging, wanted);
  };
  // What people read; the board understands the game's own notation.
  const told = useComputed(() => judged.value.map((move) => inWords(replay.game, move)));
  const heard = hint.value && { ...hint.value, ply: at.value, seat: hint.value.to_play, action: -1, move: "", loss: 0 };
  const known = heard ? [...judged.value, heard] : judged.value;
  const seats = seatsOf(replay);
  const shown = hint.value && hintInWords(replay.game, hint.value);
  const next = judged.value.find(({ ply }) => ply === at.value);
  const played = next?.action ?? plies[at.value]?.action ?? null;
  useEffect(() => {
    const asks = deeper.value && hint.value !== null && !judging.value;
    watcher.turnTo(asks ? at.value : null, STANDING_MS);
  }, [at.value, deeper.value, hint.value === null, judging.value === null]);
  // At once: the board and the list beside it say the same.
  useLayoutEffect(
    () => board.value?.advise?.(valuing.value ? hint.value : null, played),
    [board.value, hint.value, valuing.value, at.value],
  );
  useEffect(() => {
    void judge();
    return () => {
      watcher.turnTo(null);
      judging.peek()?.stop.abort();
    };
  }, []);
  useLayoutEffect(() => onKeys((event) => pressed(event)), []);
  // On a small screen the list is far below the board.
  const look = (ply: number): void => {
    go(ply);
    document.querySelector(".replay .stage")?.scrollIntoView({ block: "nearest" });
  };
  const study = (ply: number): void => {
    go(ply);
    board.peek()?.study?.(judged.peek());
  };
  return (
    <section class="review" aria-label={t("replay.thoughts")}>
      <Orders judging={judging} judge={judge} isWhole={wanted.value > 0 && judged.value.length >= wanted.value} />
      <Course
        judged={told.value}
        seats={seats}
        seatNames={replay.seat_names}
        {...scoresOf(replay)}
        last={replay.frames.length - 1}
        at={at.value}
        go={go}
      />
      <Said judged={told.value} at={at.value} />
      <Verdict hint={shown} seats={seats} watcher={watcher} opening={openingAt(known, at.value)} />
      {valuing.value && shown && <Choices hint={shown} played={played} />}
      <Mistakes judged={told.value} seats={seats} go={look} {...(board.value?.study ? { retry: study } : {})} />
    </section>
  );
}

function hintInWords(game: string, hint: Hint): Hint {
  const said = (text: string): string => moveText(game, text);
  return {
    ...hint,
    best: hint.best.map(said),
    moves: hint.moves.map((each) => ({ ...each, move: said(each.move) })),
    ...(hint.line ? { line: hint.line.map(said) } : {}),
  };
}

function inWords(game: string, made: Judged): Judged {
  return { ...made, ...hintInWords(game, made), move: moveText(game, made.move) };
}

/** Only of a game for one. */
function scoresOf({ frames }: Replay): { scores?: number[] } {
  return frames[0]?.score === undefined ? {} : { scores: frames.map(({ score }) => score ?? 0) };
}

function seatsOf({ game, seat_names }: Replay): string[] {
  return seat_names.map((_, seat) => seatLabel(game, seat_names, seat));
}

/** The bar beside the board; its place is kept while nothing is known. */
export function Beside({ replay, judged, at }: { replay: Replay; judged: readonly Judged[]; at: number }) {
  const seats = seatsOf(replay);
  const shares = sharesAt(judged, seats.length, at);
  if (!shares) return null;
  const now = judged.find(({ ply }) => ply === at);
  return (
    <Bar
      seats={seats}
      seatNames={replay.seat_names}
      shares={shares}
      twoSided={isTwoSided(judged[0]!.unit, seats.length)}
      text={now ? aheadText(now, seats) : ""}
    />
  );
}

/** V and D, wherever the focus is; what the board has understood is the board's. */
function pressed(event: KeyboardEvent): boolean {
  if (event.defaultPrevented) return false;
  if (event.key === "v") valuing.value = !valuing.value;
  else if (event.key === "d") deeper.value = !deeper.value;
  else return false;
  return true;
}

/** Every move, as it is judged; what is known of the positions is shown at once when one goes there. */
async function judgeGame(
  room: string,
  round: number,
  watcher: Watcher<number>,
  judged: Signal<readonly Judged[]>,
  judging: Signal<Judging | null>,
  wanted: Signal<number>,
): Promise<void> {
  const stop = new AbortController();
  judging.value = { done: 0, of: 0, stop };
  judged.value = [];
  // Thousands of quick answers are drawn a few at a time.
  let fresh: (Judged & { of: number })[] = [];
  const show = (): void => {
    if (fresh.length === 0) return;
    judged.value = [...judged.value, ...fresh];
    wanted.value = fresh[0]!.of;
    judging.value = { done: judged.value.length, of: wanted.value, stop };
    fresh = [];
  };
  const timer = setInterval(show, SHOWING_MS);
  try {
    await server.watchGame(room, round, stop.signal, (move) => {
      fresh.push(move);
      watcher.learn(move.ply, move);
    });
  } catch (error) {
    complain(error);
  }
  clearInterval(timer);
  show();
  judging.value = null;
}

interface OrdersProps {
  judging: ReadonlySignal<Judging | null>;
  judge(): Promise<void>;
  /** Nothing is missing: it need not be asked for again. */
  isWhole: boolean;
}

function Orders({ judging, judge, isWhole }: OrdersProps) {
  const now = judging.value;
  return (
    <div class="row review-orders">
      <Toggle on={valuing} name="values" letter="v" />
      <Toggle on={deeper} name="deeper" letter="d" />
      {now && (
        <>
          <button type="button" class="button" onClick={() => now.stop.abort()}>
            <span class="verdict-busy" aria-hidden="true" />
            {t("analysis.stop")}
          </button>
          <progress max={now.of || 1} value={now.done} aria-label={t("analysis.game")} />
          <span class="dim">{now.of > 0 && t("analysis.progress", { done: now.done, of: now.of })}</span>
        </>
      )}
      {!now && !isWhole && (
        <button type="button" class="button primary" onClick={() => void judge()}>
          {t("analysis.game")}
        </button>
      )}
    </div>
  );
}

function Toggle({ on, name, letter }: { on: Signal<boolean>; name: "values" | "deeper"; letter: string }) {
  return (
    <button
      type="button"
      class="button"
      aria-pressed={on.value}
      aria-keyshortcuts={letter}
      title={t(`analysis.${name}.about`)}
      onClick={() => (on.value = !on.value)}
    >
      {t(`analysis.${name}`)}
    </button>
  );
}

/** Of the move that is made here, and what would have been better; of the one before it, that it was good. */
function Said({ judged, at }: { judged: readonly Judged[]; at: number }) {
  const next = judged.find(({ ply }) => ply === at);
  if (!next) return null;
  return (
    <p class="review-said" role="status">
      {sentenceOf(next)}
    </p>
  );
}

function sentenceOf(made: Judged): string {
  const [kind, lost, text] = [kindOf(made), lossText(made), made.move];
  const better = t("replay.better", { text: made.best.join(t("list.separator")) });
  if (kind) return `${t("replay.named", { text, kind: t(`kind.${kind}`), lost })} ${better}`;
  if (lost === "" || made.best.includes(made.move)) return t("replay.best_made", { text });
  return `${t("replay.good_made", { text })} ${better}`;
}
