// What the project learns, and any two agents against each other.
import { useEffect, useState } from "preact/hooks";
import { language, number, t } from "../i18n/texts";
import type { GameCard, Learning } from "../wire";
import { botAmong, botsOf, choiceName } from "./bots";
import { Choice } from "./choice";
import { Graph } from "./graph";
import { cardOf, titleOf } from "./names";
import { complain } from "./notices";
import { usePolling } from "./polling";
import { seatLabel } from "./seatnames";
import { games, loadGames, server } from "./server";
import { begin } from "./starting";

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
      <section class="panel" aria-labelledby="runs">
        <h2 id="runs">{t("training.runs")}</h2>
        {learning?.runs.length === 0 && <p class="dim">{t("training.none")}</p>}
        {learning?.runs.map((run) => (
          <article key={run.name} class="run">
            <h3>
              {run.name} <span class="dim">{`${titleOf(run.game)} · ${run.status}`}</span>
            </h3>
            {Object.entries(run.curves).map(([name, points]) => (
              <Graph key={name} label={`${run.name}: ${name}`} curves={[{ name, points, colour: 0 }]} />
            ))}
          </article>
        ))}
      </section>
      <section class="panel" aria-labelledby="ladder">
        <h2 id="ladder">{t("training.ladder")}</h2>
        {learning && <Ladder rows={learning.ladder} />}
      </section>
    </div>
  );
}

function Ladder({ rows }: { rows: Learning["ladder"] }) {
  if (rows.length === 0) return <p class="dim">{t("training.unrated")}</p>;
  return (
    <table class="ladder">
      <thead>
        <tr>
          {["agent", "game", "rating", "games"].map((column) => (
            <th key={column} scope="col">
              {t(`training.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={`${row.game} ${row.agent}`}>
            <td>{row.agent}</td>
            <td>{titleOf(row.game)}</td>
            <td>
              {number(row.rating)} <span class="dim">{`${number(row.low)} – ${number(row.high)}`}</span>
            </td>
            <td>{number(row.games)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function isLevel({ levels }: GameCard, spec: string): boolean {
  return levels.some(({ agent }) => agent === spec);
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
            {bots.map((spec) => [spec, isLevel(card, spec) ? `${choiceName(card.levels, spec)} (${spec})` : spec])}
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
