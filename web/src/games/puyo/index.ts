// Puyo: both fields on a canvas, in turns or on the clock.
import { effect } from "@preact/signals";
import type { Board, BoardContext, Shown } from "../board";
import { el } from "../dom";
import "./board.css";
import { BUTTONS } from "./clockwork";
import { buttonRow, keysOf, listen } from "./hands";
import { Hints } from "./hints";
import { type Layout, layoutOf, type Place } from "./layout";
import type { Mode } from "./mode";
import { Painter } from "./paint";
import type { Look } from "./scene";
import { Spoken } from "./spoken";
import { Timed } from "./timed";
import { Turns } from "./turns";
import { isTimed, type TimedView, type TurnView } from "./views";
import { Words } from "./words";

export { KEYS as keys } from "./hands";
export { lessons } from "./lessons";
export { BUTTONS as buttons };

/** Beside the canvas there must be room for the shell's bar and the buttons. */
const AROUND = 230;
const LOWEST = 400;
const LESSON = 370;

export function mount(root: HTMLElement, ctx: BoardContext): Board {
  const words = new Words(ctx);
  const plays = ctx.purpose === "room" && ctx.seat !== null;
  const canvas = el("canvas", { class: "puyo-canvas", "aria-hidden": "true" });
  const help = el("p", { class: "unseen", id: plays && "puyo-help" });
  const stage = el("div", { class: "puyo-stage", ...attributes(ctx, plays) }, canvas);
  const spoken = new Spoken(words, ctx);
  const hints = new Hints(ctx, words, () => mode, wake);
  const board = el("div", { class: "puyo" }, stage, help, spoken.node);
  const keyList = el("dl", { class: "puyo-keys" });
  const panel = el("div", {}, hints.node, plays && el("details", {}, el("summary", {}, ctx.t("keys")), keyList));
  const drawing = canvas.getContext("2d")!;

  let mode: Mode | null = null;
  let view: TurnView | TimedView | null = null;
  let layout: Layout | null = null;
  let painter: Painter | null = null;
  let frame = 0;

  function wake(): void {
    frame ||= requestAnimationFrame(draw);
  }

  function draw(ms: number): void {
    frame = 0;
    if (!mode || !painter) return;
    const picture = mode.picture(ms);
    if (picture.scenes.length > 0) painter.paint(picture);
    stage.dataset.column = String((mode.column() ?? -1) + 1);
    stage.dataset.still = String(!picture.runs);
    if (picture.runs) wake();
  }

  /** The canvas has as many pixels as the screen has for it. */
  function arrange(): void {
    const width = Math.floor(stage.clientWidth);
    if (!view || width === 0) return;
    const most = ctx.purpose === "lesson" ? LESSON : Math.max(LOWEST, innerHeight - AROUND);
    layout = layoutOf({ width, most, seats: view.players.length, own: ctx.seat, shared: !isTimed(view) });
    const ratio = Math.min(devicePixelRatio, 3);
    canvas.width = Math.round(layout.width * ratio);
    canvas.height = Math.round(layout.height * ratio);
    canvas.style.aspectRatio = `${layout.width} / ${layout.height}`;
    painter = new Painter(drawing, layout, lookOf(board, ctx, words, ratio));
    draw(performance.now());
  }

  function update(shown: Shown, how: "step" | "jump"): void {
    const before = view;
    view = shown.view as TurnView | TimedView;
    mode ??= isTimed(view) ? new Timed(ctx, words) : new Turns(ctx, words);
    mode.update(shown, how);
    spoken.tell(view);
    if (before?.players.length !== view.players.length) arrange();
    hints.offer();
    wake();
  }

  // Life ----------------------------------------------------------------------------------------------------------

  const place = (): Place | null => layout?.fields[ctx.seat ?? -1] ?? null;
  const ground = { stage, wake, place, mode: () => mode };
  if (plays) board.insertBefore(buttonRow(ctx, ground), help);
  root.append(board);
  const sized = new ResizeObserver(arrange);
  sized.observe(stage);
  const looked = new IntersectionObserver((seen) => {
    if (seen.some(({ isIntersecting }) => isIntersecting)) mode?.demonstrate?.();
    wake();
  });
  if (ctx.purpose === "lesson") looked.observe(stage);
  const dark = matchMedia("(prefers-color-scheme: dark)");
  dark.addEventListener("change", arrange);
  const ends = [
    plays ? listen(ctx, ground) : () => {},
    effect(() => {
      const keys = legend(ctx);
      keyList.replaceChildren(...keys.flatMap(keyLine));
      help.textContent = keys.map(({ name, keys: codes }) => `${name}: ${codes.join(", ")}`).join("; ");
      // The theme is on the page only after everybody has heard of it.
      queueMicrotask(arrange);
    }),
  ];

  return {
    update,
    focus: () => stage.focus(),
    destroy() {
      ends.forEach((end) => end());
      sized.disconnect();
      looked.disconnect();
      dark.removeEventListener("change", arrange);
      cancelAnimationFrame(frame);
      mode = null;
      root.replaceChildren();
    },
    tools: hints.tools,
    panel,
  };
}

function attributes(ctx: BoardContext, plays: boolean): Record<string, string> {
  const label = ctx.t(plays ? "board.play" : "board.watch");
  if (!plays) return { role: "img", "aria-label": label };
  return { role: "application", tabindex: "0", "aria-label": label, "aria-describedby": "puyo-help", "data-hands": "" };
}

/** The buttons in words, with their keys. */
function legend(ctx: BoardContext): { name: string; keys: string[] }[] {
  const bound = keysOf(ctx);
  return BUTTONS.map((button) => {
    const drops = button === "down" && !ctx.timed;
    const codes = Object.keys(bound).filter((code) => bound[code] === button);
    const keys = [...codes, ...(drops ? ["Space"] : [])].map(keyName);
    return { name: ctx.t(drops ? "button.drop" : `button.${button}`), keys };
  });
}

function keyLine({ name, keys }: { name: string; keys: string[] }): HTMLElement[] {
  return [el("dt", {}, name), el("dd", {}, ...keys.map((key) => el("kbd", {}, key)))];
}

function keyName(code: string): string {
  const arrows: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };
  return arrows[code] ?? code.replace(/^(Key|Digit)/, "");
}

function lookOf(board: HTMLElement, ctx: BoardContext, words: Words, ratio: number): Look {
  const style = getComputedStyle(board);
  const colour = (name: string): string => style.getPropertyValue(name).trim() || "gray";
  const { colourBlind, reducedMotion } = ctx.settings.value;
  return {
    theme: {
      ink: colour("--ink"),
      quiet: colour("--quiet"),
      accent: colour("--accent"),
      well: colour("--puyo-well"),
      deep: colour("--puyo-deep"),
      rim: colour("--puyo-rim"),
      spot: colour("--puyo-spot"),
      cross: colour("--puyo-cross"),
      gold: colour("--puyo-gold"),
    },
    font: style.fontFamily,
    signs: colourBlind,
    calm: reducedMotion,
    ratio,
    words: { next: ctx.t("next"), clear: ctx.t("all_clear"), chain: words.chain, number: words.number },
  };
}
