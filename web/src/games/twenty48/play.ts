// A game on the board: what was asked for, what the server answers, and the engine's help.
import { valueText } from "../../analysis/units";
import type { BoardContext, BoardTool, Hint, Ply, Shown } from "../board";
import { onKeys } from "../keys";
import { Question } from "../question";
import { Skeleton } from "../skeleton";
import { adviceText, bestOf } from "./advice";
import { Autoplay } from "./autoplay";
import { type Help, helpBefore, keepBest, keepHelp } from "./kept";
import { type Panel, panelOf } from "./panel";
import { Queue } from "./queue";
import { DIRECTIONS } from "./slide";
import { Tray } from "./tray";
import { cellName, placed, shapeOf, type View, written } from "./view";

const SLIDES: Readonly<Record<string, number>> = {
  ArrowUp: 0,
  ArrowRight: 1,
  ArrowDown: 2,
  ArrowLeft: 3,
  w: 0,
  d: 1,
  s: 2,
  a: 3,
  k: 0,
  l: 1,
  j: 2,
  h: 3,
};

/** What the engine said, and about which position. */
interface Advice {
  position: string;
  actions: readonly number[];
  text: string;
  values: ReadonlyMap<number, string>;
  erred: number | null;
}

function valuesOf(hint: Hint | null): ReadonlyMap<number, string> {
  return new Map(hint?.moves.map((move) => [move.action, valueText(hint.unit, move)]));
}

function bestActions(hint: Hint | null): number[] {
  return hint ? bestOf(hint).map(({ action }) => action) : [];
}

export class Play extends Skeleton<View> {
  readonly panel?: HTMLElement;
  private readonly figures: Panel | null = null;
  private tray: Tray | null = null;
  /** Whether the tiles have slid before the server said so, and whether it has meanwhile. */
  private ahead: "no" | "slid" | "answered" = "no";
  private gained = 0;
  private help: Help | null = null;
  private advice: Advice | null = null;
  private readonly queue = new Queue();
  private readonly autoplay: Autoplay;
  private readonly question: Question<string, Hint | null>;

  constructor(root: HTMLElement, ctx: BoardContext) {
    super(root, ctx);
    this.question = new Question(ctx.hint, (hint, position) => this.advised(hint, position));
    this.autoplay = new Autoplay({
      ask: (position) => this.ask(position),
      play: (action) => ctx.play(action),
      changed: () => this.autoplayChanged(),
    });
    this.until(
      () => this.autoplay.stop(),
      () => this.question.drop(),
      () => this.tray?.tiles.destroy(),
    );
    if (ctx.purpose === "room") this.until(onKeys((event) => this.pressed(event)));
    if (!this.plays) return;
    this.figures = panelOf(ctx, this.autoplay.speed, (speed) => (this.autoplay.speed = speed));
    this.panel = this.figures.node;
  }

  protected override toolsNow(): BoardTool[] {
    if (this.ctx.purpose === "replay") return [];
    const disabled = !this.mayAsk;
    const hint = { id: "hint", label: this.ctx.t("hint"), disabled, run: () => this.hint() };
    const label = this.ctx.t(this.autoplay.running ? "autoplay.pause" : "autoplay");
    return this.plays ? [hint, { id: "autoplay", label, disabled, run: () => this.toggle() }] : [hint];
  }

  protected show(shown: Shown, how: "step" | "jump", before: Shown | null): void {
    if (how === "jump") this.jump(shown, before);
    else this.step(shown);
    this.draw();
    this.figures?.show(shown);
    this.cover(before, how);
  }

  override update(shown: Shown, how: "step" | "jump"): void {
    super.update(shown, how);
    this.next(shown);
  }

  focus(): void {
    this.tray?.cells.focus();
  }

  /** Whether a score here is a score. */
  private get counts(): boolean {
    return this.plays && !this.ctx.isExercise;
  }

  private get mayAsk(): boolean {
    return this.view.to_play === 0 && !this.shown!.over && !this.shown!.past && this.ctx.mayHint();
  }

  private get seen(): Tray {
    return (this.tray ??= this.made());
  }

