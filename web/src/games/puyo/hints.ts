// What the engine would play: a tool that asks it, its best moves in words, and a mark on the board.
import { signal } from "@preact/signals";
import type { BoardContext, BoardTool, Hint } from "../board";
import { el } from "../dom";
import type { Mode } from "./mode";
import { arrowed, placementOf } from "./placements";
import type { Words } from "./words";

const SHOWN = 3;

export class Hints {
  readonly tools = signal<readonly BoardTool[]>([]);
  readonly node = el("ol", { class: "puyo-thoughts" });
  private asking = false;
  /** The turn of what is shown. */
  private turn: number | null = null;

  constructor(
    private readonly ctx: BoardContext,
    private readonly words: Words,
    private readonly mode: () => Mode | null,
    private readonly changed: () => void,
  ) {}

  /** After every change: whether a hint can be asked for, and whether that of the last turn is still shown. */
  offer(): void {
    const { ctx, asking } = this;
    const can = ctx.purpose !== "lesson" && ctx.mayHint() && this.mode()?.question() != null;
    const label = ctx.t(asking ? "hint.asking" : "hint");
    const tools = can ? [{ id: "hint", label, run: () => void this.ask(), disabled: asking }] : [];
    if (JSON.stringify(tools) !== JSON.stringify(this.tools.peek())) this.tools.value = tools;
    if (this.turn !== null && this.turn !== this.mode()?.turn()) this.forget();
  }

  private async ask(): Promise<void> {
    const [question, turn] = [this.mode()?.question(), this.mode()?.turn()];
    if (!question || this.asking) return;
    this.asking = true;
    this.offer();
    const hint = await this.ctx.hint(question.position);
    this.asking = false;
    this.offer();
    if (turn !== undefined && this.mode()?.turn() === turn) this.show(hint, question.seat, turn);
  }

  private show(hint: Hint | null, seat: number, turn: number): void {
    const best = hint?.moves[0];
    if (!hint || !best) {
      this.ctx.say(this.ctx.t("hint.none"));
      return;
    }
    this.turn = turn;
    this.mode()?.hint(seat, best.action);
    this.node.replaceChildren(...hint.moves.slice(0, SHOWN).map((move) => el("li", {}, this.line(move))));
    this.ctx.say(this.ctx.t("hint.best", { place: this.words.place(placementOf(best.action)) }));
    this.changed();
  }

  /** 3→ 0.57 */
  private line({ action, value }: Hint["moves"][number]): string {
    const worth = value === null ? "" : ` ${this.words.number(Math.round(value * 100) / 100)}`;
    return arrowed(placementOf(action)) + worth;
  }

  private forget(): void {
    this.turn = null;
    this.node.replaceChildren();
    this.mode()?.hint(0, null);
  }
}
