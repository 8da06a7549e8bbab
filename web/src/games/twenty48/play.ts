// A game on the board: what was asked for, what the server answers, and the engine's help.
import { computed, effect, signal } from "@preact/signals";
import type { Board, BoardContext, BoardTool, Ply, Shown } from "../board";
import { onKeys } from "../keys";
import { Autoplay } from "./autoplay";
import { type Help, helpBefore, keepBest, keepHelp } from "./kept";
import { panelOf } from "./panel";
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

export class Play implements Board {
  readonly panel?: HTMLElement;
  private tray: Tray | null = null;
  private shown: Shown | null = null;
  /** Whether the tiles have slid before the server said so, and whether it has meanwhile. */
  private ahead: "no" | "slid" | "answered" = "no";
  private gained = 0;
  private help: Help | null = null;
  /** What the engine said, and about which position. */
  private advice: { position: string; actions: readonly number[]; text: string } | null = null;
  private readonly queue = new Queue();
  private readonly autoplay: Autoplay;
  private readonly mine: boolean;
  private readonly mayAsk = signal(false);
  private readonly automatic = signal(false);
  private readonly ends: (() => void)[] = [];

  constructor(
    private readonly root: HTMLElement,
    private readonly ctx: BoardContext,
  ) {
    this.mine = ctx.purpose === "room" && ctx.seat !== null;
    this.autoplay = new Autoplay({
      ask: (position) => this.ask(position),
      play: (action) => ctx.play(action),
      changed: () => this.autoplayChanged(),
    });
    if (ctx.purpose === "room") this.ends.push(onKeys((event) => this.pressed(event)));
    if (this.mine) this.panel = panelOf(ctx, this.autoplay.speed, (speed) => (this.autoplay.speed = speed));
  }

  readonly tools = computed<readonly BoardTool[]>(() => {
    if (this.ctx.purpose === "lesson") return [];
    const disabled = !this.mayAsk.value;
    const hint = { id: "hint", label: this.ctx.t("hint"), disabled, run: () => void this.hint() };
    const label = this.ctx.t(this.automatic.value ? "autoplay.pause" : "autoplay");
    return this.mine ? [hint, { id: "autoplay", label, disabled, run: () => this.toggle() }] : [hint];
  });

  update(shown: Shown, how: "step" | "jump"): void {
    const before = this.shown;
    this.shown = shown;
    if (how === "jump") this.jump(shown, before);
    else this.step(shown);
    this.mayAsk.value = this.view.to_play === 0 && !shown.over && this.ctx.mayHint();
    this.draw();
    this.cover(before, how);
    if (how === "step") this.announce(shown, before);
    this.next(shown);
  }

  focus(): void {
    this.tray?.cells.focus();
  }

  destroy(): void {
    this.autoplay.stop();
    this.shown = null;
    for (const end of this.ends) end();
    this.tray?.tiles.destroy();
    this.root.replaceChildren();
  }

  private get view(): View {
    return this.shown!.view as View;
  }

  private get seen(): Tray {
    return (this.tray ??= this.made());
  }

  private made(): Tray {
    const tray = new Tray(this.root, this.ctx, shapeOf(this.view), this.mine ? (action) => this.want(action) : null);
    this.ends.push(effect(() => tray.plain(this.ctx.settings.value.colourBlind)));
    return tray;
  }

  // Showing

  private jump(shown: Shown, before: Shown | null): void {
    this.ahead = "no";
    this.queue.clear();
    this.autoplay.stop();
    if (this.mine && before === null) this.help = helpBefore(this.view);
    if (this.mine && before && shown.plies < before.plies) this.help = "undo";
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
    if (this.mine && this.help) keepHelp(view, this.help);
    seen.cells.show(view.board.flat());
    seen.counts.show(view.score, this.mine ? keepBest(view, this.help) : null);
    seen.edges.mark({
      legal: shown!.moves.map(([action]) => action),
      last: shown!.pending ?? shown!.last?.action ?? null,
      hinted: this.advice?.actions ?? [],
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
      cover.won(target, this.mine ? () => this.goOn() : null);
  }

  private goOn(): void {
    this.seen.cover.hide();
    this.focus();
  }

  // Telling

  private announce({ since, over }: Shown, before: Shown | null): void {
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
    if (action !== undefined && this.mine && this.shown.moves.length > 0) this.want(action, repeat);
    else if (name === "b") this.read();
    else if (name === "t" && this.mayAsk.peek()) void this.hint();
    else if (name === "p" && this.mine && this.mayAsk.peek()) this.toggle();
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
    if (!this.mine) return;
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

  private async hint(): Promise<void> {
    const position = written(this.view);
    const hint = await this.ctx.hint(position);
    if (!this.shown || written(this.view) !== position) return;
    const best = hint?.moves.filter(({ move }) => hint.best.includes(move)).map(({ action }) => action) ?? [];
    const names = best.map((action) => this.ctx.t(DIRECTIONS[action]!)).join(this.ctx.t("list.separator"));
    const text = best.length > 0 ? this.ctx.t("hint.told", { direction: names }) : this.ctx.t("hint.none");
    this.advice = { position, actions: best, text };
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
    this.automatic.value = this.autoplay.running;
    if (this.shown) this.draw();
  }
}
