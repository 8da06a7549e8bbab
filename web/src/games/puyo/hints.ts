// What the engine would play: a tool that asks it, its best moves in words, and the next placements on the board.
import { unitText, valueText } from "../../analysis/units";
import type { BoardContext, BoardTool, Hint } from "../board";
import { el } from "../dom";
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
  readonly node = el("div", { class: "puyo-thoughts" });
  private asking: AbortController | null = null;
  /** The turn of what is asked or shown. */
  private turn: number | null = null;

  constructor(
    private readonly ctx: BoardContext,
    private readonly words: Words,
    private readonly board: { mode(): Mode | null; changed(): void },
  ) {}

  /** A replay is reviewed by the shell. */
  tools(): BoardTool[] {
    const { ctx } = this;
    if (ctx.purpose !== "room" || !ctx.mayHint() || !this.mode?.question()) return [];
    const disabled = this.asking !== null;
    return [{ id: "hint", label: ctx.t(disabled ? "hint.asking" : "hint"), run: () => void this.ask(), disabled }];
  }

  /** After every change: what was said of an earlier turn is taken away. */
  follow(): void {
    if (this.turn !== null && this.turn !== this.mode?.turn()) this.forget();
  }

  stop(): void {
    this.asking?.abort();
    this.asking = null;
  }

  /** Of a position that is shown, or null of none; `played` is what was played there. */
  tell(hint: Hint | null, played: number | null): void {
    const aim = hint ? this.aim(hint) : "";
    this.node.replaceChildren(...(aim ? [el("p", {}, aim)] : []));
    const wrong = hint && played !== null && !isBest(hint, played) ? played : null;
    this.mode?.hint(hint?.to_play ?? 0, hint ? planOf(hint) : [], wrong);
  }

  private get mode(): Mode | null {
    return this.board.mode();
  }

  private async ask(): Promise<void> {
    const question = this.mode?.question();
    if (!question || this.asking) return;
    const stop = new AbortController();
    const asked = { ...question, turn: this.mode!.turn() };
    [this.asking, this.turn] = [stop, asked.turn];
    this.board.changed();
    let told = false;
    const heard = (hint: Hint): void => {
      if (stop.signal.aborted || this.mode?.turn() !== asked.turn) return;
      this.show(hint, asked, !told);
      told = true;
    };
    await this.ctx.watch(asked.position, stop.signal, heard).catch(() => "failed");
    if (this.asking !== stop) return;
    this.asking = null;
    if (!told) this.ctx.say(this.ctx.t("hint.none"));
    this.board.changed();
  }

  private show(hint: Hint, { seat }: Asked, first: boolean): void {
    const best = hint.moves[0];
    if (!best) return;
    this.node.replaceChildren(...this.lines(hint));
    this.mode?.hint(seat, planOf(hint));
    if (first) {
      const place = this.words.place(placementOf(best.action));
      this.ctx.say([this.ctx.t("hint.best", { place }), this.aim(hint)].filter(Boolean).join(" "));
    }
    this.board.changed();
  }

  /** "Aims at a 7-chain." and the best placements: 3→ 12,400 points */
  private lines(hint: Hint): HTMLElement[] {
    const moves = hint.moves.slice(0, SHOWN).map((move) => {
      const worth = [valueText(hint.unit, move), unitText(hint.unit)].join(" ").trim();
      return el("li", {}, `${arrowed(placementOf(move.action))} `, el("span", { class: "dim" }, worth));
    });
    const aim = this.aim(hint);
    return [...(aim ? [el("p", {}, aim)] : []), el("ol", {}, ...moves)];
  }

  private aim({ insight }: Hint): string {
    const links = Number(insight.aim ?? 0);
    return links > 1 ? this.ctx.t("hint.aim", { count: links }) : "";
  }

  private forget(): void {
    this.turn = null;
    this.stop();
    this.node.replaceChildren();
    this.mode?.hint(0, []);
  }
}

/** The best placement, and those that are to follow it where that is known. */
function planOf({ insight, moves }: Hint): number[] {
  const plan = insight.plan as number[] | undefined;
  return plan ?? moves.slice(0, 1).map(({ action }) => action);
}

function isBest(hint: Hint, action: number): boolean {
  return hint.moves.some((move) => move.action === action && hint.best.includes(move.move));
}
