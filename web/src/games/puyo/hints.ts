// What the engine would play: a tool that asks it, its best moves in words, and a mark on the board.
import type { BoardContext, BoardTool, Hint } from "../board";
import { el } from "../dom";
import { Question } from "../question";
import type { Mode } from "./mode";
import { arrowed, placementOf } from "./placements";
import type { Words } from "./words";

const SHOWN = 3;

interface Asked {
  position: string;
  seat: number;
  turn: number;
}

export class Hints {
  readonly node = el("ol", { class: "puyo-thoughts" });
  private readonly question: Question<Asked, Hint | null>;
  /** The turn of what is asked or shown. */
  private turn: number | null = null;

  constructor(
    private readonly ctx: BoardContext,
    private readonly words: Words,
    private readonly board: { mode(): Mode | null; changed(): void },
  ) {
    this.question = new Question(
      ({ position }) => ctx.hint(position),
      (hint, asked) => this.show(hint, asked),
    );
  }

  tools(): BoardTool[] {
    const { ctx } = this;
    if (!ctx.mayHint() || !this.mode?.question()) return [];
    const disabled = this.question.isOpen;
    return [{ id: "hint", label: ctx.t(disabled ? "hint.asking" : "hint"), run: () => this.ask(), disabled }];
  }

  /** After every change: what was said of an earlier turn is taken away. */
  follow(): void {
    if (this.turn !== null && this.turn !== this.mode?.turn()) this.forget();
  }

  stop(): void {
    this.question.drop();
  }

  private get mode(): Mode | null {
    return this.board.mode();
  }

  private ask(): void {
    const question = this.mode?.question();
    if (!question || this.question.isOpen) return;
    this.turn = this.mode!.turn();
    this.question.put({ ...question, turn: this.turn });
    this.board.changed();
  }

  private show(hint: Hint | null, { seat, turn }: Asked): void {
    const best = hint?.moves[0];
    this.board.changed();
    if (this.mode?.turn() !== turn) return;
    if (!hint || !best) {
      this.ctx.say(this.ctx.t("hint.none"));
      return;
    }
    this.mode.hint(seat, best.action);
    this.node.replaceChildren(...hint.moves.slice(0, SHOWN).map((move) => el("li", {}, this.line(move))));
    this.ctx.say(this.ctx.t("hint.best", { place: this.words.place(placementOf(best.action)) }));
  }

  /** 3→ 0.57 */
  private line({ action, value }: Hint["moves"][number]): string {
    const worth = value === null ? "" : ` ${this.words.number(Math.round(value * 100) / 100)}`;
    return arrowed(placementOf(action)) + worth;
  }

  private forget(): void {
    this.turn = null;
    this.question.drop();
    this.node.replaceChildren();
    this.mode?.hint(0, null);
  }
}
