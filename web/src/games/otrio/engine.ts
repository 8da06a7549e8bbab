// What the engine says of a position: proven where it has seen the end, otherwise an opinion, and called so.
import type { BoardContext, Hint, Proven } from "../board";
import { proofsOf } from "../proofs";
import { Question } from "../question";
import { coloursOf, slotOf, type View } from "./view";
import { colourNames } from "./words";

export type Outcome = "win" | "draw" | "loss";

export interface Opinion {
  /** The slots, and the moves in the game's notation, that are worth most. */
  slots: readonly number[];
  moves: readonly string[];
  /** For the seat that is to move; null where nothing is proven. */
  proven: Outcome | null;
  /** By action: how each move ends; null where it is not known. */
  ends: ReadonlyMap<number, Proven | null>;
}

/** Results count a million and outweigh any estimate, also a loss that is shared among three. */
const DECIDED = 1e5;
const MOST_MOVES = 4;

/** A value beyond any estimate has seen the end of the game, though other moves may not have been followed that far. */
export function opinionOf({ moves, best, exact }: Hint): Opinion | null {
  const value = moves[0]?.value;
  if (value === undefined || value === null) return null;
  const sure = exact || Math.abs(value) > DECIDED;
  const proven = sure ? (value > 0 ? "win" : value < 0 ? "loss" : "draw") : null;
  const slots = moves.filter(({ move }) => best.includes(move)).flatMap(({ action }) => slotOf(action) ?? []);
  return { slots, moves: best, proven, ends: proofsOf(moves) };
}

/** "Proven: red and blue win. Mb2." */
export function opinionWords(ctx: BoardContext, view: View, { moves, proven }: Opinion): string {
  const mover = view.owners[view.colors.indexOf(view.due[0]!)]!;
  const who = colourNames(ctx, coloursOf(view, mover));
  const named = moves.slice(0, MOST_MOVES).join(ctx.t("list.separator"));
  const best =
    moves.length > MOST_MOVES ? ctx.t("engine.more", { moves: named, count: moves.length - MOST_MOVES }) : named;
  return ctx.t(`engine.${proven ?? "guess"}`, { who, best });
}

/** A replay that is scrubbed asks nothing on its way. */
const PAUSE_MS = 200;

/** Asks about the position that is shown, and once for each. */
export class Engine {
  opinion: Opinion | null = null;
  private position: string | null = null;
  private silent = false;
  private readonly known = new Map<string, Opinion>();
  private readonly question: Question<string, Opinion | null>;

  constructor(
    private readonly ctx: BoardContext,
    private readonly heard: () => void,
  ) {
    this.question = new Question(
      (position) => this.ask(position),
      (opinion) => {
        this.opinion = opinion;
        this.silent = opinion === null;
        this.heard();
      },
    );
  }

  /** From now on the question is this; null: none. */
  about(position: string | null): void {
    if (position === this.position) return;
    this.stop();
    this.position = position;
    this.silent = false;
    this.opinion = position === null ? null : (this.known.get(position) ?? null);
    if (position !== null && !this.opinion) this.question.put(position, PAUSE_MS);
  }

  words(view: View): string {
    if (this.opinion) return opinionWords(this.ctx, view, this.opinion);
    return this.ctx.t(this.silent ? "engine.silent" : this.position === null ? "engine.later" : "engine.thinking");
  }

  stop(): void {
    this.question.drop();
    this.position = null;
  }

  private async ask(position: string): Promise<Opinion | null> {
    const hint = await this.ctx.hint(position);
    const opinion = hint && opinionOf(hint);
    if (opinion) this.known.set(position, opinion);
    return opinion;
  }
}
