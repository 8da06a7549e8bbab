// Practice of a game that has one: its own page, in which nothing counts and nobody waits.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { PracticeProps } from "../games/board";
import { practiceOf } from "../games/practices";
import { textsOf } from "../games/texts";
import { type Catalogue, language, t, withTexts } from "../i18n/texts";
import { titleOf } from "./names";
import { complain, notify } from "./notices";
import { Nowhere } from "./nowhere";
import { loadGames } from "./server";
import { settings } from "./settings";
import { Stage } from "./stage";

interface Found {
  Practice: ComponentType<PracticeProps>;
  texts: Catalogue;
}

export function PracticePage({ game }: { game: string }) {
  const [found, setFound] = useState<Found | null | "nothing">(null);
  const speech = language.value;
  useEffect(() => {
    Promise.all([practiceOf(game), textsOf(game, speech), loadGames()]).then(
      ([Practice, texts]) => setFound(Practice ? { Practice, texts } : "nothing"),
      complain,
    );
  }, [game, speech]);
  const title = titleOf(game);
  useEffect(() => {
    document.title = t("practice.title", { game: title });
  }, [title, speech]);
  if (found === "nothing") return <Nowhere />;
  if (!found) return null;
  const { Practice, texts } = found;
  return (
    <div class="page practice">
      <h1>{t("practice.title", { game: title })}</h1>
      <Practice
        t={withTexts(texts)}
        settings={settings}
        copy={(text) => void copied(text)}
        board={({ picture, play, round, options, seats }) => (
          <Stage
            game={game}
            options={options}
            seatNames={seats}
            seat={0}
            round={round}
            purpose="room"
            exercise
            picture={picture}
            play={play}
            mayHint={() => false}
          />
        )}
      />
    </div>
  );
}

/** The clipboard is lent only to pages from https or from this machine. */
async function copied(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(t("share.copied"));
  } catch {
    notify(text);
  }
}
