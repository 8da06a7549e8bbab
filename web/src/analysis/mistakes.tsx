// What each side gave away, and the moves that cost most, to be looked at and tried again.
import type { Judged } from "../games/board";
import { t } from "../i18n/texts";
import { KINDS, type Mistake, mistakesOf, SIGNS, worstOf } from "./kinds";
import { lossText } from "./units";

interface MistakesProps {
  judged: readonly Judged[];
  seats: readonly string[];
  /** To the position before the move, where the better one is drawn. */
  go(ply: number): void;
  /** To the same, where another one can be tried; missing where there is no such board. */
  retry?: (ply: number) => void;
}

/** So many can be looked at, and learned from. The graph and the list of moves have them all. */
const MOST = 3;

export function Mistakes({ judged, seats, go, retry }: MistakesProps) {
  const found = mistakesOf(judged);
  if (found.length === 0) return null;
  return (
    <section class="mistakes" aria-label={t("analysis.worst")}>
      <Counts found={found} seats={seats} />
      <h3>{t("analysis.worst")}</h3>
      <ol>
        {worstOf(found, MOST).map(({ made, kind }) => (
          <li key={made.ply}>
            <button type="button" class="mistake" onClick={() => go(made.ply)}>
              <i class={`mistake-mark kind-${kind}`} aria-hidden="true" />
              <span class="ply-number">{made.ply + 1}</span>{" "}
              {seats.length > 1 && <span class="dim">{seats[made.seat]} </span>}
              <strong>{made.move}</strong> <span class={`mistake-kind kind-${kind}`}>{t(`kind.${kind}`)}</span>
              <span class="dim"> {lossText(made)}</span>
            </button>
            <span class="mistake-better">
              <span class="dim">{t("replay.better", { text: made.best.join(t("list.separator")) })}</span>
              {retry && (
                <button type="button" class="button mistake-retry" onClick={() => retry(made.ply)}>
                  {t("analysis.retry")}
                </button>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Black: 2 blunders, 1 mistake, 4 inaccuracies. */
function Counts({ found, seats }: { found: readonly Mistake[]; seats: readonly string[] }) {
  return (
    <table class="mistake-counts">
      <thead>
        <tr>
          <td />
          {KINDS.toReversed().map((kind) => (
            <th key={kind} scope="col">
              <span class={`mistake-sign kind-${kind}`}>{SIGNS[kind]}</span> {t(`kinds.${kind}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {seats.map((name, seat) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {KINDS.toReversed().map((kind) => (
              <td key={kind}>{found.filter((each) => each.kind === kind && each.made.seat === seat).length}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
