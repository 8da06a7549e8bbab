// What the engine thinks of positions, heard while it thinks and kept, as marks on the board and over a whole line.
import { valueText } from "../../analysis/units";
import { Watcher } from "../../analysis/watcher";
import type { BoardContext, Hint, Judged } from "../board";
import type { Ghost, Marks } from "./felt";
import { type Line, nameOf, squareOf, writePosition } from "./notation";
import { legal, PASS, type Position, type Side } from "./rules";
import { positions } from "./walk";

/** Whether there is anything to ask: a pass is forced, and an end is an end. */
export function isOpen(position: Position): boolean {
  return legal(position).some((action) => action !== PASS);
}

export class Hints extends Watcher<Position> {
  constructor(private readonly ctx: BoardContext) {
    super((position, stop, heard) => ctx.watch(writePosition(position), stop, heard), writePosition);
  }

  /** Every move of a line, judged one by one; how many are done. Throws a sentence where the server cannot. */
  async judge(line: Line, stop: AbortSignal, doing: (done: number) => void): Promise<void> {
    const all = positions(line);
    const moves = line.actions.map((action) => (action === PASS ? "pass" : nameOf(action)));
    await this.ctx.judge(writePosition(line.start), moves, stop, (judged) => {
      this.learn(all[judged.ply]!, judged);
      doing(judged.ply + 1);
    });
  }

  /** What a review has found of it. */
  learnLine(line: Line, judged: readonly Judged[]): void {
    const all = positions(line);
    for (const each of judged) if (all[each.ply]) this.learn(all[each.ply]!, each);
  }

  /** What is known of the moves of a line, and of where it ends. */
  judged({ start, actions }: Line): Judged[] {
    return positions({ start, actions }).flatMap((position, ply) => {
      const hint = this.about(position);
      return hint && hint.moves.length > 0 ? [judgedBy(hint, ply, actions[ply])] : [];
    });
  }
}

function judgedBy(hint: Hint, ply: number, action: number | undefined): Judged {
  const made = hint.moves.find((each) => each.action === action);
  const loss = made?.value == null ? 0 : (hint.moves[0]!.value ?? 0) - made.value;
  return { ...hint, ply, seat: hint.to_play, action: action ?? -1, move: made?.move ?? "", loss };
}

/** Moves of the expected line that are drawn on the board. */
const AHEAD = 6;

/** For the marks of the board. `played` is what was played here, if that is known. */
export function marksOf(
  hint: Hint | null,
  played: number | null = null,
): Pick<Marks, "values" | "best" | "erred" | "line"> {
  if (!hint) return {};
  const best = hint.moves.filter(({ move }) => hint.best.includes(move)).map(({ action }) => action);
  const erred = played !== null && !best.includes(played) ? played : null;
  const values = new Map(hint.moves.map((move) => [move.action, valueText(hint.unit, move)]));
  return { values, best, erred, line: ghostsOf(hint) };
}

/** Numbered from the best move on, each on the square where it is played. */
function ghostsOf({ line, to_play }: Hint): ReadonlyMap<number, Ghost> {
  const moves = (line ?? []).slice(0, AHEAD).map((text, index) => {
    const side = ((to_play + index) % 2) as Side;
    return [squareOf(text), { number: index + 1, side }] as const;
  });
  return new Map(moves.filter(([square]) => square !== PASS));
}
