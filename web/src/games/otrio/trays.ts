// The stocks: what everybody has left, and whose turn it is.
import type { BoardContext } from "../board";
import { svg } from "../dom";
import type { Tray } from "./layout";
import { groove, piece } from "./pieces";
import type { Marks } from "./slots";
import { COLOURS, coloursOf, sizeOf, stockOf, type View } from "./view";
import { ColourName, trayWords } from "./words";

/** Pieces of a size that a stock has; the one that is on its way has left it. */
export function leftOf(view: View, pending: Marks["pending"], colour: number, size: number): number {
  const sent = pending?.colour === colour && sizeOf(pending.slot) === size ? 1 : 0;
  return stockOf(view, colour)[size]! - sent;
}

export function drawTray(ctx: BoardContext, tray: Tray, { view, pending, colour: mover }: Marks): SVGGElement {
  const { colour, x, y, width, height, scale } = tray;
  const due = view.due.includes(colour);
  const nest = (at: number, size: number): SVGElement =>
    at < leftOf(view, pending, colour, size)
      ? svg(
          "g",
          mover !== null && due ? { class: "otrio-take", "data-tray": colour, "data-size": size } : {},
          piece(size, colour),
        )
      : groove(size);
  return svg(
    "g",
    {
      class: `otrio-tray otrio-${COLOURS[colour]}${due ? " otrio-due" : ""}`,
      role: "img",
      "aria-label": trayWords(ctx, view, colour),
    },
    svg("rect", { class: "otrio-ground", x, y, width, height, rx: 12 }),
    ...label(ctx, tray, coloursOf(view, ctx.seat).includes(colour)),
    ...tray.nests.map((at, index) =>
      svg(
        "g",
        { transform: `translate(${at.x} ${at.y}) scale(${scale})` },
        nest(index, 2),
        nest(index, 1),
        nest(index, 0),
      ),
    ),
  );
}

function label(ctx: BoardContext, { colour, label: at }: Tray, mine: boolean): SVGElement[] {
  const you = ctx.t("you");
  const name = svg("tspan", { class: "otrio-name" }, ColourName(ctx, colour));
  if (!mine) return [svg("text", { x: at.x, y: at.y, "font-size": at.size }, name)];
  if (at.beside)
    return [
      svg("text", { x: at.x, y: at.y, "font-size": at.size }, name, svg("tspan", { class: "otrio-you", dx: 4 }, you)),
    ];
  return [
    svg("text", { x: at.x, y: at.y - 8, "font-size": at.size }, name),
    svg("text", { class: "otrio-you", x: at.x, y: at.y + 10, "font-size": at.size - 2 }, you),
  ];
}
