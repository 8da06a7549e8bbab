// Beside the board: what the engine expects now and expected before, and what was copied.
import type { BoardContext } from "../board";
import { el } from "../dom";
import { copy } from "./copy";
import { graph } from "./graph";

export interface Panel {
  readonly node: HTMLElement;
  /** Null hides it all. */
  think(thoughts: { text: string; values: readonly (number | null)[] } | null): void;
  copy(text: string): Promise<void>;
}

export function panel(ctx: BoardContext): Panel {
  const said = el("p", { class: "othello-said", role: "status" });
  const curve = graph(ctx);
  const about = el("p", { class: "dim othello-about" }, ctx.t("hint.about"));
  const thoughts = el("div", { class: "othello-thoughts", hidden: true }, said, curve.node, about);
  const note = el("p", { class: "othello-note", role: "status" });
  const byHand = el("code", { class: "othello-by-hand", hidden: true });
  return {
    node: el("div", { class: "othello-panel" }, thoughts, note, byHand),
    think(now) {
      thoughts.hidden = now === null;
      said.textContent = now?.text ?? "";
      if (now) curve.show(now.values, now.values.length - 1);
    },
    async copy(text) {
      byHand.hidden = await copy(text);
      byHand.textContent = byHand.hidden ? "" : text;
      note.textContent = ctx.t(byHand.hidden ? "copied" : "copy.by_hand");
    },
  };
}
