// A position in the notation of src/asobiba/games/puyo/notation.py, for the engine: what a seat knows that is to move.
import { columnsOf, type Field, HEIGHT, IN_SIGHT, resolve, SPAWN } from "./field";
import type { TimedView, TurnView } from "./views";

interface Told {
  field: Field;
  score: number;
  carry: number;
  ojama: number;
  clear: number;
  chain: number;
  row14: number;
}

interface Facts {
  players: readonly Told[];
  pairs: readonly string[];
  turn: number;
  clock: number;
  seat: number;
}

/** RB.../RBBG.. : rows from the top, empty ones left out. */
export function writeField(field: Field): string {
  const height = Math.max(1, ...field.map((puyos) => puyos.length));
  const rows = Array.from({ length: height }, (_, row) => field.map((puyos) => puyos[row] ?? ".").join(""));
  return rows.reverse().join("/");
}

export function writeTurn(view: TurnView, seat: number): string {
  const players = view.players.map((player) => ({
    ...player,
    field: columnsOf(player.field),
    clear: Number(player.all_clear),
  }));
  return write({ players, pairs: view.pairs, turn: view.turn, clock: view.clock, seat });
}

/** As timed.py asks its bots: chains that run have run out, and all ojama that are coming wait. */
export function writeTimed(view: TimedView, seat: number): string {
  const players = view.players.map((player, number) => {
    const { field, links } = resolve(columnsOf(player.field));
    const open = number === seat ? HEIGHT : IN_SIGHT - 1;
    const clear = Number(player.all_clear || (links.length > 0 && field.every((puyos) => puyos === "")));
    return {
      ...player,
      field: field.map((puyos, column) => (column === SPAWN ? puyos.slice(0, open) : puyos)),
      ojama: player.pending + player.fixed,
      clear,
    };
  });
  const { turn, pairs } = view.players[seat]!;
  return write({ players, pairs, turn, clock: view.tick, seat });
}

function write({ players, pairs, turn, clock, seat }: Facts): string {
  const queue = pairs.map((_, at) => pairs[(((at - turn) % pairs.length) + pairs.length) % pairs.length]!);
  const words = [players.map(({ field }) => writeField(field)).join("|"), ...queue];
  for (const [name, value] of Object.entries({ turn, clock, first: seat })) if (value) words.push(`${name}=${value}`);
  for (const name of ["score", "carry", "ojama", "clear", "chain", "row14"] as const) {
    if (name === "carry" && players.length === 1) continue;
    const values = players.map((player) => player[name]);
    if (values.some(Boolean)) words.push(`${name}=${values.join("|")}`);
  }
  return words.join(" ");
}
