// Beside the board: how the game goes in numbers, how fast the engine plays, and the keys.
import type { BoardContext, Shown } from "../board";
import { el } from "../dom";
import { SPEEDS } from "./autoplay";
import { placed, type View } from "./view";

const KEYS = ["slide", "undo", "restart", "hint", "autoplay", "read", "cells"] as const;
const FIGURES = ["moves", "pace", "largest", "fours"] as const;

export interface Panel {
  node: HTMLElement;
  show(shown: Shown): void;
}

export function panelOf(ctx: BoardContext, speed: number, chosen: (speed: number) => void): Panel {
  const figures = Object.fromEntries(FIGURES.map((name) => [name, el("dd")]));
  const select = el(
    "select",
    { id: "twenty48-speed", onchange: () => chosen(Number(select.value)) },
    ...SPEEDS.map((each) => el("option", { value: each, selected: each === speed }, speedText(ctx, each))),
  );
  const keys = KEYS.flatMap((key) => [el("dt", {}, ctx.t(`keys.${key}`)), el("dd", {}, ctx.t(`keys.${key}.does`))]);
  const node = el(
    "div",
    { class: "twenty48-panel" },
    el(
      "details",
      {},
      el("summary", {}, ctx.t("statistics")),
      el(
        "dl",
        { class: "twenty48-keys" },
        ...FIGURES.flatMap((name) => [el("dt", {}, ctx.t(`statistics.${name}`)), figures[name]!]),
      ),
      el("a", { class: "button quiet", href: "/mine" }, ctx.t("statistics.more")),
    ),
    el("div", { class: "twenty48-speed" }, el("label", { for: "twenty48-speed" }, ctx.t("speed")), select),
    el("details", {}, el("summary", {}, ctx.t("keys")), el("dl", { class: "twenty48-keys" }, ...keys)),
  );
  const show = (shown: Shown): void => {
    for (const [name, text] of Object.entries(statistics(ctx, shown))) figures[name]!.textContent = text;
  };
  return { node, show };
}

function statistics({ language }: BoardContext, { history, view }: Shown): Record<(typeof FIGURES)[number], string> {
  const numbers = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const shares = new Intl.NumberFormat(language, { style: "percent" });
  const { board, score } = view as View;
  const tiles = history.filter(({ seat, action }) => seat < 0 && action >= 0);
  const moves = history.length - tiles.length;
  const fours = tiles.filter(({ action }) => placed(action).value === 4).length;
  return {
    moves: numbers.format(moves),
    pace: numbers.format(moves === 0 ? 0 : score / moves),
    largest: String(Math.max(...board.flat())),
    fours: shares.format(tiles.length === 0 ? 0 : fours / tiles.length),
  };
}

function speedText(ctx: BoardContext, speed: number): string {
  return Number.isFinite(speed) ? ctx.t("speed.value", { count: speed }) : ctx.t("speed.fastest");
}
