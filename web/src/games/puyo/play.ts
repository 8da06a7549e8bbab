// A game on the canvas: it is drawn when something has changed, and as long as something moves.
import { effect } from "@preact/signals";
import type { BoardContext, BoardTool, Hint, Shown } from "../board";
import { el } from "../dom";
import { Skeleton } from "../skeleton";
import { buttonRow, listen } from "./hands";
import { Hints } from "./hints";
import { type Layout, layoutOf, type Place } from "./layout";
import { type Legend, legend } from "./legend";
import { lookOf } from "./look";
import type { Mode } from "./mode";
import { Painter } from "./paint";
import { Spoken } from "./spoken";
import { Timed } from "./timed";
import { Turns } from "./turns";
import { isTimed, type TimedView, type TurnView } from "./views";
import { Words } from "./words";

/** Beside the canvas there must be room for the shell's bar and the buttons. */
const AROUND = 244;
const LOWEST = 400;
/** A phone on its side: the buttons are beside the field. */
const SIDEWAYS = "(max-height: 32rem) and (min-width: 36rem)";
const AROUND_SIDEWAYS = 96;
const LESSON = 370;
const HELP = "puyo-help";

export class Play extends Skeleton<TurnView | TimedView> {
  readonly panel: HTMLElement;
  private readonly words: Words;
  private readonly spoken: Spoken;
  private readonly hints: Hints;
  private readonly legend: Legend;
  private readonly canvas = el("canvas", { class: "puyo-canvas", "aria-hidden": "true" });
  private readonly stage: HTMLElement;
  private readonly board: HTMLElement;
  private mode: Mode | null = null;
  private layout: Layout | null = null;
  private painter: Painter | null = null;
  private frame = 0;

  constructor(root: HTMLElement, ctx: BoardContext) {
    super(root, ctx);
    this.words = new Words(ctx);
    this.spoken = new Spoken(this.words, ctx);
    this.hints = new Hints(ctx, this.words, {
      mode: () => this.mode,
      changed: () => {
        this.offer();
        this.wake();
      },
    });
    this.legend = legend(ctx, this.plays && HELP);
    this.stage = el("div", { class: "puyo-stage", ...attributes(ctx, this.plays) }, this.canvas);
    this.board = el("div", { class: "puyo" }, this.stage, this.legend.help, this.spoken.node);
    const keys = this.plays && el("details", {}, el("summary", {}, ctx.t("keys")), this.legend.list);
    this.panel = el("div", {}, this.hints.node, keys);
    root.append(this.board);
    if (this.plays) this.takeHands();
    this.watch();
  }

  focus(): void {
    this.stage.focus();
  }

  protected show(shown: Shown, how: "step" | "jump", before: Shown | null): void {
    const { view } = this;
    this.mode ??= isTimed(view) ? new Timed(this.ctx, this.words) : new Turns(this.ctx, this.words);
    this.mode.update(shown, how);
    this.spoken.tell(view);
    if ((before?.view as TurnView | undefined)?.players.length !== view.players.length) this.arrange();
    this.hints.follow();
    this.wake();
  }

  protected override toolsNow(): BoardTool[] {
    return this.hints.tools();
  }

  advise(hint: Hint | null, played: number | null): void {
    this.hints.tell(hint, played);
    this.wake();
  }

  /** Keys, pointers and the buttons under the board. */
  private takeHands(): void {
    const ground = {
      stage: this.stage,
      wake: () => this.wake(),
      place: (): Place | null => this.layout?.fields[this.ctx.seat ?? -1] ?? null,
      mode: () => this.mode,
    };
    this.board.insertBefore(buttonRow(this.ctx, ground), this.legend.help);
    this.until(listen(this.ctx, ground));
  }

  /** Whatever changes what the canvas should look like. */
  private watch(): void {
    const arrange = (): void => this.arrange();
    const sized = new ResizeObserver(arrange);
    sized.observe(this.stage);
    const looked = new IntersectionObserver((seen) => {
      if (seen.some(({ isIntersecting }) => isIntersecting)) this.mode?.demonstrate?.();
      this.wake();
    });
    if (this.ctx.purpose === "lesson") looked.observe(this.stage);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    dark.addEventListener("change", arrange);
    const settled = effect(() => {
      this.legend.write();
      // The theme is on the page only after everybody has heard of it.
      queueMicrotask(arrange);
    });
    this.until(
      settled,
      () => sized.disconnect(),
      () => looked.disconnect(),
      () => dark.removeEventListener("change", arrange),
      () => cancelAnimationFrame(this.frame),
      () => this.hints.stop(),
    );
  }

  private wake(): void {
    this.frame ||= requestAnimationFrame((ms) => this.draw(ms));
  }

  private draw(ms: number): void {
    this.frame = 0;
    const { mode, painter, stage } = this;
    if (!mode || !painter || !this.shown) return;
    const picture = mode.picture(ms);
    if (picture.scenes.length > 0) painter.paint(picture);
    stage.dataset.column = String((mode.column() ?? -1) + 1);
    stage.dataset.still = String(!picture.runs);
    if (picture.runs) this.wake();
  }

  /** The canvas has as many pixels as the screen has for it. */
  private arrange(): void {
    const { ctx, canvas } = this;
    const width = Math.floor(this.stage.clientWidth);
    if (!this.shown || width === 0) return;
    const { view } = this;
    const most = ctx.purpose === "lesson" ? LESSON : highest();
    const layout = layoutOf({ width, most, seats: view.players.length, own: ctx.seat, shared: !isTimed(view) });
    const ratio = Math.min(devicePixelRatio, 3);
    canvas.width = Math.round(layout.width * ratio);
    canvas.height = Math.round(layout.height * ratio);
    canvas.style.aspectRatio = `${layout.width} / ${layout.height}`;
    this.layout = layout;
    this.painter = new Painter(canvas.getContext("2d")!, layout, lookOf(this.board, ctx, this.words, ratio));
    this.draw(performance.now());
  }
}

/** As high as the screen has room for the fields. */
function highest(): number {
  return matchMedia(SIDEWAYS).matches ? innerHeight - AROUND_SIDEWAYS : Math.max(LOWEST, innerHeight - AROUND);
}

function attributes(ctx: BoardContext, plays: boolean): Record<string, string> {
  const label = ctx.t(plays ? "board.play" : "board.watch");
  if (!plays) return { role: "img", "aria-label": label };
  return { role: "application", tabindex: "0", "aria-label": label, "aria-describedby": HELP, "data-hands": "" };
}
