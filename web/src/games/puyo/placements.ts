// The 22 placements of a pair, numbered as in src/asobiba/games/puyo/placements.py.
import { dropped, type Field, HEIGHT, WIDTH } from "./field";

/** Sides of the axis on which the child can be, clockwise. */
export const SIDES = "urdl";
export const [ABOVE, RIGHT, BELOW, LEFT] = [0, 1, 2, 3] as const;
/** By side: where the child is, seen from the axis. */
export const CHILD: readonly (readonly [column: number, row: number])[] = [
  [0, 1],
  [1, 0],
  [0, -1],
  [-1, 0],
];
const ARROWS = "↑→↓←";

export interface Placement {
  /** Column of the axis. */
  column: number;
  side: number;
}

export function placementOf(action: number): Placement {
  if (action < 2 * WIDTH) return { column: action % WIDTH, side: action < WIDTH ? ABOVE : BELOW };
  return action < 17 ? { column: action - 12, side: RIGHT } : { column: action - 16, side: LEFT };
}

export function actionOf({ column, side }: Placement): number {
  return column + [0, 12, WIDTH, 16][side]!;
}

/** 3→ */
export function arrowed({ column, side }: Placement): string {
  return `${column + 1}${ARROWS[side]}`;
}

export function childColumn({ column, side }: Placement): number {
  return column + CHILD[side]![0];
}

/** The field when both puyos have landed and nothing has popped yet. */
export function placed(field: Field, pair: string, placement: Placement): Field {
  const { column, side } = placement;
  if (side === ABOVE) return dropped(field, column, pair);
  if (side === BELOW) return dropped(field, column, pair[1]! + pair[0]!);
  return dropped(dropped(field, column, pair[0]!), childColumn(placement), pair[1]!);
}

/** The rows in which axis and child come to rest; 13 and more are lost. */
export function landing(field: Field, placement: Placement): readonly [axis: number, child: number] {
  const { column, side } = placement;
  const axis = field[column]!.length + Number(side === BELOW);
  if (side === ABOVE) return [axis, axis + 1];
  return side === BELOW ? [axis, axis - 1] : [axis, field[childColumn(placement)]!.length];
}

export function isLost(row: number): boolean {
  return row >= HEIGHT;
}
