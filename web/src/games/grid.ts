// Roving focus: one cell of a grid is in the tab order, the arrows move it. For role=grid and for nodes of a graph.

export type Direction = "up" | "down" | "left" | "right" | "home" | "end";

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  Home: "home",
  End: "end",
};

/** Where a direction leads in a rectangle of `columns`: it stops at the edge. */
export function inRectangle(columns: number, count: number): (from: number, where: Direction) => number {
  return (from, where) => {
    const column = from % columns;
    const first = from - column;
    const last = Math.min(first + columns, count) - 1;
    const to = {
      up: from - columns,
      down: from + columns,
      left: Math.max(from - 1, first),
      right: Math.min(from + 1, last),
      home: first,
      end: last,
    }[where];
    return to >= 0 && to < count ? to : from;
  };
}

export interface Roving {
  /** Move the focus; the browser's own if `take`. */
  at(index: number, take?: boolean): void;
  readonly index: number;
  destroy(): void;
}

/** `cells` are focusable nodes inside `grid`; Enter and Space call `chosen`. */
export function roving(
  grid: Element,
  cells: readonly (HTMLElement | SVGElement)[],
  next: (from: number, where: Direction) => number,
  chosen: (index: number) => void,
  { shares = true } = {},
): Roving {
  let index = 0;
  // Where the arrows are shared with the page, who points with a mouse has them for that, until he moves up or down or
  // comes by Tab.
  let pointed = false;
  const at = (to: number, take = true): void => {
    cells[index]?.setAttribute("tabindex", "-1");
    index = to;
    cells[index]?.setAttribute("tabindex", "0");
    if (take) cells[index]?.focus();
  };
  const pressed = (event: Event): void => {
    const { key, ctrlKey, altKey, metaKey } = event as KeyboardEvent;
    const where = KEYS[key];
    if (ctrlKey || altKey || metaKey || (!where && key !== "Enter" && key !== " ")) return;
    if (pointed && where && where !== "up" && where !== "down") return;
    pointed = false;
    event.preventDefault();
    event.stopPropagation();
    if (where) at(next(index, where));
    else chosen(index);
  };
  const focused = (event: Event): void => {
    const found = cells.indexOf(event.target as HTMLElement);
    if (found >= 0 && found !== index) at(found, false);
  };
  const touched = (): void => void (pointed = shares);
  const left = (event: Event): void => {
    const to = (event as FocusEvent).relatedTarget;
    if (!(to instanceof Node && grid.contains(to))) pointed = false;
  };
  for (const cell of cells) cell.setAttribute("tabindex", "-1");
  at(0, false);
  grid.addEventListener("keydown", pressed);
  grid.addEventListener("focusin", focused);
  grid.addEventListener("pointerdown", touched);
  grid.addEventListener("focusout", left);
  return {
    at,
    get index() {
      return index;
    },
    destroy() {
      grid.removeEventListener("keydown", pressed);
      grid.removeEventListener("focusin", focused);
      grid.removeEventListener("pointerdown", touched);
      grid.removeEventListener("focusout", left);
    },
  };
}
