// A board beside the game: try moves, go back and forth, ask the engine about all of it, paste, copy, set up.
import { type Signal, useSignal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Course } from "../../analysis/course";
import { kindOf } from "../../analysis/kinds";
import { Mistakes } from "../../analysis/mistakes";
import { lossSign } from "../../analysis/units";
import { Verdict } from "../../analysis/verdict";
import type { BoardContext, Hint } from "../board";
import { copy } from "./copy";
import { type Felt, felt } from "./felt";
import { type Hints, isOpen, marksOf } from "./hints";
import { type Line, nameOf, read, Unreadable, writeMoves, writePosition } from "./notation";
import { openingOf } from "./openings";
import { legal, PASS, type Position, START } from "./rules";
import { moveText, type Tally, tally } from "./tally";
import { goTo, here, lastPlaced, painted, placed, positions, setUp, type Walk, walkOf } from "./walk";

/** Who steps through a line quickly asks nothing. */
const STANDING_MS = 200;
/** A game with what both players thought of each move is two thousand letters long. */
const LONGEST_TEXT = 8000;

interface StudyState {
  ctx: BoardContext;
  hints: Hints;
  walk: Signal<Walk>;
  /** What a click paints while one sets up a board: X, O or -; otherwise null. */
  brush: Signal<string | null>;
  hinting: Signal<boolean>;
  /** While a whole line is judged. */
  judging: Signal<{ done: number; stop: AbortController } | null>;
}

/** What it is opened with: a line, and where one stands in it. */
interface Opened {
  ctx: BoardContext;
  hints: Hints;
  line: Line;
  at: number;
}

export function Study({ ctx, hints, line, at, close }: Opened & { close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const study: StudyState = {
    ctx,
    hints,
    walk: useSignal(goTo(walkOf(line), at)),
    brush: useSignal<string | null>(null),
    hinting: useSignal(true),
    judging: useSignal<{ done: number; stop: AbortController } | null>(null),
  };
  const leave = (): void => dialog.current!.close();
  useEffect(
    () => () => {
      hints.turnTo(null);
      study.judging.peek()?.stop.abort();
    },
    [],
  );
  // Wherever the focus is: a button that goes takes it away.
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => pressed(event, study);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  // Before the board takes the focus.
  useLayoutEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog ref={dialog} class="dialog othello-study" aria-label={ctx.t("study")} onClose={close}>
      <div class="dialog-body">
        <header class="dialog-head">
          <h2>{ctx.t("study")}</h2>
          <button type="button" class="button quiet round" aria-label={ctx.t("close")} onClick={leave}>
            <Sign of="M6 6L18 18M18 6L6 18" />
          </button>
        </header>
        <div class="othello-desk">
          <Drawn {...study} />
          <div class="othello-desk-side">
            <Steps {...study} />
            <Editor {...study} />
            <Thoughts {...study} />
            <Moves {...study} />
            <Texts {...study} />
          </div>
        </div>
      </div>
    </dialog>
  );
}

function pressed(event: KeyboardEvent, { walk, hinting }: StudyState): void {
  if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.altKey || event.metaKey) return;
  if (event.key === "v") hinting.value = !hinting.value;
  const step = { Backspace: -1, ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  walk.value = goTo(walk.value, walk.value.at + step);
}

interface Picture {
  board: Felt;
  count: Tally;
  squares: string;
}

/** The board with its counts, drawn without Preact as everywhere. */
function Drawn(study: StudyState) {
  const { ctx, hints, walk, brush, hinting, judging } = study;
  const place = useRef<HTMLDivElement>(null);
  const picture = useRef<Picture | null>(null);
  useEffect(() => {
    const [board, count] = [felt(ctx, (square) => chosen(study, square)), tally(ctx)];
    place.current!.append(count.node, board.node);
    picture.current = { board, count, squares: "" };
    board.focus();
    return () => board.destroy();
  }, []);
  const position = here(walk.value);
  const hint = hints.heard.value >= 0 && hinting.value ? hints.about(position) : null;
  useEffect(() => draw(picture.current!, study, hint), [walk.value, brush.value, hint]);
  useEffect(() => {
    const asks = hinting.value && brush.value === null && judging.value === null && isOpen(position);
    hints.turnTo(asks ? position : null, STANDING_MS);
  }, [writePosition(position), hinting.value, brush.value, judging.value === null]);
  return <div class="othello" ref={place} />;
}

