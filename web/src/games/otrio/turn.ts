// What a player can do now, and what is meant by pointing somewhere.
import type { Shown } from "../board";
import { coloursOf, PASS, SECOND_COLOUR, sizeOf, slotOf, type View } from "./view";

export interface Turn {
  /** The slots that are open to each of the colours that are due. */
  open: readonly ReadonlySet<number>[];
  passing: boolean;
}

/** While a move is on its way there is nothing to do. */
export function turnOf({ view, moves, pending }: Pick<Shown, "view" | "moves" | "pending">): Turn {
  const actions = pending === null ? moves.map(([action]) => action) : [];
  const open = (view as View).due.map(
    (_, which) => new Set(actions.flatMap((action) => (whichOf(action) === which ? (slotOf(action) ?? []) : []))),
  );
  return { open, passing: actions.length === 1 && actions[0] === PASS };
}

/** Which of the colours that are due an action places. */
export function whichOf(action: number): number {
  return Math.floor(action / SECOND_COLOUR);
}

export function actionOf(slot: number, which: number): number {
  return slot + SECOND_COLOUR * which;
}

/** The slot that a finger means. With a size in hand any place in the space will do; otherwise the nearest open slot. */
export function aim(open: ReadonlySet<number>, slot: number, size: number | null): number | null {
  const wanted = size === null ? [sizeOf(slot), 1, 0, 2] : [size];
  return wanted.map((each) => 9 * each + (slot % 9)).find((each) => open.has(each)) ?? null;
}

/** The colours that a seat places next; both of them where it may choose. */
export function nextColours(view: View, seat: number | null, chooses: boolean): readonly number[] {
  const mine = coloursOf(view, seat);
  if (chooses || mine.length < 2) return mine;
  const from = view.colors.indexOf(view.due[0]!);
  const later = [...view.colors.slice(from), ...view.colors.slice(0, from)];
  return later.filter((colour) => mine.includes(colour)).slice(0, 1);
}
