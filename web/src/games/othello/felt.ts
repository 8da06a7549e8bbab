// The board as it is drawn: frame, coordinates, 64 squares and their discs. It knows neither turns nor a server.
import { effect } from "@preact/signals";
import type { BoardContext } from "../board";
import { el, svg } from "../dom";
import { inRectangle, roving } from "../grid";
import { nameOf } from "./notation";
import { LETTERS, type Position, type Side, turned } from "./rules";

/** What is shown besides the discs. */
export interface Marks {
  position: Position;
  /** Where a disc may be placed now. */
  legal: readonly number[];
  last?: number | null;
  /** Placed here, but not yet by the server. */
  pending?: number | null;
  /** By how many discs the side to move is ahead in the end, by square. */
  values?: ReadonlyMap<number, string>;
  best?: readonly number[];
  /** What was played here, where something better was to be had. */
  erred?: number | null;
  /** What is expected to come: by square, which move from here on, and whose. */
  line?: ReadonlyMap<number, Ghost>;
}

export interface Ghost {
  /** From 1. */
  number: number;
  side: Side;
}

export interface Felt {
  readonly node: HTMLElement;
  /** All discs at once. */
  show(squares: string): void;
  /** The same, but one sees a disc placed at `at` and others turn. How many milliseconds that takes. */
  play(squares: string, at: number): number;
  mark(marks: Marks): void;
  /** Where the focus goes when it comes. */
  point(at: number): void;
  focus(): void;
  destroy(): void;
}

interface Square {
  node: HTMLElement;
  disc: HTMLElement;
  value: HTMLElement;
  ghost: HTMLElement;
}

const [PLACE_MS, FLIP_MS, RIPPLE_MS] = [170, 300, 45];

export function felt(ctx: BoardContext, chosen: (at: number) => void): Felt {
  const squares = Array.from({ length: 64 }, (_, at) => square(at));
  const named = { class: "othello-grid", role: "grid", "aria-label": ctx.t("board") };
  const grid = el("div", named, lines(), ...rows(squares));
  const node = el("div", { class: "othello-frame" }, ...coordinates(), grid);
  const focus = roving(
    grid,
    squares.map((each) => each.node),
    inRectangle(8, 64),
    chosen,
  );
  const stop = effect(() => void node.classList.toggle("othello-shapes", ctx.settings.value.colourBlind));
  let shown = "-".repeat(64);
  let marks: Marks | null = null;

  /** Rings around the discs that a disc there would turn. */
  function preview(at: number): void {
    const rings = marks?.legal.includes(at) ? turned(marks.position, at) : [];
    for (const [each, { node }] of squares.entries()) node.classList.toggle("othello-would", rings.includes(each));
  }

  listen(grid, squares, chosen, preview);
  grid.addEventListener(
    "keydown",
    typed(
      (at) => focus.at(at),
      () => marks?.legal ?? [],
      () => focus.index,
    ),
  );

  function show(now: string): void {
    for (const [at, { node, disc }] of squares.entries()) {
      for (const animation of disc.getAnimations()) animation.cancel();
      node.dataset.disc = now[at];
    }
    shown = now;
  }

  function play(now: string, at: number): number {
    const before = shown;
    show(now);
    if (ctx.settings.value.reducedMotion) return 0;
    squares[at]!.disc.animate(...placing(now[at]!));
    const flips = [...now].flatMap((letter, each) => (before[each] !== "-" && before[each] !== letter ? [each] : []));
    for (const each of flips) squares[each]!.disc.animate(...flipping(now[each]!, at, each));
    return PLACE_MS + FLIP_MS + RIPPLE_MS * Math.max(0, ...flips.map((each) => distance(at, each)));
  }

  function mark(wanted: Marks): void {
    marks = wanted;
    node.dataset.side = LETTERS[wanted.position.side];
    for (const [at, { node, value, ghost }] of squares.entries()) {
      node.classList.toggle("othello-legal", wanted.legal.includes(at));
      node.classList.toggle("othello-last", wanted.last === at);
      node.classList.toggle("othello-pending", wanted.pending === at);
      node.classList.toggle("othello-best", wanted.best?.includes(at) ?? false);
      node.classList.toggle("othello-erred", wanted.erred === at);
      value.textContent = wanted.values?.get(at) ?? "";
      const ahead = wanted.line?.get(at);
      ghost.dataset.number = ahead ? String(ahead.number) : "";
      ghost.dataset.side = ahead ? LETTERS[ahead.side] : "";
      node.setAttribute("aria-label", told(ctx, wanted, at, shown[at]!));
    }
    preview(grid.contains(document.activeElement) ? focus.index : -1);
  }

  return {
    node,
    show,
    play,
    mark,
    point: (at) => focus.at(at, false),
    focus: () => focus.at(focus.index),
    destroy() {
      stop();
      focus.destroy();
    },
  };
}

