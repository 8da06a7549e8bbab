// What the engine thinks of positions, as disc differences. Asked once for each.
import { signal } from "@preact/signals";
import type { BoardContext, Hint } from "../board";
import type { Marks } from "./felt";
import { writePosition } from "./notation";
import { legal, PASS, type Position } from "./rules";

/** Discs ahead at the end, for the side to move. */
export interface Judgement {
  values: ReadonlyMap<number, number>;
  best: readonly number[];
  /** Of the best move. */
  value: number;
  exact: boolean;
}

/** What the engine adds for every disc of a result that it has seen. */
const DECIDED = 1e6;
/** How often, and after how many milliseconds, a question is asked again that the server had no time for. */
const [TRIES, AGAIN_MS] = [20, 3000];

/**
 * The engine's value in discs: told where it has seen the end, otherwise guessed from its points. The guess is fitted
 * to the ends of 102 games of minimax against itself. The side to move looks better than it is, the more so the more
 * moves it has, and of the points in the first thirty moves little comes true.
 */
export function discs(value: number, empties: number, exact = false): number {
  const seen = Math.round(value / DECIDED);
  const guess = 64 * Math.tanh((value - empties / 4) / (190 + 14 * Math.max(0, empties - 30)));
  return 2 * Math.round(Math.max(-64, Math.min(64, exact || seen !== 0 ? seen : guess)) / 2) || 0;
}

/** 4 -> +4, -10 -> −10 */
export function signed(value: number): string {
  return value > 0 ? `+${value}` : String(value).replace("-", "−");
}

/** Whether there is anything to ask: a pass is forced, and an end is an end. */
export function isOpen(position: Position): boolean {
  return legal(position).some((action) => action !== PASS);
}

export class Hints {
  /** How many answers have come; who reads it is told of the next. */
  readonly heard = signal(0);
  private readonly known = new Map<string, Judgement>();
  private readonly asked = new Map<string, Promise<Judgement | null>>();

  constructor(private readonly ctx: BoardContext) {}

  about(position: Position): Judgement | undefined {
    return this.known.get(writePosition(position));
  }

  /** Null if the server cannot say now. */
  ask(position: Position): Promise<Judgement | null> {
    const text = writePosition(position);
    const known = this.known.get(text);
    if (known) return Promise.resolve(known);
    const asked = this.asked.get(text) ?? this.ctx.hint(text).then((hint) => this.hear(text, hint));
    this.asked.set(text, asked);
    return asked;
  }

  /** One position after the other, until it is stopped or the server has had no time for too long. */
  async askAll(positions: readonly Position[], stop: AbortSignal, doing: (number: number) => void): Promise<void> {
    for (const [number, position] of positions.entries()) {
      doing(number);
      for (let tries = 0; !(await this.ask(position)); tries += 1) {
        if (stop.aborted || tries === TRIES) return;
        await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
      }
      if (stop.aborted) return;
    }
  }

  /** How far black is ahead; null where nobody has asked. */
  forBlack(position: Position): number | null {
    const value = this.about(position)?.value;
    return value === undefined ? null : position.side === 0 ? value : -value;
  }

  /** How many discs a move gave away. */
  lost(position: Position, action: number): number {
    const judgement = this.about(position);
    return judgement ? judgement.value - (judgement.values.get(action) ?? judgement.value) : 0;
  }

  private hear(text: string, hint: Hint | null): Judgement | null {
    this.asked.delete(text);
    if (!hint || hint.moves.length === 0) return null;
    const empties = text.split("-").length - 1;
    const values = new Map(hint.moves.map(({ action, value }) => [action, discs(value ?? 0, empties, hint.exact)]));
    const best = hint.moves.filter(({ move }) => hint.best.includes(move)).map(({ action }) => action);
    const judgement = { values, best, value: values.get(hint.moves[0]!.action)!, exact: hint.exact };
    this.known.set(text, judgement);
    this.heard.value += 1;
    return judgement;
  }
}

/** For the marks of the board. */
export function marksOf(judgement: Judgement | undefined): Pick<Marks, "values" | "best"> {
  if (!judgement) return {};
  return { values: new Map([...judgement.values].map(([at, value]) => [at, signed(value)])), best: judgement.best };
}

/** The same in words. */
export function judgementText(ctx: BoardContext, { value, exact }: Judgement, { side }: Position): string {
  const ahead = value >= 0 ? side : 1 - side;
  const params = { who: ctx.t(`seat.${ctx.seatNames[ahead]}`), count: Math.abs(value) };
  return ctx.t(value === 0 ? "hint.even" : exact ? "hint.proven" : "hint.guess", params);
}
