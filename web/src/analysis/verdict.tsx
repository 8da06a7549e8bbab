// What is known of the position in view: a bar, who is ahead, how deep and how sure, and whether it is still thought about.
import type { Hint } from "../games/board";
import { t } from "../i18n/texts";
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
}

export function Verdict<Subject>({ hint, seats, watcher, opening }: VerdictProps<Subject>) {
  const state = watcher?.state.value ?? "idle";
  const trouble = watcher?.trouble.value ?? "";
  return (
    <div class="verdict">
      <div class="verdict-top">
        {hint && seats.length === 2 && <Bar hint={hint} seats={seats} />}
        {watcher && state !== "idle" && state !== "done" && <Switch watcher={watcher} />}
      </div>
      <div class="verdict-line">
        <span class="verdict-said" role="status">
          {hint && hint.moves.length > 0 ? aheadText(hint, seats) : state === "thinking" ? t("analysis.thinking") : ""}
        </span>
        {hint && hint.moves.length > 0 && depthTags(hint).map((tag) => <Tag key={tag} text={tag} exact={hint.exact} />)}
        {opening && <span class="tag tag-name">{opening}</span>}
      </div>
      {trouble && <p class="dim">{trouble}</p>}
      {hint?.line && hint.line.length > 1 && (
        <p class="verdict-expected dim">{t("analysis.line", { line: hint.line.slice(0, 10).join(" ") })}</p>
      )}
    </div>
  );
}

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

/** "Black +4": to whom the position is good, and how much. */
function aheadText(hint: Hint, seats: readonly string[]): string {
  const best = hint.moves[0]!;
  const mover = seats[hint.to_play] ?? "";
  const value = valueText(hint.unit, best);
  const lean = leaning(hint);
  if (seats.length !== 2 || hint.unit !== "discs" || lean === null)
    return [mover, value, unitText(hint.unit)].filter(Boolean).join(" ");
  if (value === "0") return t("analysis.even");
  return lean > 0 ? `${mover} ${value}` : `${seats[1 - hint.to_play]} ${value.replace("−", "+")}`;
}

/** The share of the first seat, as engines of two see it. */
function Bar({ hint, seats }: { hint: Hint; seats: readonly string[] }) {
  const lean = leaning(hint);
  if (lean === null) return null;
  const share = 50 + 50 * (hint.to_play === 0 ? lean : -lean);
  return (
    <div
      class="verdict-bar"
      role="meter"
      aria-label={t("analysis.bar", { one: seats[0]!, other: seats[1]! })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
    >
      <div class="verdict-share" style={{ width: `${share}%` }} />
    </div>
  );
}