/** `pointed` with a square, or -1 for none. */
function listen(
  grid: HTMLElement,
  squares: readonly Square[],
  chosen: (at: number) => void,
  pointed: (at: number) => void,
): void {
  const squareOf = (event: Event): number =>
    squares.findIndex(({ node }) => event.target instanceof Node && node.contains(event.target));
  grid.addEventListener("click", (event) => {
    const at = squareOf(event);
    if (at >= 0) chosen(at);
  });
  grid.addEventListener("pointerover", (event) => event.pointerType === "mouse" && pointed(squareOf(event)));
  grid.addEventListener("pointerleave", () => pointed(-1));
  grid.addEventListener("focusin", (event) => pointed(squareOf(event)));
  grid.addEventListener("focusout", () => pointed(-1));
}

function square(at: number): Square {
  const faces = ["black", "white"].map((side) => el("span", { class: `othello-face othello-${side}` }));
  const disc = el("span", { class: "othello-disc" }, ...faces);
  const value = el("span", { class: "othello-value" });
  const ghost = el("span", { class: "othello-ghost", "aria-hidden": "true" });
  const node = el("div", { class: "othello-square", role: "gridcell", "data-square": nameOf(at) }, disc, value, ghost);
  return { node, disc, value, ghost };
}

function rows(squares: readonly Square[]): HTMLElement[] {
  return Array.from({ length: 8 }, (_, row) =>
    el("div", { class: "othello-row", role: "row" }, ...squares.slice(row * 8, row * 8 + 8).map((each) => each.node)),
  );
}

/** The lines between the squares, and the four points. */
function lines(): SVGElement {
  const between = [1, 2, 3, 4, 5, 6, 7].map((at) => `M${at} 0V8M0 ${at}H8`).join("");
  const points = [2, 6].flatMap((x) => [2, 6].map((y) => svg("circle", { cx: x, cy: y, r: 0.07 })));
  const drawn = { class: "othello-lines", viewBox: "0 0 8 8", "aria-hidden": "true" };
  return svg("svg", drawn, svg("path", { d: between }), ...points);
}

function coordinates(): HTMLElement[] {
  const along = (kind: string, names: string): HTMLElement =>
    el("div", { class: `othello-${kind}`, "aria-hidden": "true" }, ...[...names].map((name) => el("span", {}, name)));
  return [along("files", "abcdefgh"), along("ranks", "12345678")];
}

/** What a screen reader says of a square. */
function told(ctx: BoardContext, { legal, values, last, line }: Marks, at: number, letter: string): string {
  const what = letter === "X" ? "black" : letter === "O" ? "white" : legal.includes(at) ? "legal" : "empty";
  const [value, ahead] = [values?.get(at), line?.get(at)];
  return [
    ctx.t(`square.${what}`, { square: nameOf(at) }),
    value === undefined ? "" : ctx.t("square.value", { value }),
    ahead === undefined ? "" : ctx.t("square.line", { number: ahead.number }),
    last === at ? ctx.t("square.last") : "",
  ].join("");
}

/** d, 3 goes to d3; n to the next square that may be played, N to the one before. */
function typed(go: (at: number) => void, legal: () => readonly number[], here: () => number) {
  let file = -1;
  return (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const [column, row] = ["abcdefgh".indexOf(event.key), "12345678".indexOf(event.key)];
    if (event.key.length === 1 && column >= 0) file = column;
    else if (event.key.length === 1 && row >= 0) go((file < 0 ? here() % 8 : file) + 8 * row);
    else if (event.key === "n") go(legal().find((at) => at > here()) ?? legal()[0] ?? here());
    else if (event.key === "N") go(legal().findLast((at) => at < here()) ?? legal().at(-1) ?? here());
    else return;
    if (column < 0) file = -1;
    event.preventDefault();
  };
}

function distance(from: number, to: number): number {
  return Math.max(Math.abs((from % 8) - (to % 8)), Math.abs((from >> 3) - (to >> 3)));
}

type Motion = [Keyframe[], KeyframeAnimationOptions];

function placing(letter: string): Motion {
  const face = letter === "O" ? "rotateY(180deg)" : "";
  return [
    [
      { transform: `scale(1.45) ${face}`, opacity: 0 },
      { transform: `scale(1) ${face}`, opacity: 1 },
    ],
    { duration: PLACE_MS, easing: "cubic-bezier(0.2, 0.8, 0.3, 1)" },
  ];
}

/** A disc rolls over, away from the one that was placed; near ones first. */
function flipping(letter: string, from: number, to: number): Motion {
  const [right, down] = [(to % 8) - (from % 8), (to >> 3) - (from >> 3)];
  const first = letter === "X" ? 180 : 0;
  const pose = (degrees: number, size: number): Keyframe => ({
    transform: `scale(${size}) rotate3d(${-down}, ${right}, 0, ${first + degrees}deg)`,
  });
  const delay = PLACE_MS / 2 + RIPPLE_MS * (distance(from, to) - 1);
  const poses = [pose(0, 1), pose(90, 1.2), pose(180, 1)];
  return [poses, { duration: FLIP_MS, delay, fill: "backwards", easing: "ease-in-out" }];
}
