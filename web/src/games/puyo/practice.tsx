// Practice: endless play alone, with every placement to be taken back, a field to set up, and the chain that is in it.
import { signal, useSignal } from "@preact/signals";
import { useEffect, useMemo } from "preact/hooks";
import type { PracticeProps } from "../board";
import { onKeys } from "../keys";
import { Editor } from "./editor";
import { EMPTY, type Field } from "./field";
import type { Trigger } from "./potential";
import { SEEDS } from "./queue";
import { Solo } from "./solo";
import { readUrl, writeCode, writeUrl } from "./urls";
import "./practice.css";

/** Kept from visit to visit, until the page is left for good. */
const highlights = signal(true);

function begun(text: string): Solo {
  const told = readUrl(text);
  return Solo.begun(told?.field ?? EMPTY, told?.pairs ?? [], Math.floor(Math.random() * SEEDS));
}

export function Practice({ t, board, copy, settings }: PracticeProps) {
  const solo = useSignal(useMemo(() => begun(location.hash.slice(1)), []));
  const round = useSignal(0);
  const editing = useSignal<Field | null>(null);
  const picture = useMemo(
    () => signal({ shown: solo.peek().shown(false, highlights.peek()), how: "jump" as "step" | "jump" }),
    [],
  );
  /** What counts beside the board follows this. */
  const moves = useSignal(0);
  const show = (how: "step" | "jump"): void => {
    picture.value = { shown: solo.value.shown(how === "step", highlights.value), how };
    history.replaceState(null, "", `#${writeCode(solo.value.now.field)}`);
    moves.value += 1;
  };
  const start = (made: Solo): void => {
    solo.value = made;
    round.value += 1;
    editing.value = null;
    show("jump");
  };
  const go = (by: -1 | 1): boolean => {
    const went = editing.value === null && solo.value.go(by);
    if (went) show("jump");
    return went;
  };
  useEffect(
    () =>
      onKeys(({ key }) => {
        if (key === "Backspace" || key === "u") return go(-1);
        return key === "r" && go(1);
      }),
    [],
  );
  const edited = (field: Field): void => start(Solo.begun(field, [], Math.floor(Math.random() * SEEDS)));
  return (
    <div class="puyo-practice">
      <div class="puyo-practice-board">
        {editing.value ? (
          <Editor t={t} field={editing.value} settings={settings} done={edited} cancel={() => (editing.value = null)} />
        ) : (
          board({
            picture,
            round: round.value,
            play: (action) => void (solo.value.play(action) && show("step")),
            options: { mode: "single" },
            seats: ["player"],
          })
        )}
      </div>
      <aside class="puyo-practice-side" aria-label={t("practice.side")}>
        <Counts t={t} solo={solo.value} moves={moves.value} />
        <Reach t={t} trigger={moves.value >= 0 ? solo.value.potential : null} />
        <Buttons
          t={t}
          solo={solo.value}
          go={go}
          anew={() => start(begun(""))}
          edit={() => (editing.value = solo.value.now.field)}
          highlight={() => {
            highlights.value = !highlights.value;
            show("jump");
          }}
        />
        <Addresses t={t} url={writeUrl(solo.value.now.field)} copy={copy} load={(text) => start(begun(text))} />
      </aside>
    </div>
  );
}

interface Told {
  t: PracticeProps["t"];
}

interface ButtonsProps extends Told {
  solo: Solo;
  go(by: -1 | 1): void;
  anew(): void;
  edit(): void;
  highlight(): void;
}

function Buttons({ t, solo, go, anew, edit, highlight }: ButtonsProps) {
  return (
    <div class="row">
      <button type="button" class="button" disabled={!solo.canGo(-1)} onClick={() => go(-1)}>
        {t("practice.undo")}
      </button>
      <button type="button" class="button" disabled={!solo.canGo(1)} onClick={() => go(1)}>
        {t("practice.redo")}
      </button>
      <button type="button" class="button" onClick={anew}>
        {t("practice.new")}
      </button>
      <button type="button" class="button" onClick={edit}>
        {t("practice.edit")}
      </button>
      <button type="button" class="button" aria-pressed={highlights.value} onClick={highlight}>
        {t("practice.highlight")}
      </button>
    </div>
  );
}

function Counts({ t, solo }: Told & { solo: Solo; moves: number }) {
  const { chain, score, turn } = solo.now;
  const counts: [string, number][] = [
    ["practice.chain", chain],
    ["practice.longest", solo.best],
    ["count.score", score],
    ["practice.pairs", turn],
  ];
  return (
    <dl class="puyo-counts">
      {counts.map(([key, value]) => (
        <div key={key}>
          <dt>{t(key)}</dt>
          <dd>{t("practice.number", { count: value })}</dd>
        </div>
      ))}
    </dl>
  );
}

function Reach({ t, trigger }: Told & { trigger: Trigger | null }) {
  if (!trigger) return <p class="dim">{t("practice.reach.none")}</p>;
  const { links, puyos, column, colour } = trigger;
  return (
    <p>
      <strong>{t("practice.reach", { chain: t("chain", { count: links }) })}</strong>{" "}
      {t("practice.trigger", { count: puyos, colour: t(`colour.${colour}`), column: column + 1 })}
    </p>
  );
}

function Addresses({
  t,
  url,
  copy,
  load,
}: Told & { url: string; copy: PracticeProps["copy"]; load(text: string): void }) {
  const typed = useSignal("");
  const wrong = typed.value !== "" && readUrl(typed.value) === null;
  const submit = (event: Event): void => {
    event.preventDefault();
    if (typed.value === "" || wrong) return;
    load(typed.value);
    typed.value = "";
  };
  return (
    <>
      <form class="puyo-url" onSubmit={submit}>
        <label>
          <span>{t("practice.url.in")}</span>
          <input
            type="text"
            maxLength={300}
            value={typed.value}
            aria-invalid={wrong}
            onInput={(event) => (typed.value = event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="button" disabled={typed.value === "" || wrong}>
          {t("practice.url.load")}
        </button>
      </form>
      {wrong && <p role="alert">{t("practice.url.wrong")}</p>}
      <div class="puyo-url">
        <label>
          <span>{t("practice.url.out")}</span>
          <input type="text" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
        </label>
        <button type="button" class="button" onClick={() => copy(url)}>
          {t("practice.url.copy")}
        </button>
      </div>
    </>
  );
}
