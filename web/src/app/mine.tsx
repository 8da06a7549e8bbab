// My page: what I have played on this server, how well, and what to try next. It is mine to take along or to delete.
import { useEffect, useState } from "preact/hooks";
import "../styles/mine.css";
import { ago, language, moment, number, t } from "../i18n/texts";
import type { AgainstCard, CareerCard, GameRecord, PlayedCard } from "../wire";
import { choiceName } from "./bots";
import { pictureOf } from "./cards";
import { Confirm } from "./dialog";
import { Graph } from "./graph";
import { cardOf, outcome, titleOf } from "./names";
import { complain, notify } from "./notices";
import { personName } from "./persons";
import { playersOf } from "./players";
import { go } from "./router";
import { gameText } from "./seatnames";
import { forgetAll } from "./seats";
import { deleteMe, EXPORT, guest, introduce, loadGames, server } from "./server";
import { choose, kept } from "./settings";
import { againstBots, begin } from "./starting";

export function MinePage() {
  const [career, setCareer] = useState<CareerCard | null>(null);
  useEffect(() => {
    Promise.all([introduce(), loadGames()])
      .then(() => server.career())
      .then(setCareer, complain);
  }, []);
  useEffect(() => {
    document.title = t("mine.title");
  }, [language.value]);
  if (!career || !guest.value) return <p class="page dim">{t("room.opening")}</p>;
  return (
    <div class="page mine">
      <h1>{t("mine.of", { who: personName(guest.value.name) })}</h1>
      {career.games.length === 0 && <Nothing />}
      <div class="mine-games">
        {career.games.map((record) => (
          <RecordOf key={record.game} record={record} />
        ))}
      </div>
      {career.latest.length > 0 && <Latest played={career.latest} />}
      {career.counted >= career.most && <p class="dim">{t("mine.most", { count: career.most })}</p>}
      <Own />
    </div>
  );
}

function Nothing() {
  return (
    <section class="panel">
      <p>{t("mine.none")}</p>
      <p>
        <a class="button primary" href="/">
          {t("nowhere.home")}
        </a>
      </p>
    </section>
  );
}

function RecordOf({ record }: { record: GameRecord }) {
  const { game, won, drawn, lost, alone, streak, best_streak, bests, against, history, practice } = record;
  const picture = pictureOf(game);
  const title = titleOf(game);
  const decided = won + drawn + lost;
  return (
    <section class="panel record" aria-label={title}>
      <header class="record-head">
        {picture && <img src={picture} alt="" width="96" height="60" />}
        <h2>{title}</h2>
      </header>
      <dl class="record-figures">
        {decided > 0 && <Figure name={t("mine.ends")} value={t("mine.ends.value", { won, drawn, lost })} />}
        {alone > 0 && <Figure name={t("mine.alone")} value={number(alone)} />}
        {best_streak > 1 && <Figure name={t("mine.streak")} value={t("mine.streak.value", { streak, best_streak })} />}
        {Object.entries(bests).map(([name, value]) => (
          <Figure key={name} name={t("mine.best", { what: countName(game, name) })} value={number(value)} />
        ))}
        {practice > 0 && <Figure name={t("mine.practice")} value={number(practice)} />}
      </dl>
      {against.length > 0 && <Levels game={game} against={against} />}
      {history.length > 1 && (
        <Graph
          label={t("mine.history", { game: title })}
          curves={[{ name: t("mine.scores"), colour: 0, points: history.map(([, score], at) => [at + 1, score]) }]}
        />
      )}
      <Next record={record} />
    </section>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** A count without words of its own is nothing for people. */
function countName(game: string, name: string): string {
  return gameText(game, `count.${name}`) ?? "";
}

function Levels({ game, against }: { game: string; against: readonly AgainstCard[] }) {
  return (
    <table class="ladder">
      <thead>
        <tr>
          <th scope="col">{t("mine.against")}</th>
          <th scope="col">{t("mine.ends")}</th>
        </tr>
      </thead>
      <tbody>
        {against.map(({ level, people, won, drawn, lost }) => (
          <tr key={`${level?.agent} ${people}`}>
            <td>{level ? choiceName(game, [level], level.agent) : t(people ? "mine.people" : "mine.bots")}</td>
            <td>{t("mine.ends.value", { won, drawn, lost })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The level above the highest that was beaten. */
function Next({ record: { game, next } }: { record: GameRecord }) {
  const card = cardOf(game);
  if (!card || !next) return null;
  const play = (): void => {
    choose({ levels: { ...kept.value.levels, [game]: next.agent } });
    void begin(againstBots(card));
  };
  return (
    <p>
      <button type="button" class="button primary" onClick={play}>
        {t("mine.next", { level: choiceName(game, [next], next.agent) })}
      </button>
    </p>
  );
}

function Latest({ played }: { played: readonly PlayedCard[] }) {
  return (
    <section class="panel" aria-labelledby="latest">
      <h2 id="latest">{t("mine.latest")}</h2>
      <ul class="rooms">
        {played.map((each) => (
          <li key={`${each.room}/${each.round}`} class="room-row">
            <div>
              <strong>{titleOf(each.game)}</strong>{" "}
              <span class="dim" title={moment(each.ended_ms)}>
                {ago(each.ended_ms)}
              </span>
              <div class="dim clip">{endText(each)}</div>
            </div>
            <a class="button" href={`/replay/${each.room}/${each.round}`}>
              {t("replay")}
              <span class="unseen">
                {" "}
                {titleOf(each.game)} {moment(each.ended_ms)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "You win! · 60 moves" */
function endText({ game, seats, bots, returns, options, end, plies, assisted }: PlayedCard): string {
  const words =
    end === "won" || end === "lost" || end === "drawn"
      ? t(`result.${end}`)
      : outcome(game, playersOf(seats, bots), returns, options);
  const practice = assisted ? [t("mine.assisted")] : [];
  return [words, t("result.plies", { count: plies }), ...practice].join(" · ");
}

/** What the server has of me: to take along, or to delete. */
function Own() {
  const [asks, setAsks] = useState(false);
  const bye = async (): Promise<void> => {
    try {
      await deleteMe();
      forgetAll();
      notify(t("mine.deleted"));
      go("/");
    } catch (error) {
      complain(error);
    }
  };
  return (
    <section class="panel" aria-labelledby="own">
      <h2 id="own">{t("mine.own")}</h2>
      <p>{t("mine.own.about")}</p>
      <div class="row">
        <a class="button" href={EXPORT} download>
          {t("mine.export")}
        </a>
        <button type="button" class="button danger" onClick={() => setAsks(true)}>
          {t("mine.delete")}
        </button>
      </div>
      {asks && (
        <Confirm
          title={t("mine.delete.title")}
          text={t("mine.delete.text")}
          yes={t("mine.delete")}
          onYes={() => void bye()}
          close={() => setAsks(false)}
        />
      )}
    </section>
  );
}
