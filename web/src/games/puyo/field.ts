// A field of puyos and what happens in it, as src/asobiba/games/puyo/field.py has it. It serves to show what happens;
// which move is legal, and what a turn leads to, the server says.

/** Six columns from left to right, each from the bottom up: ["RRB", "", "O", "", "", ""]. */
export type Field = readonly string[];

/** Column and row, both counted from 0 at the bottom left. */
export type Cell = readonly [column: number, row: number];

export const WIDTH = 6;
export const HEIGHT = 13;
export const IN_SIGHT = 12;
/** The column in which pairs appear. */
export const SPAWN = 2;
export const OJAMA = "O";
export const EMPTY: Field = ["", "", "", "", "", ""];

const CHAIN_POWER = [0, 8, 16];
const COLOUR_BONUS = [0, 0, 3, 6, 12, 24];
const GROUP_BONUS = [0, 0, 0, 0, 0, 2, 3, 4, 5, 6, 7, 10];

/** All groups that pop at once. */
export interface Link {
  /** Which of its chain. */
  number: number;
  /** The cells that empty, ojama included. */
  gone: readonly Cell[];
  /** After the fall. */
  field: Field;
  /** Rows, of the puyo that falls farthest. */
  fall: number;
  /** Ten for each puyo that pops; the points are `base` times `bonus`. */
  base: number;
  bonus: number;
}

/** Thirteen rows of six letters, the hidden one first -> columns. */
export function columnsOf(rows: readonly string[]): Field {
  return EMPTY.map((_, column) =>
    [...rows]
      .reverse()
      .map((row) => row[column])
      .join("")
      .replace(/\.+$/, ""),
  );
}

export function isEmpty(field: Field): boolean {
  return field.every((column) => column === "");
}

/** Puyos fall onto a column, the first one first; what would rest above row 13 is lost. */
export function dropped(field: Field, column: number, puyos: string): Field {
  return field.map((each, at) => (at === column ? (each + puyos).slice(0, HEIGHT) : each));
}

/** The link with this number in its chain; null if nothing pops. */
export function pop(field: Field, number: number): Link | null {
  const groups = groupsOf(field).filter((group) => group.length >= 4);
  if (groups.length === 0) return null;
  const gone = new Set(groups.flat().map(key));
  const popped = gone.size;
  for (const cell of groups.flat()) {
    for (const beside of besides(cell)) if (at(field, beside) === OJAMA) gone.add(key(beside));
  }
  const cells = [...gone].map((each): Cell => [Math.floor(each / HEIGHT), each % HEIGHT]);
  const colours = new Set(groups.map((group) => at(field, group[0]!)));
  const bonus =
    (CHAIN_POWER[number - 1] ?? 32 * (number - 3)) +
    COLOUR_BONUS[colours.size]! +
    groups.reduce((sum, group) => sum + GROUP_BONUS[Math.min(group.length, GROUP_BONUS.length - 1)]!, 0);
  const after = field.map((column, x) => [...column].filter((_, y) => !gone.has(key([x, y]))).join(""));
  return {
    number,
    gone: cells,
    field: after,
    fall: Math.max(...falls(field, cells).map(({ from, row }) => from - row), 0),
    base: 10 * popped,
    bonus: Math.min(Math.max(bonus, 1), 999),
  };
}

export function pointsOf({ base, bonus }: Link): number {
  return base * bonus;
}

/** Links until nothing pops. */
export function resolve(field: Field): { field: Field; links: Link[] } {
  const links: Link[] = [];
  for (let link = pop(field, 1); link; link = pop(field, links.length + 1)) {
    links.push(link);
    field = link.field;
  }
  return { field, links };
}

/** A puyo that falls from one row to another. */
export interface Fall {
  column: number;
  from: number;
  row: number;
}

/** What falls when these cells have emptied. */
export function falls(field: Field, gone: readonly Cell[]): Fall[] {
  const holes = new Set(gone.map(key));
  return field.flatMap((puyos, column) => {
    const kept = [...puyos].map((_, row) => row).filter((row) => !holes.has(key([column, row])));
    return kept.map((from, row) => ({ column, from, row })).filter(({ from, row }) => from > row);
  });
}

/** Bits for the sides on which a puyo touches one of its colour that stands: 1 above, 2 right, 4 below, 8 left. */
export function linksOf(field: Field, cell: Cell, stands: (cell: Cell) => boolean): number {
  const colour = at(field, cell);
  if (colour === undefined || colour === OJAMA) return 0;
  const joined = (each: Cell): boolean => at(field, each) === colour && stands(each);
  return besides(cell).reduce((bits, each, side) => bits | (Number(joined(each)) << side), 0);
}

function groupsOf(field: Field): Cell[][] {
  const seen = new Set<number>();
  const groups: Cell[][] = [];
  field.forEach((puyos, column) => {
    [...puyos.slice(0, IN_SIGHT)].forEach((colour, row) => {
      if (colour !== OJAMA && !seen.has(key([column, row]))) groups.push(groupFrom(field, [column, row], seen));
    });
  });
  return groups;
}

function groupFrom(field: Field, start: Cell, seen: Set<number>): Cell[] {
  const group: Cell[] = [start];
  seen.add(key(start));
  for (const cell of group) {
    for (const beside of besides(cell)) {
      if (seen.has(key(beside)) || at(field, beside) !== at(field, start)) continue;
      seen.add(key(beside));
      group.push(beside);
    }
  }
  return group;
}

/** What is in a cell of rows 1 to 12. */
function at(field: Field, [column, row]: Cell): string | undefined {
  return row < IN_SIGHT ? field[column]?.[row] : undefined;
}

/** Above, right, below, left. */
function besides([column, row]: Cell): Cell[] {
  return [
    [column, row + 1],
    [column + 1, row],
    [column, row - 1],
    [column - 1, row],
  ];
}

/** A number for each cell. */
export function key([column, row]: Cell): number {
  return column * HEIGHT + row;
}