function draw(picture: Picture, { ctx, walk, brush }: StudyState, hint: Hint | null): void {
  const [position, last] = [here(walk.value), lastPlaced(walk.value)];
  const moves = legal(position);
  if (last && last.before === picture.squares) picture.board.play(position.squares, last.square);
  else if (position.squares !== picture.squares) picture.board.show(position.squares);
  picture.squares = position.squares;
  const offers = { legal: moves.filter((action) => action !== PASS), ...marksOf(hint) };
  picture.board.mark({ position, last: last?.square ?? null, ...(brush.value === null ? offers : { legal: [] }) });
  picture.count.show(position.squares, moves.length > 0 ? position.side : null);
  picture.count.tell(moveText(ctx, position.squares, moves.length === 0));
}

function chosen({ ctx, walk, brush }: StudyState, square: number): void {
  const position = here(walk.value);
  if (brush.value !== null) {
    walk.value = setUp(walk.value, { squares: painted(position, square, brush.value) });
  } else if (legal(position).includes(square)) {
    ctx.sound("move");
    walk.value = placed(walk.value, square);
  } else {
    ctx.sound("illegal");
  }
}

function Steps({ ctx, walk, brush, hinting }: StudyState) {
  const { at, actions } = walk.value;
  const edits = brush.value !== null;
  const step = (key: string, to: number, sign: string) => {
    const [label, there] = [ctx.t(key), goTo(walk.value, to)];
    const go = (): void => void (walk.value = there);
    return (
      <button type="button" class="button round" aria-label={label} disabled={there.at === at} onClick={go}>
        <Sign of={sign} />
      </button>
    );
  };
  return (
    <div class="row">
      {step("study.first", 0, "M6 5V19M18 6L10 12L18 18Z")}
      {step("study.back", at - 1, "M16 6L8 12L16 18Z")}
      {step("study.forward", at + 1, "M8 6L16 12L8 18Z")}
      {step("study.last", actions.length, "M18 5V19M6 6L14 12L6 18Z")}
      <Toggle label={ctx.t("hints")} on={hinting.value} flip={() => (hinting.value = !hinting.value)} />
      <Toggle label={ctx.t("study.edit")} on={edits} flip={() => (brush.value = edits ? null : "X")} />
    </div>
  );
}

function Toggle({ label, on, flip }: { label: string; on: boolean; flip(): void }) {
  return (
    <button type="button" class="button" aria-pressed={on} onClick={flip}>
      {label}
    </button>
  );
}

/** Set up a board: what a click paints, and who is to move. */
function Editor({ ctx, walk, brush }: StudyState) {
  if (brush.value === null) return null;
  const { side } = here(walk.value);
  const [black, white] = [ctx.seatName(0), ctx.seatName(1)];
  const paints = [
    ["X", black],
    ["O", white],
    ["-", ctx.t("edit.empty")],
  ] as const;
  const change = (position: Partial<Position>): void => void (walk.value = setUp(walk.value, position));
  return (
    <fieldset class="othello-editor">
      <legend class="unseen">{ctx.t("study.edit")}</legend>
      <div class="row">
        <span class="dim">{ctx.t("edit.paint")}</span>
        {paints.map(([letter, label]) => (
          <Toggle key={letter} label={label} on={brush.value === letter} flip={() => (brush.value = letter)} />
        ))}
      </div>
      <div class="row">
        <span class="dim">{ctx.t("edit.to_move")}</span>
        <Toggle label={black} on={side === 0} flip={() => change({ side: 0 })} />
        <Toggle label={white} on={side === 1} flip={() => change({ side: 1 })} />
      </div>
      <div class="row">
        <button type="button" class="button" onClick={() => change(START)}>
          {ctx.t("edit.start")}
        </button>
        <button type="button" class="button" onClick={() => change({ squares: "-".repeat(64) })}>
          {ctx.t("edit.clear")}
        </button>
      </div>
    </fieldset>
  );
}

