// Beside the board: how fast the engine plays, and the keys.
import type { BoardContext } from "../board";
import { el } from "../dom";
import { SPEEDS } from "./autoplay";

const KEYS = ["slide", "hint", "autoplay", "read", "cells"] as const;

export function panelOf(ctx: BoardContext, speed: number, chosen: (speed: number) => void): HTMLElement {
  const select = el(
    "select",
    { id: "twenty48-speed", onchange: () => chosen(Number(select.value)) },
    ...SPEEDS.map((each) => el("option", { value: each, selected: each === speed }, speedText(ctx, each))),
  );
  const keys = KEYS.flatMap((key) => [el("dt", {}, ctx.t(`keys.${key}`)), el("dd", {}, ctx.t(`keys.${key}.does`))]);
  return el(
    "div",
    { class: "twenty48-panel" },
    el("div", { class: "twenty48-speed" }, el("label", { for: "twenty48-speed" }, ctx.t("speed")), select),
    el("details", {}, el("summary", {}, ctx.t("keys")), el("dl", { class: "twenty48-keys" }, ...keys)),
  );
}

function speedText(ctx: BoardContext, speed: number): string {
  return Number.isFinite(speed) ? ctx.t("speed.value", { count: speed }) : ctx.t("speed.fastest");
}
