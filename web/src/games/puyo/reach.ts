// Which placements can be reached, as src/asobiba/games/puyo/placements.py says; for practice, which no server watches.
import { type Field, HEIGHT, IN_SIGHT, SPAWN, WIDTH } from "./field";
import { ABOVE, BELOW, childColumn, placementOf } from "./placements";

const ACTIONS = Array.from({ length: 22 }, (_, action) => action);

export function reachable(field: Field, row14 = 0): number[] {
  const heights = field.map((puyos) => puyos.length);
  return ACTIONS.filter((action) => isReachable(heights, action, row14));
}

/** The pair walks at row 12 from column 3 to the farther of its columns; one of 12 has to be climbed, 13 stops it. */
function isReachable(heights: readonly number[], action: number, row14: number): boolean {
  const placement = placementOf(action);
  const { column: axis, side } = placement;
  const child = childColumn(placement);
  if (heights[axis]! + Number(side === BELOW) >= HEIGHT) return false;
  if (side === ABOVE && heights[child]! + 1 === HEIGHT && (row14 >> child) & 1) return false;
  const far = Math.abs(child - SPAWN) > Math.abs(axis - SPAWN) ? child : axis;
  const step = far > SPAWN ? 1 : -1;
  const way: number[] = [];
  for (let at = SPAWN + step; (far - at) * step >= 0; at += step) way.push(at);
  if (way.some((at) => heights[at]! >= HEIGHT)) return false;
  const wall = way.find((at) => heights[at] === IN_SIGHT);
  return wall === undefined || canClimb(heights, wall, step);
}

function canClimb(heights: readonly number[], wall: number, step: number): boolean {
  if (heights[SPAWN - 1]! >= IN_SIGHT && heights[SPAWN + 1]! >= IN_SIGHT) return true;
  for (let at = wall - step; at >= 0 && at < WIDTH; at -= step) {
    if (heights[at]! >= IN_SIGHT - 1) return heights[at] === IN_SIGHT - 1;
  }
  return false;
}
