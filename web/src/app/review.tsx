// What an engine thinks of a finished game: of the position in view while it thinks, and of every move at a word.
import { type ReadonlySignal, type Signal, signal, useComputed, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import { Choices } from "../analysis/choices";
import { Course } from "../analysis/course";
import { Mistakes } from "../analysis/mistakes";
import { lossText, openingAt } from "../analysis/units";
import { Verdict } from "../analysis/verdict";
import { Watcher } from "../analysis/watcher";
import type { Board, Judged, Ply } from "../games/board";
import { onKeys } from "../games/keys";
import { t } from "../i18n/texts";
import { complain } from "./notices";
import { seatLabel } from "./seatnames";
import { type Replay, server } from "./server";
import { explained } from "./stage";

/** Who steps through a game quickly asks nothing. */
const STANDING_MS = 300;
const SHOWING_MS = 150;
/** Kept from game to game, until the page is left. */
const valuing = signal(false);

interface ReviewProps {
  replay: Replay;
  room: string;
  round: number;
  plies: readonly Ply[];
  at: ReadonlySignal<number>;
  go(to: number): void;
  board: ReadonlySignal<Board | null>;
}

interface Judging {
  done: number;
  of: number;
  stop: AbortController;
}

export function Review({ replay, room, round, plies, at, go, board }: ReviewProps) {
  const judged = useSignal<readonly Judged[]>([]);
  const judging = useSignal<Judging | null>(null);
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
  const judge = (): Promise<void> => judgeGame(room, round, watcher, judged, judging);
  const heard = hint.value && { ...hint.value, ply: at.value, seat: hint.value.to_play, action: -1, move: "", loss: 0 };
  const known = heard ? [...judged.value, heard] : judged.value;
  const seats = replay.seat_names.map((_, seat) => seatLabel(replay.game, replay.seat_names, seat));
  const isOpen = at.value < plies.length && plies[at.value]!.seat >= 0;
  useEffect(() => {
    watcher.turnTo(valuing.value && isOpen && !judging.value ? at.value : null, STANDING_MS);
  }, [at.value, valuing.value, judging.value === null]);
  // At once: the board and the list beside it say the same.
  useLayoutEffect(
    () => board.value?.advise?.(valuing.value ? hint.value : null),
    [board.value, hint.value, valuing.value, at.value],
  );
  useEffect(
    () => () => {
      watcher.turnTo(null);
      judging.peek()?.stop.abort();
    },
    [],
  );
  useLayoutEffect(() => onKeys((event) => pressed(event, () => void (judging.peek() ? null : judge()))), []);
  const retry = (ply: number): void => {
    go(ply);
    board.peek()?.study?.();
  };
  return (
    <section class="review" aria-label={t("replay.thoughts")}>
      <Orders judging={judging} judge={judge} isJudged={judged.value.length > 0} />
      <Said judged={judged.value} at={at.value} />
      {valuing.value && (
        <Verdict hint={hint.value} seats={seats} watcher={watcher} opening={openingAt(known, at.value)} />
      )}
      {valuing.value && hint.value && <Choices hint={hint.value} played={plies[at.value]?.action ?? null} />}
      {judged.value.length > 0 && (
        <Course judged={judged.value} seats={seats} last={plies.length} at={at.value} go={go} />
      )}
      <Mistakes judged={judged.value} seats={seats} go={go} {...(board.value?.study ? { retry } : {})} />
    </section>
  );
}

/** V and A, wherever the focus is; what the board has understood is the board's. */
function pressed(event: KeyboardEvent, judge: () => void): boolean {
  if (event.defaultPrevented) return false;
  if (event.key === "v") valuing.value = !valuing.value;
  else if (event.key === "a") judge();
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
): Promise<void> {
  const stop = new AbortController();
  judging.value = { done: 0, of: 0, stop };
  judged.value = [];
  // Thousands of quick answers are drawn a few at a time.
  let fresh: (Judged & { of: number })[] = [];
  const show = (): void => {
    if (fresh.length === 0) return;
    judged.value = [...judged.value, ...fresh];
    judging.value = { done: judged.value.length, of: fresh[0]!.of, stop };
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
  isJudged: boolean;
}

function Orders({ judging, judge, isJudged }: OrdersProps) {
  const now = judging.value;
  return (
    <div class="row review-orders">
      <button
        type="button"
        class="button"
        aria-pressed={valuing.value}
        aria-keyshortcuts="v"
        title={t("analysis.values.about")}
        onClick={() => (valuing.value = !valuing.value)}
      >
        {t("analysis.values")}
      </button>
      {now ? (
        <>
          <button type="button" class="button" onClick={() => now.stop.abort()}>
            <span class="verdict-busy" aria-hidden="true" />
            {t("analysis.stop")}
          </button>
          <progress max={now.of || 1} value={now.done} aria-label={t("analysis.game")} />
          <span class="dim">{now.of > 0 && t("analysis.progress", { done: now.done, of: now.of })}</span>
        </>
      ) : (
        <button
          type="button"
          class={isJudged ? "button" : "button primary"}
          aria-keyshortcuts="a"
          title={t("analysis.game.about")}
          onClick={() => void judge()}
        >
          {t("analysis.game")}
        </button>
      )}
    </div>
  );
}

/** Of the move that was made last, and of the best one now. */
function Said({ judged, at }: { judged: readonly Judged[]; at: number }) {
  const [made, next] = [at - 1, at].map((ply) => judged.find((each) => each.ply === ply));
  if (!made && !next) return null;
  return (
    <p class="review-said" role="status">
      {made && sentenceOf(made)} {next && t("replay.best", { text: next.best.join(t("list.separator")) })}
    </p>
  );
}

function sentenceOf(made: Judged): string {
  const [lost, text] = [lossText(made), made.move];
  return lost === "" ? t("replay.best_made", { text }) : t("replay.made", { text, lost });
}
