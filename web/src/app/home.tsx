// The first page: five games to play at once, tables to join or watch, what was played lately.
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { hasPractice } from "../games/practices";
import { ago, number, t } from "../i18n/texts";
import type { GameCard, ResultCard, RoomCard } from "../wire";
import { choiceName } from "./bots";
import { lineOf, pictureOf } from "./cards";
import { willJoin } from "./joining";
import { lazy } from "./lazy";
import { levelOf } from "./levels";
import { outcome, playerName, titleOf } from "./names";
import { complain } from "./notices";
import { type Player, playersOf } from "./players";
import { usePolling } from "./polling";
import { levelsFor, Players } from "./seating";
import { byLastPlayed } from "./seats";
import { games, loadGames, server } from "./server";
import { choose, kept } from "./settings";
import { againstBots, atOneDevice, begin, withFriend } from "./starting";
import { loadUnfinished, Unfinished } from "./unfinished";

const LOBBY_MS = 4000;

const rooms = signal<readonly RoomCard[]>([]);
const results = signal<readonly ResultCard[]>([]);

const CreateDialog = lazy(async () => (await import("./create")).CreateDialog);

export function Home() {
  const [creating, setCreating] = useState<string | null>(null);
  useEffect(() => {
    document.title = t("title");
    loadGames().catch(complain);
    void loadUnfinished();
  }, []);
  usePolling(LOBBY_MS, async () => {
    rooms.value = await server.rooms();
    results.value = await server.results();
  });
  return (
    <div class="page">
      <header class="hero">
        <h1>{t("home.title")}</h1>
        <p>{t("home.line")}</p>
      </header>
      <Unfinished />
      <section class="game-cards" aria-label={t("home.games")}>
        {byLastPlayed(games.value).map((card) => (
          <Game key={card.name} card={card} create={() => setCreating(card.name)} />
        ))}
      </section>
      <div class="columns">
        <Lobby create={() => setCreating(games.value[0]?.name ?? null)} />
        <Results />
      </div>
      {creating && <CreateDialog game={creating} close={() => setCreating(null)} />}
    </div>
  );
}

function Game({ card, create }: { card: GameCard; create(): void }) {
  const title = titleOf(card.name);
  const picture = pictureOf(card.name);
  return (
    <article class="game-card" aria-label={title}>
      {picture ? <img src={picture} alt="" width="240" height="150" /> : <div class="no-picture" aria-hidden="true" />}
      <h2>{title}</h2>
      <p class="line">{lineOf(card.name)}</p>
      <div class="card-choices">
        <Players card={card} />
        {card.seats.length > 1 && <Level card={card} />}
      </div>
      <button type="button" class="button primary large" onClick={() => begin(againstBots(card))}>
        {t(card.seats.length > 1 ? "play.bot" : "play.alone")}
      </button>
      <div class="card-more">
        {card.timed && (
          <button type="button" class="button" onClick={() => begin(againstBots(card, true))}>
            {t("play.timed")}
          </button>
        )}
        {card.seats.length > 1 && (
          <button type="button" class="button" onClick={() => begin(withFriend(card))}>
            {t("play.friend")}
          </button>
        )}
        {card.one_device && (
          <button type="button" class="button" onClick={() => begin(atOneDevice(card))}>
            {t("play.together")}
          </button>
        )}
        {hasPractice(card.name) && (
          <a class="button" href={`/practice/${card.name}`}>
            {t("play.practice")}
          </a>
        )}
        <button type="button" class="button quiet" onClick={create}>
          {t("play.options")}
        </button>
        <a class="button quiet" href={`/how/${card.name}`}>
          {t("how")}
        </a>
      </div>
    </article>
  );
}

function Level({ card }: { card: GameCard }) {
  const variant = levelsFor(card);
  return (
    <label class="level">
      <span>{t("level")}</span>
      <select
        value={levelOf(card, variant)}
        onChange={(event) => choose({ levels: { ...kept.value.levels, [card.name]: event.currentTarget.value } })}
      >
        {variant.levels.map(({ agent }) => (
          <option key={agent} value={agent}>
            {choiceName(card.name, variant.levels, agent)}
          </option>
        ))}
      </select>
    </label>
  );
}

function Lobby({ create }: { create(): void }) {
  const [open, playing] = [
    rooms.value.filter(({ status }) => status === "open"),
    rooms.value.filter(({ status }) => status === "playing"),
  ];
  return (
    <section class="panel" aria-labelledby="lobby">
      <header class="panel-head">
        <h2 id="lobby">{t("lobby")}</h2>
        <button type="button" class="button" disabled={games.value.length === 0} onClick={create}>
          {t("lobby.create")}
        </button>
      </header>
      {rooms.value.length === 0 && <p class="dim">{t("lobby.empty")}</p>}
      <ul class="rooms">
        {[...open, ...playing].map((room) => (
          <RoomRow key={room.id} room={room} />
        ))}
      </ul>
    </section>
  );
}

function playerOfCard({ name, bot }: RoomCard["seats"][number]): Player {
  return { name: String(name), bot: bot ? String(name) : null };
}

function RoomRow({ room }: { room: RoomCard }) {
  const names = room.seats.map((seat) =>
    seat.free ? t("seat.free") : playerName(room.game, playerOfCard(seat), room.options),
  );
  const joins = room.status === "open" && room.seats.some(({ free }) => free);
  return (
    <li class="room-row">
      <div>
        <strong>{titleOf(room.game)}</strong> <span class="dim">{ago(room.created_ms)}</span>
        <div class="dim clip">{names.join(" · ")}</div>
      </div>
      <a
        class={joins ? "button primary" : "button"}
        href={`/room/${room.id}`}
        onClick={() => joins && willJoin(room.id)}
      >
        {t(joins ? "lobby.join" : "lobby.watch")}
        <span class="unseen"> {titleOf(room.game)}</span>
      </a>
    </li>
  );
}

function Results() {
  return (
    <section class="panel" aria-labelledby="results">
      <header class="panel-head">
        <h2 id="results">{t("results")}</h2>
      </header>
      {results.value.length === 0 && <p class="dim">{t("results.empty")}</p>}
      <ul class="rooms">
        {results.value.map((result) => (
          <li key={`${result.room}/${result.round}`} class="room-row">
            <div>
              <strong>{titleOf(result.game)}</strong> <span class="dim">{ago(result.ended_ms)}</span>
              <div class="dim clip">
                {outcome(result.game, playersOf(result.seats, result.bots), result.returns)} ·{" "}
                {t("result.plies", { count: result.plies })}
              </div>
            </div>
            <a class="button" href={`/replay/${result.room}/${result.round}`}>
              {t("replay")}
              <span class="unseen">
                {" "}
                {titleOf(result.game)} {number(result.round)}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
