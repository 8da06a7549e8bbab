// Who is ahead over the game: up is black, down is white, in discs at the end.
import type { BoardContext } from "../board";
import { el, set, svg } from "../dom";
import { signed } from "./hints";

export interface Graph {
  readonly node: HTMLElement;
  /** By ply, for black; null where nobody has asked the engine. `at` is the ply that is shown. */
  show(values: readonly (number | null)[], at: number): void;
}

const [WIDTH, HEIGHT] = [300, 100];
const MIDDLE = HEIGHT / 2;
/** A game that is even looks even. */
const LEAST = 12;

export function graph(ctx: BoardContext, go?: (ply: number) => void): Graph {
  const black = svg("path", { class: "othello-above" });
  const white = svg("path", { class: "othello-below" });
  const line = svg("path", { class: "othello-curve" });
  const here = svg("line", { class: "othello-here", y1: 0, y2: HEIGHT });
  const zero = svg("line", { class: "othello-zero", x1: 0, x2: WIDTH, y1: MIDDLE, y2: MIDDLE });
  const dots = svg("g", { class: "othello-dots" });
  const named = { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": ctx.t("graph") };
  const picture = svg("svg", named, black, white, zero, line, dots, here);
  const scale = el("span", { class: "othello-scale", "aria-hidden": "true" });
  const node = el("figure", { class: "othello-graph" }, picture, scale);
  let last = 60;
  if (go) {
    node.classList.add("othello-graph-goes");
    picture.addEventListener("click", (event) => {
      const box = picture.getBoundingClientRect();
      go(Math.round(((event.clientX - box.left) / box.width) * last));
    });
  }

  return {
    node,
    show(values, at) {
      last = Math.max(60, values.length - 1);
      const known = values.flatMap((value, ply) => (value === null ? [] : [{ ply, value }]));
      const most = Math.max(LEAST, ...known.map(({ value }) => Math.abs(value)));
      const heightOf = (value: number): number => MIDDLE - (value / most) * (MIDDLE - 6);
      const points = known.map(({ ply, value }) => ({ x: (ply / last) * WIDTH, y: heightOf(value) }));
      const edge = crossed(points);
      set(line, { d: path(points) });
      set(black, { d: area(edge.map(({ x, y }) => ({ x, y: Math.min(y, MIDDLE) }))) });
      set(white, { d: area(edge.map(({ x, y }) => ({ x, y: Math.max(y, MIDDLE) }))) });
      dots.replaceChildren(...points.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: 1.6 })));
      set(here, { x1: (at / last) * WIDTH, x2: (at / last) * WIDTH });
      scale.textContent = signed(most);
    },
  };
}

interface Point {
  x: number;
  y: number;
}

/** With a point wherever the line crosses the middle. */
function crossed(points: readonly Point[]): Point[] {
  return points.flatMap((point, index) => {
    const before = points[index - 1];
    if (!before || (before.y - MIDDLE) * (point.y - MIDDLE) >= 0) return [point];
    const share = (MIDDLE - before.y) / (point.y - before.y);
    return [{ x: before.x + share * (point.x - before.x), y: MIDDLE }, point];
  });
}

function path(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

function area(points: readonly Point[]): string {
  const [first, end] = [points[0], points.at(-1)];
  return first && end ? `${path([{ x: first.x, y: MIDDLE }, ...points, { x: end.x, y: MIDDLE }])}Z` : "";
}