  private made(): Tray {
    const tray = new Tray(this.root, this.ctx, shapeOf(this.view), this.plays ? (action) => this.want(action) : null);
    this.marked(tray.board, "twenty48-plain");
    return tray;
  }

  // Showing

  private jump(shown: Shown, before: Shown | null): void {
    this.ahead = "no";
    this.queue.clear();
    this.autoplay.stop();
    if (this.counts && before === null) this.help = helpBefore(this.view);
    const looks = shown.past || before?.past;
    if (this.counts && before && !looks && shown.plies < before.plies) this.help = "undo";
    this.seen.tiles.show(this.view.board.flat());
  }

  private step({ since, pending }: Shown): void {
    if (pending !== null && since.length === 0 && this.ahead === "no") {
      this.slide(pending);
      this.ahead = "slid";
    }
    for (const ply of since) this.follow(ply, pending !== null);
    if (pending === null) this.ahead = "no";
    const [{ tiles }, board] = [this.seen, this.view.board.flat()];
    if (this.ahead !== "slid" && board.some((value, cell) => value !== tiles.board[cell])) tiles.show(board);
  }

  private follow({ seat, action }: Ply, pending: boolean): void {
    if (action < 0) return;
    if (seat < 0) {
      const { cell, value } = placed(action);
      this.seen.tiles.add(cell, value);
    } else {
      if (this.ahead !== "slid") this.slide(action);
      this.ahead = pending ? "answered" : "no";
    }
  }

  private slide(action: number): void {
    const { tiles, counts, cover } = this.seen;
    cover.hide();
    this.gained = tiles.slide(action).gained;
    if (this.gained > 0) counts.gained(this.gained);
    this.ctx.sound(this.gained > 0 ? "pop" : "move");
  }

  private draw(): void {
    const { view, seen, shown } = this;
    if (this.advice && this.advice.position !== written(view)) this.advice = null;
    const stands = this.counts && !shown!.past;
    if (stands && this.help) keepHelp(view, this.help);
    seen.cells.show(view.board.flat());
    seen.counts.show(view.score, stands ? keepBest(view, this.help) : null);
    seen.edges.mark({
      legal: shown!.moves.map(([action]) => action),
      last: shown!.pending ?? shown!.last?.action ?? null,
      hinted: this.advice?.actions ?? [],
      values: this.advice?.values ?? new Map(),
      erred: this.advice?.erred ?? null,
    });
    seen.note(this.words());
  }

  private words(): string {
    if (this.autoplay.busy) return this.ctx.t("busy");
    return this.advice?.text ?? (this.help ? this.ctx.t(`help.${this.help}`) : "");
  }

  private cover(before: Shown | null, how: "step" | "jump"): void {
    const { view, ctx } = this;
    const { cover } = this.seen;
    const target = Number(ctx.options.target ?? 2048);
    const over = this.shown!.over;
    if (over && !(view.won && String(ctx.options.stop_at_target) === "true"))
      cover.over(Math.max(...view.board.flat()));
    else if (over) cover.won(target, null);
    else if (how === "jump") cover.hide();
    else if (view.won && before && !(before.view as View).won && !this.autoplay.running)
      cover.won(target, this.plays ? () => this.goOn() : null);
  }

  private goOn(): void {
    this.seen.cover.hide();
    this.focus();
  }

  // Telling

  protected override tell({ since, over }: Shown, before: Shown | null): void {
    const { ctx, view } = this;
    const tooFast = this.autoplay.running && this.autoplay.speed > 1;
    if (!tooFast) for (const ply of since) this.say(ply);
    if (view.won && before && !(before.view as View).won) {
      ctx.say(ctx.t("won.said", { target: String(ctx.options.target ?? 2048) }));
      ctx.sound("win");
    }
    if (over && !before?.over)
      ctx.say(`${ctx.t("over")} ${ctx.t("largest", { value: String(Math.max(...view.board.flat())) })}`);
  }

