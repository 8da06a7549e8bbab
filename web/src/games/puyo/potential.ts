// The longest chain that a few puyos of one colour would start, as src/asobiba/games/puyo/potential.py finds it.
import { dropped, type Field, IN_SIGHT, key, OJAMA, pointsOf, resolve } from "./field";
import type { Mark, Order } from "./scene";

const MOST_PUYOS = 3;

export interface Trigger {
  links: number;
  score: number;
  column: number;
  colour: string;
  puyos: number;
}

/** Of the longest chains the one with the most points, of those that with the fewest puyos; null if nothing pops. */
export function potential(field: Field): Trigger | null {
  return field.flatMap((_, column) => triggersAt(field, column)).reduce<Trigger | null>(better, null);
}

function better(one: Trigger | null, other: Trigger): Trigger {
  if (!one) return other;
  const lead = other.links - one.links || other.score - one.score || one.puyos - other.puyos;
  return lead > 0 ? other : one;
}

function triggersAt(field: Field, column: number): Trigger[] {
  const height = field[column]!.length;
  const beside = [column - 1, column + 1].map((at) => (field[at] ?? "").slice(height, height + MOST_PUYOS));
  const colours = [...new Set(field[column]!.slice(-1) + beside.join(""))].filter((each) => each !== OJAMA).sort();
  const found: Trigger[] = [];
  for (const colour of colours) {
    for (let puyos = 1; puyos <= Math.min(MOST_PUYOS, IN_SIGHT - height); puyos++) {
      const { links } = resolve(dropped(field, column, colour.repeat(puyos)));
      const score = links.reduce((sum, link) => sum + pointsOf(link), 0);
      if (links.length > 0) found.push({ links: links.length, score, column, colour, puyos });
    }
  }
  return found;
}

/** The puyos that would have to fall, and when each of the field pops then. */
export function plan(field: Field, { column, colour, puyos }: Trigger): { drop: Mark[]; order: Order[] } {
  const height = field[column]!.length;
  const drop = Array.from({ length: puyos }, (_, at) => ({ column, row: height + at, letter: colour }));
  const full = dropped(field, column, colour.repeat(puyos));
  // Where each of those that are left stood at first, column by column from the bottom.
  let rows = full.map((each) => [...each].map((_, row) => row));
  const order = resolve(full).links.flatMap((link) => {
    const gone = new Set(link.gone.map(key));
    const found = link.gone.map(([x, y]) => {
      const row = rows[x]![y]!;
      return { column: x, row, letter: full[x]![row]!, number: link.number };
    });
    rows = rows.map((left, x) => left.filter((_, y) => !gone.has(key([x, y]))));
    return found;
  });
  return { drop, order };
}
