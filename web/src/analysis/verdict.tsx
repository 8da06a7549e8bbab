// What is known of the position in view: who is ahead, how deep and how sure, and whether it is still thought about.
import type { Hint } from "../games/board";
import { t } from "../i18n/texts";
import { Bar } from "./bar";
import { sharesAt } from "./traces";
import { depthTags, leaning, unitText, valueText } from "./units";
import type { Watcher } from "./watcher";

interface VerdictProps<Subject> {
  hint: Hint | null;
  /** What the seats are called, the first first. */
  seats: readonly string[];
  /** Null where nobody looks on. */
  watcher: Watcher<Subject> | null;
  /** Its name, or nothing. */
  opening: string;
  /** Where there is no bar beside the board: of two sides, dark and light. */
  barred?: boolean;
}

export function Verdict<Subject>({ hint, seats, watcher, opening, barred }: VerdictProps<Subject>) {
  const state = watcher?.state.value ?? "idle";
  const trouble = watcher?.trouble.value ?? "";
  const known = hint !== null && hint.moves.length > 0;
  const shares = known && barred ? sharesAt([{ ...hint, ...NO_MOVE, seat: hint.to_play }], seats.length, 0) : null;
  return (
    <div class="verdict">
      {(shares || (watcher && state !== "idle" && state !== "done")) && (
        <div class="verdict-top">
          {shares && <Bar seats={seats} seatNames={seats} shares={shares} twoSided text="" />}
          {watcher && state !== "idle" && state !== "done" && <Switch watcher={watcher} />}
        </div>
      )}
      <div class="verdict-line">
        <span class="verdict-said" role="status">
          {known ? aheadText(hint, seats) : state === "thinking" ? t("analysis.thinking") : ""}
        </span>
        {known && depthTags(hint).map((tag) => <Tag key={tag} text={tag} exact={hint.exact} />)}
        {opening && <span class="tag tag-name">{opening}</span>}
      </div>
      {trouble && <p class="dim">{trouble}</p>}
      {hint?.line && hint.line.length > 1 && (
        <p class="verdict-expected dim">{t("analysis.line", { line: hint.line.slice(0, 10).join(" ") })}</p>
      )}
    </div>
  );
}

const NO_MOVE = { ply: 0, action: -1, move: "", loss: 0 };

/** Stop, or think on: one button, which keeps the focus. */
function Switch<Subject>({ watcher }: { watcher: Watcher<Subject> }) {
  const thinks = watcher.state.value === "thinking";
  const flip = (): void => (thinks ? watcher.stop() : watcher.goOn());
  return (
    <button type="button" class="button quiet verdict-button" onClick={flip}>
      {thinks && <span class="verdict-busy" aria-hidden="true" />}
      {t(thinks ? "analysis.stop" : "analysis.go_on")}
    </button>
  );
}

function Tag({ text, exact }: { text: string; exact: boolean }) {
  return <span class={exact ? "tag tag-exact" : "tag"}>{text}</span>;
}

/** "Black +3.4": to whom the position is good, and how much. */
export function aheadText(hint: Hint, seats: readonly string[]): string {
  const best = hint.moves[0];
  if (!best) return "";
  const mover = seats[hint.to_play] ?? "";
  const value = valueText(hint.unit, best);
  const lean = leaning(hint);
  if (seats.length !== 2 || hint.unit !== "discs" || lean === null)
    return [seats.length > 1 ? mover : "", value, unitText(hint.unit)].filter(Boolean).join(" ");
  if (!/[1-9]/.test(value)) return t("analysis.even");
  return lean > 0 ? `${mover} ${value}` : `${seats[1 - hint.to_play]} ${value.replace("−", "+")}`;
}
