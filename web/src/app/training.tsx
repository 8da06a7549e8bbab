// What the project learns, and any two agents against each other.
import { useEffect, useState } from "preact/hooks";
import { language, number, t } from "../i18n/texts";
import type { Learning, LevelCard } from "../wire";
import { botAmong, botsOf, choiceName, shortBotName } from "./bots";
import { Choice } from "./choice";
import { levelsOf } from "./levels";
import { cardOf, titleOf } from "./names";
import { complain } from "./notices";
import { usePolling } from "./polling";
import { seatLabel } from "./seatnames";
import { games, loadGames, server } from "./server";
import { begin } from "./starting";
import { Run } from "./trained";

const LEARNING_MS = 5000;

export function TrainingPage() {
  const [learning, setLearning] = useState<Learning | null>(null);
  useEffect(() => {
    document.title = t("training.title");
    loadGames().catch(complain);
  }, [language.value]);
  usePolling(LEARNING_MS, async () => setLearning(await server.training()));
  return (
    <div class="page">
      <h1>{t("training.title")}</h1>
      <Watch />
      {learning && <Measured ladders={learning.levels} />}
      <section class="panel" aria-labelledby="runs">
        <h2 id="runs">{t("training.runs")}</h2>
        {learning?.runs.length === 0 && <p class="dim">{t("training.none")}</p>}
        {learning?.runs.map((run) => (
          <Run key={`${run.game} ${run.name}`} run={run} />
        ))}
      </section>
      <section class="panel" aria-labelledby="ladder">
        <h2 id="ladder">{t("training.ladder")}</h2>
        {learning && <Ladder rows={learning.ladder} />}
      </section>
    </div>
  );
}

/** What was measured of the levels before the program was shipped. */
function Measured({ ladders }: { ladders: Learning["levels"] }) {
  if (ladders.length === 0) return null;
  return (
    <section class="panel" aria-labelledby="levels">
      <h2 id="levels">{t("training.levels")}</h2>
      <p class="dim">{t("training.levels.about")}</p>
      <div class="columns">
        {ladders.map(({ game, options, seats, levels }) => (
          <div key={`${game} ${JSON.stringify(options)}`}>
            <h3>{seats > 1 ? `${titleOf(game)} · ${t("training.players", { count: seats })}` : titleOf(game)}</h3>
            <Table
              columns={["level", "rating", "range"]}
              rows={[...levels]
                .reverse()
                .map(({ agent, rating, low, high }) => [
                  choiceName(game, unrated(levels), agent),
                  rating === null ? "–" : whole(rating),
                  low === null || high === null ? "" : `${whole(low)} – ${whole(high)}`,
                ])}
            />
          </div>
        ))}
      </div>
    </section>
  );
}

/** The table has a column of its own for it. */
function unrated(levels: readonly LevelCard[]): LevelCard[] {
  return levels.map((level) => ({ ...level, rating: null }));
}

function whole(rating: number): string {
  return String(Math.round(rating));
}

function Ladder({ rows }: { rows: Learning["ladder"] }) {
  if (rows.length === 0) return <p class="dim">{t("training.unrated")}</p>;
  return (
    <Table
      columns={["agent", "game", "rating", "range", "games"]}
      rows={rows.map(({ agent, game, rating, low, high, games }) => [
        shortBotName(game, levelsOf(game), agent),
        titleOf(game),
        whole(rating),
        `${whole(low)} – ${whole(high)}`,
        number(games),
      ])}
    />
  );
}

function Table({ columns, rows }: { columns: readonly string[]; rows: readonly (readonly string[])[] }) {
  return (
    <table class="ladder">
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`training.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.join(" ")}>
            {row.map((text, column) => (
              <td key={column}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Watch() {
  const [name, setName] = useState("");
  const [agents, setAgents] = useState<Record<number, string>>({});
  const card = cardOf(name) ?? games.value.find(({ seats }) => seats.length > 1);
  if (!card) return null;
  const bots = botsOf(card);
  const agent = (seat: number): string => botAmong(bots, agents[seat], card.opponent);
  const watch = (event: Event): void => {
    event.preventDefault();
    void begin({ game: card.name, bots: Object.fromEntries(card.seats.map((_, seat) => [String(seat), agent(seat)])) });
  };
  return (
    <form class="panel" aria-labelledby="watch" onSubmit={watch}>
      <h2 id="watch">{t("training.watch")}</h2>
      <div class="fields two">
        <Choice label={t("create.game")} value={card.name} choose={setName}>
          {games.value.map((each) => [each.name, titleOf(each.name)])}
        </Choice>
        {card.seats.map((_, seat) => (
          <Choice
            key={seat}
            label={seatLabel(card.name, card.seats, seat)}
            value={agent(seat)}
            choose={(spec) => setAgents({ ...agents, [seat]: spec })}
          >
            {bots.map((spec) => [spec, choiceName(card.name, card.levels, spec)])}
          </Choice>
        ))}
      </div>
      <div class="row end">
        <button type="submit" class="button primary">
          {t("training.start")}
        </button>
      </div>
    </form>
  );
}
