// A board beside the game: try moves, go back and forth, ask the engine about all of it, paste, copy, set up.
import { type Signal, useSignal } from "@preact/signals";
import { render } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { BoardContext } from "../board";
import { copy } from "./copy";
import { type Felt, felt } from "./felt";
import { type Graph, graph } from "./graph";
import { type Hints, isOpen, type Judgement, judgementText, marksOf, signed } from "./hints";
import { type Line, nameOf, read, Unreadable, writeMoves, writePosition } from "./notation";
import { legal, PASS, type Position, START } from "./rules";
import { moveText, type Tally, tally } from "./tally";
import { goTo, here, lastPlaced, painted, placed, positions, setUp, type Walk, walkOf } from "./walk";

/** A move that gives away so many discs is marked. */
const BAD = 4;

interface StudyState {
  ctx: BoardContext;
  hints: Hints;
  walk: Signal<Walk>;
  /** What a click paints while one sets up a board: X, O or -; otherwise null. */
  brush: Signal<string | null>;
  hinting: Signal<boolean>;
}

export function Study({ ctx, hints, line, close }: { ctx: BoardContext; hints: Hints; line: Line; close(): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const study: StudyState = {
    ctx,
    hints,
    walk: useSignal(walkOf(line)),
    brush: useSignal<string | null>(null),
    hinting: useSignal(true),
  };
  const leave = (): void => dialog.current!.close();
  // Before the board takes the focus.
  useLayoutEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="dialog othello-study"
      aria-label={ctx.t("study")}
      onClose={close}
      onKeyDown={(event) => pressed(event, study)}
    >
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

function pressed(event: KeyboardEvent, { walk }: StudyState): void {
  if (event.target instanceof HTMLTextAreaElement || event.ctrlKey || event.altKey || event.metaKey) return;
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
  const { ctx, hints, walk, brush, hinting } = study;
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
  const judgement = hints.heard.value > 0 && hinting.value ? hints.about(position) : undefined;
  useEffect(() => draw(picture.current!, study, judgement), [walk.value, brush.value, judgement]);
  useEffect(() => {
    if (hinting.value && isOpen(position)) void hints.ask(position);
  }, [writePosition(position), hinting.value]);
  return <div class="othello" ref={place} />;
}

function draw(picture: Picture, { ctx, walk, brush }: StudyState, judgement: Judgement | undefined): void {
  const [position, last] = [here(walk.value), lastPlaced(walk.value)];
  const moves = legal(position);
  if (last && last.before === picture.squares) picture.board.play(position.squares, last.square);
  else if (position.squares !== picture.squares) picture.board.show(position.squares);
  picture.squares = position.squares;
  const offers = { legal: moves.filter((action) => action !== PASS), ...marksOf(judgement) };
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

/** What the engine expects here, and over the whole line. */
function Thoughts({ ctx, hints, walk, hinting }: StudyState) {
  const busy = useSignal<{ params: { number: number; of: number }; stop: AbortController } | null>(null);
  useEffect(() => () => busy.value?.stop.abort(), []);
  const all = positions(walk.value);
  const judgement = hints.heard.value > 0 ? hints.about(here(walk.value)) : undefined;
  const analyse = async (): Promise<void> => {
    const [open, stop] = [all.filter(isOpen), new AbortController()];
    const tell = (done: number) => void (busy.value = { params: { number: done + 1, of: open.length }, stop });
    await hints.askAll(open, stop.signal, tell);
    busy.value = null;
  };
  const said = judgement && hinting.value ? judgementText(ctx, judgement, here(walk.value)) : "";
  return (
    <section class="othello-thoughts">
      <p role="status">{busy.value ? ctx.t("study.analysing", busy.value.params) : said}</p>
      <Curve ctx={ctx} values={all.map((each) => hints.forBlack(each))} walk={walk} />
      <button type="button" class="button" onClick={() => (busy.value ? busy.value.stop.abort() : void analyse())}>
        {ctx.t(busy.value ? "study.stop" : "study.analyse")}
      </button>
    </section>
  );
}

type Values = readonly (number | null)[];

function Curve({ ctx, values, walk }: { ctx: BoardContext; values: Values; walk: Signal<Walk> }) {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Graph | null>(null);
  useEffect(() => {
    drawn.current = graph(ctx, (ply) => (walk.value = goTo(walk.value, ply)));
    place.current!.append(drawn.current.node);
  }, []);
  useEffect(() => drawn.current!.show(values, walk.value.at));
  return <div ref={place} />;
}

function Moves({ ctx, hints, walk }: StudyState) {
  const { actions, at } = walk.value;
  const all = positions(walk.value);
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => current.current?.scrollIntoView({ block: "nearest" }), [walk.value]);
  if (actions.length === 0) return null;
  return (
    <ol class="othello-line" tabIndex={0} aria-label={ctx.t("study.line")}>
      {actions.map((action, index) => {
        const lost = hints.heard.value > 0 ? hints.lost(all[index]!, action) : 0;
        const [isHere, go] = [index + 1 === at, () => void (walk.value = goTo(walk.value, index + 1))];
        return (
          <li key={index} ref={isHere ? current : null}>
            <button type="button" class="ply-text" aria-current={isHere} onClick={go}>
              <span class="ply-number">{index + 1}</span>
              {action === PASS ? ctx.t("pass") : nameOf(action)}
              {lost >= BAD && <span class="othello-lost">{signed(-lost)}</span>}
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
        maxLength={2000}
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
export function openStudy(place: HTMLElement, wanted: { ctx: BoardContext; hints: Hints; line: Line } | null): void {
  render(wanted && <Study {...wanted} close={() => openStudy(place, null)} />, place);
}