  private say({ seat, action }: Ply): void {
    const { ctx } = this;
    if (seat < 0) {
      const { cell, value } = placed(action);
      ctx.say(ctx.t("said.new", { value: String(value), cell: cellName(cell, shapeOf(this.view)) }));
    } else {
      ctx.say(ctx.t(DIRECTIONS[action]!));
      if (this.gained > 0) ctx.say(ctx.t("said.gained", { count: this.gained }));
    }
  }

  private read(): void {
    const { ctx, view } = this;
    view.board.forEach((row, number) => {
      const tiles = row.map((value) => (value === 0 ? ctx.t("empty") : String(value))).join(ctx.t("list.separator"));
      ctx.say(ctx.t("said.row", { row: number + 1, tiles }));
    });
    ctx.say(ctx.t("said.score", { score: view.score }));
  }

  // Moving

  private pressed({ key, shiftKey, repeat }: KeyboardEvent): boolean {
    if (shiftKey || !this.shown) return false;
    const name = key.length === 1 ? key.toLowerCase() : key;
    const action = SLIDES[name];
    if (action !== undefined && this.plays && !this.shown.past) {
      // At the end, too: who presses one arrow too many does not look back.
      if (this.shown.moves.length > 0) this.want(action, repeat);
    } else if (name === "b") this.read();
    else if (name === "t" && this.mayAsk) this.hint();
    else if (name === "p" && this.plays && this.mayAsk) this.toggle();
    else return false;
    return true;
  }

  /** The player wants to move, and takes over from the engine. */
  private want(action: number, repeated = false): void {
    this.autoplay.stop();
    const idle = this.shown?.pending === null && this.queue.empty;
    // A key that is held down repeats as fast as moves are made, and stops when it is let go.
    if (idle || !repeated) this.queue.push(action);
    this.pump();
  }

  private next({ moves, pending, over }: Shown): void {
    const due = pending === null && moves.length > 0;
    if (over) this.autoplay.stop();
    if (moves.length === 0) this.queue.clear();
    if (!this.plays) return;
    this.autoplay.turn(due ? written(this.view) : null);
    // Not while the shell is still telling of the last move.
    if (due) queueMicrotask(() => this.pump());
  }

  private pump(): void {
    if (!this.shown || this.shown.pending !== null) return;
    const { action, refused } = this.queue.next(this.shown.moves.map(([each]) => each));
    if (action !== null) this.ctx.play(action);
    else if (refused.length > 0) this.refuse(refused.at(-1)!);
  }

  private refuse(action: number): void {
    this.seen.nudge(action);
    this.ctx.say(this.ctx.t("said.refused", { direction: this.ctx.t(DIRECTIONS[action]!) }));
  }

  // The engine

  advise(hint: Hint | null, played: number | null): void {
    const actions = bestActions(hint);
    const erred = played !== null && actions.length > 0 && !actions.includes(played) ? played : null;
    const text = hint && actions.length > 0 ? adviceText(this.ctx.t, hint) : "";
    this.advice = hint && { position: written(this.view), actions, text, values: valuesOf(hint), erred };
    this.draw();
  }

  private hint(): void {
    this.question.put(written(this.view));
  }

  private advised(hint: Hint | null, position: string): void {
    if (written(this.view) !== position) return;
    const best = bestActions(hint);
    const text = hint && best.length > 0 ? adviceText(this.ctx.t, hint) : this.ctx.t("hint.none");
    this.advice = { position, actions: best, text, values: valuesOf(hint), erred: null };
    this.ctx.say(text);
    if (best.length > 0) this.helped();
    this.draw();
  }

  private async ask(position: string): Promise<number | null> {
    const hint = await this.ctx.hint(position);
    this.helped();
    return hint?.moves[0]?.action ?? null;
  }

  /** A move that was taken back weighs more. */
  private helped(): void {
    this.help ??= "engine";
  }

  private toggle(): void {
    if (this.autoplay.running) this.autoplay.stop();
    else this.autoplay.start();
    this.ctx.say(this.ctx.t(this.autoplay.running ? "said.started" : "said.paused"));
  }

  private autoplayChanged(): void {
    if (!this.shown) return;
    this.offer();
    this.draw();
  }
}
