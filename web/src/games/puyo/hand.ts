// The pair of a turn: it waits above the field until it is dropped, and is steered there like one that falls.
import { type Falling, lowest, move, type Room, turn } from "./falling";
import { IN_SIGHT, WIDTH } from "./field";
import { LEFT, type Placement, placementOf, RIGHT } from "./placements";

export type Steer = "left" | "right" | "rotate_left" | "rotate_right";

const START = 2 * (IN_SIGHT - 1);

/** One press; true if it has changed anything. Where the way is blocked the pair goes on to what is legal behind it. */
export function steer(pair: Falling, way: Steer, room: Room, actions: readonly number[]): boolean {
  if (pressed(pair, way, room)) return true;
  const by = way.endsWith("right") ? 1 : -1;
  const turns = way.startsWith("rotate");
  const wanted = turns ? (pair.side + by + 4) % 4 : pair.side;
  const [nearest] = actions
    .map(placementOf)
    .filter(({ column, side }) => side === wanted && (turns || (column - pair.column) * by > 0))
    .sort((one, other) => Math.abs(one.column - pair.column) - Math.abs(other.column - pair.column));
  if (nearest) hold(pair, nearest, room);
  return nearest !== undefined;
}

/** In a turn a second press is a quick turn, however late it comes. */
function pressed(pair: Falling, way: Steer, room: Room): boolean {
  const before = { ...pair };
  const by = way.endsWith("right") ? 1 : -1;
  if (way.startsWith("rotate")) turn(pair, by, room, 0);
  else move(pair, by, room);
  if (before.column !== pair.column) pair.quick = -1;
  pair.height = Math.max(pair.height, START);
  return before.column !== pair.column || before.side !== pair.side || before.quick !== pair.quick;
}

/** Brings the pair over a column that was pointed at: the legal placement of its side that is nearest. */
export function point(pair: Falling, column: number, actions: readonly number[], room: Room): boolean {
  const wanted = Math.min(Math.max(column, Number(pair.side === LEFT)), WIDTH - 1 - Number(pair.side === RIGHT));
  const distance = (placement: Placement): number => Math.abs(placement.column - wanted);
  const [nearest] = actions
    .map(placementOf)
    .filter(({ side }) => side === pair.side)
    .sort((one, other) => distance(one) - distance(other));
  if (!nearest || nearest.column === pair.column) return false;
  hold(pair, nearest, room);
  return true;
}

/** The pair as it is before it is dropped there. */
export function hold(pair: Falling, placement: Placement, room: Room): void {
  Object.assign(pair, { ...placement, height: Math.max(START, 2 * lowest(room, placement)), quick: -1 });
}
