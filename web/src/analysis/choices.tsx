// The moves of a position with what they are worth, the best first.
import type { Hint } from "../games/board";
import { proofClass, proofWords } from "../games/proofs";
import { t } from "../i18n/texts";
import { valueText } from "./units";

/** More would be a wall of numbers. */
const MOST = 12;

interface ChoicesProps {
  hint: Hint;
  /** The move that was played here. */
  played: number | null;
}

export function Choices({ hint, played }: ChoicesProps) {
  const { moves, unit, best } = hint;
  if (moves.length < 2) return null;
  const shown = moves.filter(({ action }, index) => index < MOST || action === played);
  return (
    <ul class="choices" aria-label={t("analysis.choices")}>
      {shown.map((move) => (
        <li
          key={move.action}
          class={classOf(best.includes(move.move), move.action === played)}
          aria-current={move.action === played}
        >
          {move.move}{" "}
          <span class={move.proven ? `choice-value ${proofClass(move.proven)}` : "choice-value"}>
            {valueText(unit, move)}
          </span>
          {move.proven && <span class="unseen">{proofWords(t, move.proven)}</span>}
        </li>
      ))}
    </ul>
  );
}

function classOf(isBest: boolean, isPlayed: boolean): string {
  return ["choice", isBest && "choice-best", isPlayed && "choice-played"].filter(Boolean).join(" ");
}
