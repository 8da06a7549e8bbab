// Beside the board: the lines that somebody could complete, what the engine says, and the keys.
import type { BoardContext } from "../board";
import { el } from "../dom";
import { LEGEND } from "../proofs";
import type { Threat } from "./lines";
import { COLOURS } from "./view";
import { threatWords } from "./words";

export interface Panel {
  readonly node: HTMLElement;
  /** Null: not asked for. */
  showThreats(threats: readonly Threat[] | null): void;
  /** `signs`: whether the board shows what is proven of the moves. */
  showOpinion(words: string | null, signs: boolean): void;
}

/** `light` points out slots on the board, none of them when nothing is pointed at. */
export function panel(ctx: BoardContext, light: (slots: readonly number[]) => void): Panel {
  const threats = el("section", { class: "otrio-threats", hidden: true, "aria-label": ctx.t("threats.title") });
  const words = el("span", {});
  const legend = el("small", { class: "otrio-legend", hidden: true }, ctx.t(LEGEND));
  const opinion = el("p", { class: "otrio-opinion", hidden: true }, words, legend);
  const node = el(
    "div",
    { class: "otrio-panel" },
    opinion,
    threats,
    ctx.purpose === "room" && ctx.seat !== null && keys(ctx),
  );

  function item(threat: Threat): HTMLElement {
    const on = (): void => light(threat.line);
    const off = (): void => light([]);
    const button = el(
      "button",
      {
        type: "button",
        class: `otrio-threat otrio-${COLOURS[threat.colour]}`,
        onpointerenter: on,
        onpointerleave: off,
        onfocus: on,
        onblur: off,
        onclick: on,
      },
      threatWords(ctx, threat),
    );
    return el("li", {}, button);
  }

  return {
    node,
    showThreats(found) {
      threats.hidden = found === null;
      const key = JSON.stringify(found);
      if (threats.dataset.shown === key) return;
      threats.dataset.shown = key;
      light([]);
      const list = found?.length ? el("ul", {}, ...found.map(item)) : el("p", { class: "dim" }, ctx.t("threats.none"));
      threats.replaceChildren(el("h3", {}, ctx.t("threats.title")), list);
    },
    showOpinion(text, signs) {
      opinion.hidden = text === null;
      words.textContent = text;
      legend.hidden = !signs;
    },
  };
}

function keys(ctx: BoardContext): HTMLElement {
  const rows = ["arrows", "letters", "next", "enter", "escape", "threats", ...(ctx.mayHint() ? ["hint"] : [])];
  return el(
    "details",
    { class: "otrio-keys" },
    el("summary", {}, ctx.t("keys")),
    el(
      "dl",
      {},
      ...rows.flatMap((row) => [el("dt", {}, ctx.t(`keys.${row}.key`)), el("dd", {}, ctx.t(`keys.${row}`))]),
    ),
  );
}
