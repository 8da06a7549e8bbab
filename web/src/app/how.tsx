// How a game is played: its own lessons with pictures, and how moves are written.
import { signal } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Lesson } from "../games/board";
import { type Loaded, load } from "../games/load";
import { language, t, withTexts } from "../i18n/texts";
import { cardOf, titleOf } from "./names";
import { complain } from "./notices";
import { Nowhere } from "./nowhere";
import { gameText } from "./seatnames";
import { games, loadGames } from "./server";
import { Stage } from "./stage";
import { againstBots, begin } from "./starting";

export function HowPage({ game }: { game: string }) {
  const loaded = useLoaded(game);
  const speech = language.value;
  const card = cardOf(game);
  useEffect(() => {
    document.title = t("how.title", { game: titleOf(game) });
  }, [card, speech]);
  if (!loaded) return null;
  if (!card) return games.value.length > 0 ? <Nowhere /> : null;
  return (
    <article class="page narrow how">
      <h1>{t("how.title", { game: titleOf(game) })}</h1>
      {card.exercises > 0 && (
        <p class="how-learn">
          <a class="button primary" href={`/learn/${game}`}>
            {t("learn.how", { count: card.exercises })}
          </a>
        </p>
      )}
      <Lessons game={game} />
      <h2>{t("how.writing")}</h2>
      <p>{gameText(game, "writing") ?? card.help[speech] ?? card.help.en}</p>
      <p>
        <button type="button" class="button primary large" onClick={() => begin(againstBots(card))}>
          {t("how.play")}
        </button>
      </p>
    </article>
  );
}

function useLoaded(game: string): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const speech = language.value;
  useEffect(() => {
    Promise.all([load(game, speech), loadGames()]).then(([found]) => setLoaded(found), complain);
  }, [game, speech]);
  return loaded;
}

/** The game's own pages, wherever somebody wants to read them. */
export function Lessons({ game }: { game: string }) {
  const loaded = useLoaded(game);
  const card = cardOf(game);
  if (!loaded || !card) return null;
  return (
    <div class="how">
      {(loaded.module.lessons ?? []).map((lesson, index) => (
        <LessonOf
          key={index}
          game={game}
          lesson={lesson}
          text={withTexts(loaded.texts)(lesson.text)}
          seats={card.seats}
        />
      ))}
    </div>
  );
}

function LessonOf({
  game,
  lesson,
  text,
  seats,
}: {
  game: string;
  lesson: Lesson;
  text: string;
  seats: readonly string[];
}) {
  const picture = useMemo(
    () =>
      signal({
        how: "jump" as const,
        shown: {
          view: lesson.view,
          moves: lesson.moves ?? [],
          due: lesson.due ?? [],
          since: [],
          last: lesson.last ?? null,
          plies: 0,
          history: [],
          over: false,
          pending: null,
          committed: [],
        },
      }),
    [lesson],
  );
  return (
    <section class="lesson">
      {lesson.view !== undefined && (
        // Only to look at: the text beside it says what it shows.
        <div class="lesson-board" aria-hidden="true" inert>
          <Stage
            game={game}
            options={lesson.options ?? {}}
            seatNames={seats}
            seat={0}
            purpose="lesson"
            picture={picture}
          />
        </div>
      )}
      <p>{text}</p>
    </section>
  );
}
