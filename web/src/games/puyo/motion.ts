// What is seen between two positions: puyos fall, groups vanish, ojama come down. Times are in ticks, 60 a second.
import { type Fall, type Field, falls, HEIGHT, type Link, OJAMA, resolve } from "./field";
import { CHILD, childColumn, landing, type Placement, placed } from "./placements";

/** Falling rows by themselves, as long as that takes on the clock: what tears off a pair, and ojama. */
const LONG_FALL = [0, 10, 16, 22, 24, 28, 32, 34, 36, 40, 42, 44, 46];
export const FALL_FRAMES = 2;
/** A link in a game of turns: shorter than on the clock, where it gives the other time. */
const VANISH = 42;
const LAND = 12;
export const SQUASH = 12;

/** `row` is where it comes to rest; what rests above row 13 is lost. */
export interface Drop extends Fall {
  letter: string;
}

/** Rows that a puyo has fallen after so many ticks. */
export type Pace = (ticks: number) => number;

/** A piece of an animation. */
export interface Passage {
  ticks: number;
  /** They come to rest where the field has them. */
  drops: readonly Drop[];
  pace: Pace;
  /** It vanishes. */
  link: Link | null;
}

/** A passage with the field during it. */
export interface Stage extends Passage {
  field: Field;
}

export const inChain: Pace = (ticks) => ticks / FALL_FRAMES;
const quick: Pace = (ticks) => ticks;
export const byItself: Pace = (ticks) => {
  const rows = LONG_FALL.findLastIndex((needed) => needed <= ticks);
  const [begun, end] = [LONG_FALL[rows]!, LONG_FALL[rows + 1]];
  return rows + (end === undefined ? 0 : (ticks - begun) / (end - begun));
};

export function longFall(rows: number): number {
  return LONG_FALL[Math.min(Math.ceil(rows), LONG_FALL.length - 1)]!;
}

export function vanishing(link: Link | null, ticks = VANISH): Passage {
  return { ticks, drops: [], pace: inChain, link };
}

/** What stood on a link falls. */
export function afterLink(field: Field, link: Link, land = LAND): Passage {
  const drops = falls(field, link.gone).map((fall) => ({ ...fall, letter: field[fall.column]![fall.from]! }));
  return { ticks: FALL_FRAMES * link.fall + (link.fall && land), drops, pace: inChain, link: null };
}

/** Ojama that are in `after` and not in `before` fall from above the field; null if anything else has changed. */
export function burial(before: Field, after: Field): Passage | null {
  if (!after.every((puyos, column) => puyos.startsWith(before[column]!))) return null;
  const added = after.map((puyos, column) => puyos.slice(before[column]!.length));
  if (added.some((puyos) => puyos !== OJAMA.repeat(puyos.length))) return null;
  const drops = added.flatMap((puyos, column) =>
    [...puyos].map((letter, at) => ({ column, from: HEIGHT + at, row: before[column]!.length + at, letter })),
  );
  const farthest = Math.max(0, ...drops.map(({ from, row }) => from - row));
  return { ticks: drops.length && longFall(farthest) + LAND, drops, pace: byItself, link: null };
}

export interface Placing {
  pair: string;
  placement: Placement;
  /** The row from which the axis is dropped; null if it has been seen to fall already. */
  row: number | null;
}

/** How a turn led from one field to the other, the field after it last; null if that cannot be told. */
export function stagesOf(before: Field, placing: Placing | null, after: Field): Stage[] | null {
  const stages: Stage[] = [];
  let rests = before;
  if (placing) {
    const field = placed(before, placing.pair, placing.placement);
    if (placing.row !== null) stages.push({ field, ...dropping(before, placing, placing.row) });
    stages.push(...chainOf(field));
    rests = resolve(field).field;
  }
  const buried = burial(rests, after);
  if (!buried) return null;
  return [...stages, { field: after, ...buried }].filter(({ ticks }) => ticks > 0);
}

/** The links of a field that is left alone. */
export function chainOf(field: Field): Stage[] {
  return resolve(field).links.flatMap((link) => {
    const before = field;
    field = link.field;
    return [
      { field: before, ...vanishing(link) },
      { field: link.field, ...afterLink(before, link) },
    ];
  });
}

export function pause(field: Field, ticks: number): Stage {
  return { field, ticks, drops: [], pace: inChain, link: null };
}

/** A pair that is dropped: both puyos at once, each as far as it goes. */
export function dropping(before: Field, { pair, placement }: Placing, row: number): Passage {
  const rests = landing(before, placement);
  const drops = [
    { column: placement.column, from: row, row: rests[0], letter: pair[0]! },
    { column: childColumn(placement), from: row + CHILD[placement.side]![1], row: rests[1], letter: pair[1]! },
  ];
  const farthest = Math.max(...drops.map((drop) => drop.from - drop.row));
  return { ticks: farthest + LAND, drops, pace: quick, link: null };
}

/** Where a puyo is that falls, and how long ago it landed; negative while it is in the air. */
export function dropAt(drop: Drop, pace: Pace, ticks: number): { row: number; landed: number } {
  const rows = pace(Math.max(ticks, 0));
  const height = drop.from - drop.row;
  if (rows < height) return { row: drop.from - rows, landed: -1 };
  let [early, late] = [0, Math.max(ticks, 0)];
  while (late - early > 0.5) {
    const middle = (early + late) / 2;
    if (pace(middle) < height) early = middle;
    else late = middle;
  }
  return { row: drop.row, landed: Math.max(ticks, 0) - late };
}
