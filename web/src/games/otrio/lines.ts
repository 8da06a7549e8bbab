// The 49 lines that win: with the size as the third direction they are the straight lines of a cube.
import { CENTRE_MEDIUM, sizeOf, stockOf, type View } from "./view";

export type Line = readonly number[];

const STEPS = [-1, 0, 1];

export const LINES: readonly Line[] = Array.from({ length: 27 }, (_, slot) => slot).flatMap(linesFrom);

/** Every line is found from both of its ends; the lower one counts. */
function linesFrom(slot: number): Line[] {
  const from = [sizeOf(slot), Math.floor((slot % 9) / 3), slot % 3];
  const found = STEPS.flatMap((size) => STEPS.flatMap((row) => STEPS.map((column) => [size, row, column])));
  return found.flatMap((step) => {
    const end = from.map((at, direction) => at + 2 * step[direction]!);
    const by = 9 * step[0]! + 3 * step[1]! + step[2]!;
    return by > 0 && end.every((at) => at >= 0 && at < 3) ? [[slot, slot + by, slot + 2 * by]] : [];
  });
}

/** A line that a colour would complete with its next piece. */
export interface Threat {
  colour: number;
  /** Where that piece goes. */
  slot: number;
  line: Line;
}

/** In the order of play. A colour that has no piece of the size left threatens nothing. */
export function threatsOf(view: View, centreBanned = false): Threat[] {
  if (view.due.length === 0) return [];
  const open = (slot: number): boolean => view.board[slot] === -1 && !(centreBanned && slot === CENTRE_MEDIUM);
  return view.colors.flatMap((colour) =>
    LINES.flatMap((line) => {
      const [slot, another] = line.filter((each) => view.board[each] !== colour);
      if (slot === undefined || another !== undefined || !open(slot)) return [];
      return stockOf(view, colour)[sizeOf(slot)]! > 0 ? [{ colour, slot, line }] : [];
    }),
  );
}

/** The slots of all lines that the winner has. */
export function wonSlots({ board, winner_color }: View): number[] {
  if (winner_color === null) return [];
  return [...new Set(LINES.filter((line) => line.every((slot) => board[slot] === winner_color)).flat())];
}
