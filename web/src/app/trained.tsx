// A training in words: what its curves and figures mean to people. What has no words is for programs.
import { has, number, t } from "../i18n/texts";
import type { Training } from "../wire";
import { kindName } from "./bots";
import { Graph } from "./graph";
import { titleOf } from "./names";
import { gameText } from "./seatnames";
import "../styles/learned.css";

/** Shares are written as percentages. */
const SHARE = /(points|win_rate|kept|^tile_\d+)$/;

export function Run({ run }: { run: Training }) {
  const { game, method, status, name } = run;
  const curves = named(game, run.curves);
  const figures = named(game, run.figures);
  return (
    <article class="run">
      <h3>
        {[titleOf(game), has(`method.${method}`) ? t(`method.${method}`) : ""].filter(Boolean).join(" · ")}{" "}
        <span class="dim">
          {[status === "shipped" ? "" : name, has(`training.${status}`) ? t(`training.${status}`) : ""]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </h3>
      {curves.map(([key, label, points]) => (
        <Graph key={key} label={label} curves={[{ name: label, points, colour: 0 }]} />
      ))}
      {figures.length > 0 && (
        <>
          <h4>{t("training.end")}</h4>
          <dl class="figures">
            {figures.map(([key, label, value]) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{SHARE.test(key) ? `${number(Math.round(1000 * value) / 10)} %` : number(value)}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </article>
  );
}

/** Those that have words: key, words, value. */
function named<T>(game: string, values: Readonly<Record<string, T>>): [string, string, T][] {
  return Object.entries(values).flatMap(([key, value]): [string, string, T][] => {
    const label = curveName(game, key);
    return label === null ? [] : [[key, label, value]];
  });
}

/** greedy_points -> "Share of the points against: Greedy" */
function curveName(game: string, key: string): string | null {
  const own = gameText(game, `curve.${key}`);
  if (own !== null) return own;
  if (has(`curve.${key}`)) return t(`curve.${key}`);
  const [, who, what] = /^([a-z]+)_(points|win_rate)$/.exec(key) ?? [];
  return who === undefined ? null : t(`curve.${what}`, { who: kindName(game, who) });
}
