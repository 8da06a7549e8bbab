// The moves that cost most, to be looked at and tried again.
import type { Judged } from "../games/board";
import { t } from "../i18n/texts";
import { lossText, worst } from "./units";

interface MistakesProps {
  judged: readonly Judged[];
  seats: readonly string[];
  go(ply: number): void;
  /** To the position before the move, where another one can be tried; missing where there is no such board. */
  retry?: (ply: number) => void;
}

export function Mistakes({ judged, seats, go, retry }: MistakesProps) {
  const found = worst(judged);
  if (found.length === 0) return null;
  return (
    <section class="mistakes" aria-label={t("analysis.worst")}>
      <h3>{t("analysis.worst")}</h3>
      <ol>
        {found.map((made) => (
          <li key={made.ply}>
            <button type="button" class="mistake" onClick={() => go(made.ply + 1)}>
              <span class="ply-number">{made.ply + 1}</span>{" "}
              {seats.length > 1 && <span class="dim">{seats[made.seat]} </span>}
              <strong>{made.move}</strong> <span class="mistake-loss">{lossText(made)}</span>
            </button>
            <span class="mistake-better">
              <span class="dim">{t("replay.best", { text: made.best.join(t("list.separator")) })}</span>
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