/** What the engine thinks here, and over the whole line. */
function Thoughts({ ctx, hints, walk, hinting, judging }: StudyState) {
  const trouble = useSignal("");
  const { start, actions, at } = walk.value;
  const seats = ctx.seatNames.map((_, seat) => ctx.seatName(seat));
  const judged = hints.heard.value >= 0 ? hints.judged(walk.value) : [];
  const go = (ply: number): void => void (walk.value = goTo(walk.value, ply));
  const judge = async (): Promise<void> => {
    const stop = new AbortController();
    judging.value = { done: 0, stop };
    trouble.value = "";
    try {
      await hints.judge({ start, actions }, stop.signal, (done) => (judging.value = { done, stop }));
    } catch (error) {
      trouble.value = (error as Error).message;
    }
    judging.value = null;
  };
  const now = judging.value;
  const params = { done: now?.done ?? 0, of: actions.length };
  return (
    <section class="othello-thoughts">
      {hinting.value && (
        <Verdict
          hint={hints.about(here(walk.value))}
          seats={seats}
          watcher={hints}
          opening={openingOf(positions(walk.value).slice(0, at + 1), ctx.language)}
          barred
        />
      )}
      {judged.length > 1 && (
        <Course
          judged={judged}
          seats={seats}
          seatNames={ctx.seatNames}
          last={Math.max(1, actions.length)}
          at={at}
          go={go}
        />
      )}
      <Mistakes judged={judged} seats={seats} go={go} />
      {actions.length > 0 && (
        <div class="row">
          <button type="button" class="button" onClick={() => (now ? now.stop.abort() : void judge())}>
            {ctx.t(now ? "analysis.stop" : "study.analyse")}
          </button>
          <span class="dim" role="status">
            {now ? ctx.t("analysis.progress", params) : trouble.value}
          </span>
        </div>
      )}
    </section>
  );
}

function Moves({ ctx, hints, walk }: StudyState) {
  const { actions, at } = walk.value;
  const known = hints.heard.value >= 0 ? hints.judged(walk.value) : [];
  const [list, current] = [useRef<HTMLOListElement>(null), useRef<HTMLLIElement>(null)];
  // The list alone is scrolled: the board stays in view.
  useEffect(() => {
    const [box, item] = [list.current, current.current];
    if (box && item) box.scrollTop = item.offsetTop - box.clientHeight / 2;
  }, [walk.value]);
  if (actions.length === 0) return null;
  return (
    <ol ref={list} class="othello-line" tabIndex={0} aria-label={ctx.t("study.line")}>
      {actions.map((action, index) => {
        const lost = known.find(({ ply }) => ply === index);
        const [isHere, go] = [index + 1 === at, () => void (walk.value = goTo(walk.value, index + 1))];
        return (
          <li key={index} ref={isHere ? current : null}>
            <button type="button" class="ply-text" aria-current={isHere} onClick={go}>
              <span class="ply-number">{index + 1}</span>
              {action === PASS ? ctx.t("pass") : nameOf(action)}
              {lost && kindOf(lost) && <span class={`ply-kind kind-${kindOf(lost)}`}>{lossSign(lost)}</span>}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** Games and boards as text, in and out. */
function Texts({ ctx, walk, brush }: StudyState) {
  const news = useSignal("");
  const text = useRef<HTMLTextAreaElement>(null);
  const take = (): void => {
    try {
      walk.value = walkOf(read(text.current!.value));
      brush.value = null;
      news.value = "";
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      news.value = ctx.t(error.key, error.params);
    }
  };
  const give = async (written: string): Promise<void> => {
    text.current!.value = written;
    text.current!.select();
    news.value = ctx.t((await copy(written)) ? "copied" : "copy.by_hand");
  };
  return (
    <section class="othello-texts">
      <textarea
        ref={text}
        rows={2}
        maxLength={LONGEST_TEXT}
        spellcheck={false}
        aria-label={ctx.t("texts")}
        placeholder={ctx.t("texts")}
      />
      <div class="row">
        <button type="button" class="button" onClick={take}>
          {ctx.t("texts.take")}
        </button>
        <button type="button" class="button" onClick={() => void give(writeMoves(walk.value.actions))}>
          {ctx.t("copy.moves")}
        </button>
        <button type="button" class="button" onClick={() => void give(writePosition(here(walk.value)))}>
          {ctx.t("copy.board")}
        </button>
      </div>
      <p role="status">{news.value}</p>
    </section>
  );
}

function Sign({ of: path }: { of: string }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}

/** Open it in `place`; null closes it. */
export function openStudy(place: HTMLElement, wanted: Opened | null): void {
  render(wanted && <Study {...wanted} close={() => openStudy(place, null)} />, place);
}
