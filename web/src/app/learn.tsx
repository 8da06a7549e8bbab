// Learning by doing: tiny tasks on the real board, one after the other.
import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { language, t } from "../i18n/texts";
import type { AttemptCard, ExerciseCard, GameCard } from "../wire";
import { Drill } from "./drill";
import { doneIn, left, met } from "./learned";
import { cardOf, titleOf } from "./names";
import { complain, say } from "./notices";
import { Nowhere } from "./nowhere";
import { go } from "./router";
import { games, loadGames, server } from "./server";
import { sound } from "./sound";
import { Stage } from "./stage";
import { againstBots, begin } from "./starting";
import "../styles/learn.css";

const SHOWN_MS = 900;

export function LearnPage({ game }: { game: string }) {
  const [all, setAll] = useState<readonly ExerciseCard[] | null>(null);
  useEffect(() => {
    met(game);
    loadGames()
      .then(() => server.exercises(game))
      .then(setAll, complain);
  }, [game]);
  const card = cardOf(game);
  useEffect(() => {
    document.title = t("learn.title", { game: titleOf(game) });
  }, [card, language.value]);
  if (games.value.length > 0 && (!card || card.exercises === 0)) return <Nowhere />;
  return all && card ? <Exercises card={card} all={all} /> : null;
}

function Exercises({ card, all }: { card: GameCard; all: readonly ExerciseCard[] }) {
  const done = doneIn(card.name);
  const [at, setAt] = useState(() => {
    const next = all.findIndex(({ name }) => !done.includes(name));
    return next < 0 ? 0 : next;
  });
  const exercise = all[at];
  return (
    <article class="page learn">
      <header class="learn-head">
        <h1>{t("learn.title", { game: titleOf(card.name) })}</h1>
        <ol class="learn-steps">
          {all.map(({ name }, number) => (
            <li key={name}>
              <button
                type="button"
                class={done.includes(name) ? "button round done" : "button round"}
                aria-current={number === at ? "step" : undefined}
                aria-label={t(done.includes(name) ? "learn.step.done" : "learn.step", { number: number + 1 })}
                onClick={() => setAt(number)}
              >
                {done.includes(name) ? "✓" : number + 1}
              </button>
            </li>
          ))}
        </ol>
      </header>
      {exercise ? (
        <OneExercise
          key={exercise.name}
          game={card.name}
          number={at + 1}
          exercise={exercise}
          isLast={at + 1 === all.length}
          next={() => setAt(at + 1)}
        />
      ) : (
        <AllDone card={card} complete={all.every(({ name }) => done.includes(name))} again={() => setAt(0)} />
      )}
    </article>
  );
}

interface OneExerciseProps {
  game: string;
  number: number;
  exercise: ExerciseCard;
  isLast: boolean;
  next(): void;
}

function OneExercise({ game, number, exercise, isLast, next }: OneExerciseProps) {
  const drill = useMemo(
    () => new Drill(exercise.seat, (actions) => server.attempt(game, number, actions)),
    [game, number],
  );
  const isShown = useSignal(false);
  useEffect(() => {
    drill.begin().catch(complain);
  }, [drill]);
  const told = drill.told.value;
  const done = told?.done === true;
  useEffect(() => {
    if (told && (done || told.failed)) say(t(done ? "learn.done" : "learn.failed"));
    if (!done) return;
    sound("win");
    if (!isShown.peek()) met(game, exercise.name);
  }, [told]);
  const again = (): void => {
    isShown.value = false;
    drill.begin().catch(complain);
  };
  const demonstrate = (): void => {
    isShown.value = true;
    drill.demonstrate(exercise.solution, () => new Promise((done) => setTimeout(done, SHOWN_MS))).catch(complain);
  };
  return (
    <>
      <section class="learn-task" aria-label={t("learn.step", { number })}>
        <p class="learn-words">{exercise.task[language.value] ?? exercise.task.en}</p>
        <div class="learn-foot">
          <Verdict told={told} />
          <div class="row">
            <Ways
              told={told}
              isLast={isLast}
              next={next}
              again={again}
              demonstrate={drill.showing.value ? null : demonstrate}
            />
          </div>
        </div>
      </section>
      <div class="learn-board">
        <Stage
          game={game}
          options={exercise.options}
          seatNames={exercise.seats}
          seat={exercise.seat}
          round={number}
          purpose="room"
          exercise
          picture={drill.picture}
          play={(action) => void drill.play(action).catch(complain)}
          mayHint={() => false}
        />
      </div>
    </>
  );
}

interface WaysProps {
  told: AttemptCard | null;
  isLast: boolean;
  next(): void;
  again(): void;
  /** Null while the solution is being shown. */
  demonstrate: (() => void) | null;
}

/** What comes first is what one would do now. */
function Ways({ told, isLast, next, again, demonstrate }: WaysProps) {
  const done = told?.done === true;
  const begun = (told?.steps.length ?? 0) > 0;
  return (
    <>
      {done && (
        <button type="button" class="button primary" ref={(node) => node?.focus()} onClick={next}>
          {t(isLast ? "learn.finish" : "learn.next")}
        </button>
      )}
      {told?.failed ? (
        <button type="button" class="button primary" ref={(node) => node?.focus()} onClick={again}>
          {t("learn.again")}
        </button>
      ) : (
        begun && (
          <button type="button" class="button" onClick={again}>
            {t("learn.again")}
          </button>
        )
      )}
      {!done && (
        <>
          <button type="button" class="button" disabled={demonstrate === null} onClick={() => demonstrate?.()}>
            {t("learn.show")}
          </button>
          <button type="button" class="button quiet" onClick={next}>
            {t("learn.skip")}
          </button>
        </>
      )}
    </>
  );
}

/** The place is kept free for it, so that nothing jumps. */
function Verdict({ told }: { told: AttemptCard | null }) {
  const kind = told?.done ? "done" : told?.failed ? "failed" : "open";
  const more = told && told.left > 1 ? t("learn.left", { count: told.left }) : "\u00a0";
  return <p class={`learn-verdict ${kind}`}>{kind === "open" ? more : t(`learn.${kind}`)}</p>;
}

function AllDone({ card, complete, again }: { card: GameCard; complete: boolean; again(): void }) {
  const from = left.value?.game === card.name ? left.value.room : null;
  const play = (): void => {
    if (from) go(`/room/${from}`);
    else void begin(againstBots(card));
  };
  return (
    <section class="panel learn-end">
      <h2>{t(complete ? "learn.complete" : "learn.end")}</h2>
      <div class="row">
        <button type="button" class="button primary large" ref={(node) => node?.focus()} onClick={play}>
          {t(from ? "learn.back" : "how.play")}
        </button>
        <button type="button" class="button large" onClick={again}>
          {t("learn.anew")}
        </button>
        <a class="button quiet large" href={`/how/${card.name}`}>
          {t("how")}
        </a>
      </div>
    </section>
  );
}
