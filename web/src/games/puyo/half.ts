// One player's half of a turn as it is shown: what happened, stage by stage, and then how it stands.
import type { Falling } from "./falling";
import { columnsOf, type Field, pointsOf, resolve } from "./field";
import type { Stage } from "./motion";
import { childColumn, isLost, landing, type Placement, placed, placementOf } from "./placements";
import type { Mark, Pair } from "./scene";
import type { TurnPlayer } from "./views";

const TICK_MS = 1000 / 60;

/** What is shown of a player: the stages that run, then the player as the view has it. */
export interface Half {
  /** Before the stages. */
  before: TurnPlayer;
  after: TurnPlayer;
  /** The field of `after`, and what stands in it when nothing moves: my pair too, as soon as I have chosen. */
  field: Field;
  rests: Field;
  stages: readonly Stage[];
  begun: number;
  /** Stages that have been heard. */
  heard: number;
  /** The pair of the last turn, unless it has moved since. */
  last: readonly Mark[];
}

export function still(player: TurnPlayer): Half {
  const field = columnsOf(player.field);
  return { before: player, after: player, field, rests: field, stages: [], begun: 0, heard: 0, last: [] };
}

export function endOf({ stages, begun }: Half): number {
  return begun + stages.reduce((sum, { ticks }) => sum + ticks, 0) * TICK_MS;
}

export interface Moment {
  /** Null when all have run. */
  stage: Stage | null;
  index: number;
  /** Since it began. */
  ticks: number;
  /** Of the links before it. */
  points: number;
}

export function stageAt({ stages, begun }: Half, ms: number): Moment {
  let ticks = Math.max(0, (ms - begun) / TICK_MS);
  let points = 0;
  for (const [index, stage] of stages.entries()) {
    if (ticks < stage.ticks) return { stage, ticks, points, index };
    ticks -= stage.ticks;
    points += stage.link ? pointsOf(stage.link) : 0;
  }
  return { stage: null, ticks, points, index: stages.length };
}

export function pairAt(letters: string, { column, height, side }: Falling): Pair {
  return { letters, column, row: height / 2, angle: side, pressed: 0, alpha: 1 };
}

/** What is hinted at: whose, what is planned, and what was played instead. */
export interface Hinted {
  seat: number;
  plan: readonly number[];
  played: number | null;
}

/** The placements of a plan, numbered, each on what the ones before it leave; none behind one that makes a chain. */
export function planned(field: Field, pairs: readonly string[], plan: readonly number[]): Mark[] {
  const found: Mark[] = [];
  for (const [index, action] of plan.slice(0, pairs.length).entries()) {
    const placement = placementOf(action);
    found.push(...marks(field, pairs[index]!, placement).map((mark) => ({ ...mark, number: index + 1 })));
    const after = resolve(placed(field, pairs[index]!, placement));
    if (after.links.length > 0) break;
    field = after.field;
  }
  return found;
}

/** Both puyos where they would come to rest. */
export function marks(field: Field, letters: string, placement: Placement): Mark[] {
  const [axis, child] = landing(field, placement);
  const all = [
    { column: placement.column, row: axis, letter: letters[0]! },
    { column: childColumn(placement), row: child, letter: letters[1]! },
  ];
  return all.filter(({ row }) => !isLost(row));
}
