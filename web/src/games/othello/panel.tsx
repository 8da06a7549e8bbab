// Beside the board: what the engine thinks now and thought before, and what was copied.
import { render } from "preact";
import { Course } from "../../analysis/course";
import { Verdict } from "../../analysis/verdict";
import type { BoardContext } from "../board";
import { el } from "../dom";
import { copy } from "./copy";
import type { Hints } from "./hints";
import type { Line } from "./notation";
import { openingOf } from "./openings";
import type { Position } from "./rules";
import { positions } from "./walk";

export interface Panel {
  readonly node: HTMLElement;
  /** Null hides it all. */
  think(about: { position: Position; line: Line } | null): void;
  copy(text: string): Promise<void>;
  destroy(): void;
}

export function panel(ctx: BoardContext, hints: Hints): Panel {
  const thoughts = el("div", { class: "othello-thoughts" });
  const note = el("p", { class: "othello-note", role: "status" });
  const byHand = el("code", { class: "othello-by-hand", hidden: true });
  return {
    node: el("div", { class: "othello-panel" }, thoughts, note, byHand),
    think(about) {
      render(about && <Thoughts ctx={ctx} hints={hints} {...about} />, thoughts);
    },
    async copy(text) {
      byHand.hidden = await copy(text);
      byHand.textContent = byHand.hidden ? "" : text;
      note.textContent = ctx.t(byHand.hidden ? "copied" : "copy.by_hand");
    },
    destroy: () => render(null, thoughts),
  };
}

function Thoughts({ ctx, hints, position, line }: { ctx: BoardContext; hints: Hints; position: Position; line: Line }) {
  const seats = ctx.seatNames.map((_, seat) => ctx.seatName(seat));
  const judged = hints.heard.value >= 0 ? hints.judged(line) : [];
  const last = Math.max(60, line.actions.length);
  return (
    <>
      <Verdict
        hint={hints.about(position) ?? judged.at(-1) ?? null}
        seats={seats}
        watcher={hints}
        opening={openingOf(positions(line), ctx.language)}
        barred
      />
      {judged.length > 1 && (
        <Course judged={judged} seats={seats} seatNames={ctx.seatNames} last={last} at={line.actions.length} />
      )}
      <p class="dim othello-about">{ctx.t("hint.about")}</p>
    </>
  );
}
