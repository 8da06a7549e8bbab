// Beside the board: how much of the game is whose.
import { t } from "../i18n/texts";
import { seatColour } from "./colours";

interface BarProps {
  seats: readonly string[];
  seatNames: readonly string[];
  /** All together 1. */
  shares: readonly number[];
  /** Two sides are dark and light, as the graph has them. */
  twoSided: boolean;
  /** Beside the number that says it: "Black +3.4". */
  text: string;
}

export function Bar({ seats, seatNames, shares, twoSided, text }: BarProps) {
  const told = seats.map((name, seat) => `${name} ${Math.round(100 * shares[seat]!)} %`).join(t("list.separator"));
  return (
    <div
      class={twoSided ? "eval eval-even" : "eval"}
      role="img"
      aria-label={t("analysis.bar", { shares: told })}
      title={text || told}
    >
      {shares.map((share, seat) => (
        <span
          key={seatNames[seat]}
          class={twoSided ? `eval-share eval-${seat}` : "eval-share"}
          data-seat={twoSided ? undefined : seatNames[seat]}
          style={{ flexGrow: share, ...(twoSided ? {} : { background: seatColour(seat) }) }}
        />
      ))}
    </div>
  );
}
