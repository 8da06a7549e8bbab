// What the rules show of a game of Otrio, and what its pieces and places are called.

export const COLOURS = ["red", "green", "blue", "yellow"] as const;
export const SIZES = ["small", "medium", "large"] as const;
export const [SLOTS, STOCK, PASS, SECOND_COLOUR, CENTRE_MEDIUM] = [27, 3, 27, 28, 13];

const [COLOUR_LETTERS, SIZE_LETTERS] = ["RGBY", "SML"];

/** A slot is 9 * size + space; spaces are numbered along the rows from a1 on. */
export interface View {
  /** The colour in each slot, -1 where there is none. */
  readonly board: readonly number[];
  /** Those in play, in the order of play. */
  readonly colors: readonly number[];
  /** The seat of each of them. */
  readonly owners: readonly number[];
  /** Small, medium and large pieces that each of them has left. */
  readonly stock: readonly (readonly number[])[];
  /** Of which a piece may be placed now: one, or two to choose from. */
  readonly due: readonly number[];
  /** Whose line it is. */
  readonly winner_color: number | null;
  /** Who has won, by a line or because the others have left. */
  readonly winner_seat: number | null;
}

/** 13 -> Mb2 */
export function slotName(slot: number): string {
  return SIZE_LETTERS[sizeOf(slot)]! + spaceName(slot);
}

/** 13 -> b2 */
export function spaceName(slot: number): string {
  return "abc"[slot % 3]! + "123"[Math.floor((slot % 9) / 3)]!;
}

/** Mb2 -> 13 */
export function slotNamed(name: string): number {
  return 9 * SIZE_LETTERS.indexOf(name[0]!) + "abc".indexOf(name[1]!) + 3 * "123".indexOf(name[2]!);
}

export function sizeOf(slot: number): number {
  return Math.floor(slot / 9);
}

/** Where an action places a piece; null for a pass. */
export function slotOf(action: number): number | null {
  return action === PASS ? null : action % SECOND_COLOUR;
}

/** The colours of a seat, in the order of play. */
export function coloursOf({ colors, owners }: View, seat: number | null): number[] {
  return colors.filter((_, at) => owners[at] === seat);
}

export function stockOf({ colors, stock }: View, colour: number): readonly number[] {
  return stock[colors.indexOf(colour)] ?? [0, 0, 0];
}

// A position is written space by space, in each its small, medium and large slot.
const WRITTEN = Array.from({ length: SLOTS }, (_, at) => 9 * (at % 3) + Math.floor(at / 3));

/** R../.G./.../.../.../.../.../.../... B; null when the game is over and no colour is due. */
export function positionText({ board, due }: View): string | null {
  if (due.length === 0) return null;
  const letters = WRITTEN.map((slot) => COLOUR_LETTERS[board[slot]!] ?? ".").join("");
  return `${letters.match(/.../g)!.join("/")} ${COLOUR_LETTERS[due[0]!]}`;
}

/** The view of such a text; without a last letter the game is over. For lessons and tests. */
export function viewOf(text: string, players = 4, winner: number | null = null): View {
  const letters = text.replaceAll(/[/\s]/g, "");
  const board = Array<number>(SLOTS).fill(-1);
  for (const [at, slot] of WRITTEN.entries()) board[slot] = COLOUR_LETTERS.indexOf(letters[at]!);
  const colors = players === 3 ? [0, 1, 2] : [0, 1, 2, 3];
  const left = (colour: number, size: number): number =>
    STOCK - board.filter((held, slot) => held === colour && sizeOf(slot) === size).length;
  return {
    board,
    colors,
    owners: colors.map((_, at) => at % players),
    stock: colors.map((colour) => [0, 1, 2].map((size) => left(colour, size))),
    due: letters.length > SLOTS ? [COLOUR_LETTERS.indexOf(letters[SLOTS]!)] : [],
    winner_color: winner,
    winner_seat: winner === null ? null : colors.indexOf(winner) % players,
  };
}
