// A pair while it is steered: moves, turns, kicks, the fall, and when it locks; src/asobiba/games/puyo/falling.py.
// The axis is at a height in half rows: at 22 it stands in row 12.
import { type Field, HEIGHT, IN_SIGHT, SPAWN } from "./field";
import { ABOVE, BELOW, childColumn, LEFT, type Placement } from "./placements";

const TOP = HEIGHT - 1;
const WALL = HEIGHT + 1;
const HALF_ROW = 8;
const QUICK_TURN = 20;
/** A pair locks when it has stood on the ground for so long altogether, or has come to the ground so often. */
export const GROUNDED = 32;
const CONTACTS = 8;

export interface Falling {
  column: number;
  height: number;
  side: number;
  /** Ticks since it fell half a row or stood on the ground. */
  floated: number;
  /** Ticks on the ground, all together. */
  grounded: number;
  contacts: number;
  rests: boolean;
  /** Rows that it fell with `down` held. */
  dropped: number;
  /** The last tick in which one more press is a quick turn. */
  quick: number;
}

export function appeared(): Falling {
  return {
    column: SPAWN,
    height: 2 * (IN_SIGHT - 1),
    side: ABOVE,
    floated: 0,
    grounded: 0,
    contacts: 0,
    rests: false,
    dropped: 0,
    quick: -1,
  };
}

/** The room that a field leaves; `row14` has a bit for each column whose row 14 is taken. */
export interface Room {
  field: Field;
  row14: number;
}

/** The lowest row that an axis can have there. */
export function lowest({ field }: Room, placement: Placement): number {
  const { column, side } = placement;
  const alone = field[column]?.length ?? WALL;
  if (side === BELOW) return alone + 1;
  return side === ABOVE ? alone : Math.max(alone, field[childColumn(placement)]?.length ?? WALL);
}

function fits(room: Room, placement: Placement, row: number): boolean {
  const highest = TOP - (placement.side === ABOVE ? (room.row14 >> placement.column) & 1 : 0);
  return lowest(room, placement) <= row && row <= highest;
}

/** The lower of the rows in which the axis is. */
export function rowOf({ height }: Falling): number {
  return height >> 1;
}

export function move(pair: Falling, by: number, room: Room): void {
  if (fits(room, { column: pair.column + by, side: pair.side }, rowOf(pair))) pair.column += by;
}

/** Clockwise by 1, the other way by -1. */
export function turn(pair: Falling, by: number, room: Room, tick: number): void {
  const side = (pair.side + by + 4) % 4;
  if (fits(room, { column: pair.column, side }, rowOf(pair))) pair.side = side;
  else if (side === BELOW) kickUp(pair);
  else if (side !== ABOVE) kickAside(pair, side, room, tick);
}

function kickUp(pair: Falling): void {
  if (rowOf(pair) < TOP) Object.assign(pair, { height: 2 * (rowOf(pair) + 1), side: BELOW });
}

function kickAside(pair: Falling, side: number, room: Room, tick: number): void {
  const away = pair.column + (side === LEFT ? 1 : -1);
  if (fits(room, { column: away, side }, rowOf(pair))) Object.assign(pair, { column: away, side });
  else if (tick > pair.quick) pair.quick = tick + QUICK_TURN;
  else turnOver(pair);
}

/** Axis and child change places; the axis cannot take that of a child in row 14. */
function turnOver(pair: Falling): void {
  if (pair.side === BELOW) Object.assign(pair, { height: pair.height - 2, side: ABOVE, quick: -1 });
  else if (rowOf(pair) < TOP) Object.assign(pair, { height: pair.height + 2, side: BELOW, quick: -1 });
}

/** One tick of gravity; true when the pair locks. */
export function fall(pair: Falling, room: Room, down: boolean): boolean {
  if (pair.height === 2 * lowest(room, pair)) {
    pair.contacts += Number(!pair.rests);
    Object.assign(pair, { rests: true, floated: 0, grounded: pair.grounded + 1 });
    return down || pair.grounded >= GROUNDED || pair.contacts >= CONTACTS;
  }
  Object.assign(pair, { rests: false, floated: pair.floated + 1 });
  if (down || pair.floated >= HALF_ROW) {
    Object.assign(pair, { height: pair.height - 1, floated: 0 });
    pair.dropped += Number(down && pair.height % 2 === 0);
  }
  return false;
}

/** Where the axis is between two ticks, in rows: it sinks without jerks. */
export function seenRow(pair: Falling, room: Room, since: number): number {
  const sinks = pair.height > 2 * lowest(room, pair);
  return (pair.height - (sinks ? Math.min((pair.floated + since) / HALF_ROW, 1) : 0)) / 2;
}
