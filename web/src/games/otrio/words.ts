// Otrio in words, for who cannot see the board and for the panel beside it.
import type { BoardContext, Ply } from "../board";
import type { Threat } from "./lines";
import { COLOURS, coloursOf, SIZES, sizeOf, slotName, slotOf, spaceName, stockOf, type View } from "./view";

type Texts = Pick<BoardContext, "t">;

/** red */
export function colourName({ t }: Texts, colour: number): string {
  return t(`colour.${COLOURS[colour]}`);
}

/** Red, at the beginning of a sentence. */
export function ColourName({ t }: Texts, colour: number): string {
  return t(`seat.${COLOURS[colour]}`);
}

/** red and blue */
export function colourNames(ctx: Texts, colours: readonly number[]): string {
  const [one, other] = colours.map((colour) => colourName(ctx, colour));
  return other === undefined ? (one ?? "") : ctx.t("both", { one: one!, other });
}

export function sizeName({ t }: Texts, slot: number): string {
  return t(`size.${SIZES[sizeOf(slot)]}`);
}

/** medium b2 */
export function slotWords(ctx: Texts, slot: number): string {
  return ctx.t("slot", { size: sizeName(ctx, slot), space: spaceName(slot) });
}

/** What happened with a ply; who placed something is seen on the board after it. */
export function plyWords(ctx: Texts, { seat, action }: Ply, view: View): string {
  const slot = slotOf(action);
  if (slot === null) return ctx.t("passed", { who: colourNames(ctx, coloursOf(view, seat)) });
  return ctx.t("moved", {
    colour: ColourName(ctx, view.board[slot]!),
    size: sizeName(ctx, slot),
    space: spaceName(slot),
  });
}

/** Red wins with Sa1, Mb1, Lc1; or because the others have left. */
export function endWords(ctx: Texts, view: View, won: readonly number[]): string {
  const { winner_color, winner_seat } = view;
  if (winner_color !== null) return ctx.t("won", { colour: ColourName(ctx, winner_color), slots: slotList(ctx, won) });
  if (winner_seat === null) return ctx.t("drawn");
  return ctx.t("won.alone", { who: colourNames(ctx, coloursOf(view, winner_seat)) });
}

/** Red: Lb2, with Sb2 and Mb2. */
export function threatWords(ctx: Texts, { colour, slot, line }: Threat): string {
  const others = slotList(
    ctx,
    line.filter((each) => each !== slot),
  );
  return ctx.t("threat", { colour: ColourName(ctx, colour), slot: slotName(slot), others });
}

export function slotList({ t }: Texts, slots: readonly number[]): string {
  return slots.map(slotName).join(t("list.separator"));
}

/** Red: 3 small, 2 medium, 3 large left */
export function trayWords(ctx: Texts, view: View, colour: number): string {
  const [small, medium, large] = stockOf(view, colour);
  return ctx.t(view.due.includes(colour) ? "tray.due" : "tray", {
    colour: ColourName(ctx, colour),
    small: small!,
    medium: medium!,
    large: large!,
  });
}
