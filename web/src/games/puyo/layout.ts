// Where everything is on the canvas, in CSS pixels.
import { HEIGHT, WIDTH } from "./field";

export interface Place {
  x: number;
  y: number;
  cell: number;
}

export interface Layout {
  width: number;
  height: number;
  /** The top left corner of the field: of the hidden row. */
  fields: readonly Place[];
  /** The top of the pairs that come next, about their middle. */
  nexts: readonly Place[];
  /** The middle of the lines that tell turn, time and price, the last of them; null where there is no room. */
  facts: { x: number; y: number; width: number; lines: number } | null;
  /** Of the small letters. */
  text: number;
}

export interface Wish {
  width: number;
  /** No higher than this, if it can be. */
  most: number;
  seats: number;
  /** Whose field is large where there is no room for two; null if nobody's. */
  own: number | null;
  /** Both see the same pairs. */
  shared: boolean;
}

/** Above a field its tray, below it the name and the score, in cells. */
const HEAD = 1;
const FOOT = 1.05;
const TALL = HEAD + HEIGHT + FOOT;
const WIDE_FROM = 520;
const SMALLEST = 14;

export function layoutOf(wish: Wish): Layout {
  if (wish.seats === 1) return single(wish);
  if (wish.width < WIDE_FROM && wish.own !== null) return ownAndSmall(wish, wish.own);
  return sideBySide(wish);
}

function cellFor({ width, most }: Wish, across: number, tall = TALL): number {
  return Math.max(SMALLEST, Math.floor(Math.min(width / across, most / tall)));
}

function textFor(cell: number): number {
  return Math.min(Math.max(cell * 0.42, 11), 15);
}

function single(wish: Wish): Layout {
  const cell = cellFor(wish, WIDTH + 3.6);
  const left = Math.round((wish.width - cell * (WIDTH + 2.9)) / 2);
  const [top, x] = [HEAD * cell, left + cell * (WIDTH + 1.7)];
  return {
    width: wish.width,
    height: TALL * cell,
    fields: [{ x: left, y: top, cell }],
    nexts: [{ x, y: top + cell, cell: cell * 0.9 }],
    facts: { x, y: top + 12 * cell, width: 3 * cell, lines: 3 },
    text: textFor(cell),
  };
}

function sideBySide(wish: Wish): Layout {
  const wide = wish.width >= WIDE_FROM;
  const middle = wide ? 5 : 2.2;
  const cell = cellFor(wish, 2 * WIDTH + middle + 0.5);
  const left = Math.round((wish.width - cell * (2 * WIDTH + middle)) / 2);
  const [top, x] = [HEAD * cell, left + cell * (WIDTH + middle / 2)];
  const small = cell * (wide ? 0.9 : wish.shared ? 0.8 : 0.48);
  const aside = wish.shared ? 0 : wide ? 1.15 * cell : 0.5 * cell;
  const next = (side: number): Place => ({ x: x + side * aside, y: top + cell, cell: small });
  return {
    width: wish.width,
    height: TALL * cell,
    fields: [
      { x: left, y: top, cell },
      { x: left + cell * (WIDTH + middle), y: top, cell },
    ],
    nexts: wish.shared ? [next(0)] : [next(-1), next(1)],
    facts: wide ? { x, y: top + 11.5 * cell, width: middle * cell, lines: 3 } : null,
    text: textFor(cell),
  };
}

/** On a phone: my field, beside it what comes next, and the other's field small. */
function ownAndSmall(wish: Wish, own: number): Layout {
  const cell = cellFor(wish, WIDTH + 3.75);
  const left = Math.round((wish.width - cell * (WIDTH + 3.55)) / 2);
  const small = Math.floor(cell * 0.53);
  const [top, x] = [HEAD * cell, left + cell * (WIDTH + 1.95)];
  const mine: Place = { x: left, y: top, cell };
  const ground = top + HEIGHT * cell - small * FOOT;
  const other: Place = { x: Math.round(x - (small * WIDTH) / 2), y: ground - small * HEIGHT, cell: small };
  const nextOfMine: Place = { x, y: top + 0.35 * cell, cell: cell * 0.72 };
  return {
    width: wish.width,
    height: TALL * cell,
    fields: own === 0 ? [mine, other] : [other, mine],
    nexts: wish.shared ? [nextOfMine] : own === 0 ? [nextOfMine, hidden()] : [hidden(), nextOfMine],
    facts: { x, y: top + 4.1 * cell, width: 3.4 * cell, lines: 2 },
    text: textFor(cell),
  };
}

/** No room for what comes next on the small field. */
function hidden(): Place {
  return { x: 0, y: 0, cell: 0 };
}

/** The column of a field that is under a point; may be outside 0 to 5. */
export function columnAt({ x, cell }: Place, at: number): number {
  return Math.floor((at - x) / cell);
}

export function isInside({ x, y, cell }: Place, atX: number, atY: number): boolean {
  const [column, row] = [(atX - x) / cell, (atY - y) / cell];
  return column >= -0.5 && column < WIDTH + 0.5 && row >= -1.5 && row < HEIGHT + 0.5;
}
