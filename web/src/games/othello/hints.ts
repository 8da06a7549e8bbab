// What the engine thinks of positions, as disc differences. Asked once for each.
import { signal } from "@preact/signals";
import type { BoardContext, Hint } from "../board";
import type { Marks } from "./felt";
import { writePosition } from "./notation";
import { after, legal, PASS, type Position, solved } from "./rules";

/** Discs ahead at the end, for the side to move. */
export interface Judgement {
  values: ReadonlyMap<number, number>;
  best: readonly number[];
  /** Of the best move. */
  value: number;
  exact: boolean;
}

/** With so few squares left everything is tried here: the engine tells who wins, but not by how many discs. */
const FEW = 5;
/** A value beyond this is a result that the engine has seen. */
const DECIDED = 5e5;
/** How often, and after how many milliseconds, a question is asked again that the server had no time for. */
const [TRIES, AGAIN_MS] = [20, 3000];

/**
 * The engine's points in discs, fitted to the ends of 102 games of minimax against itself. The side to move looks
 * better than it is, the more so the more moves it has, and of the points in the first thirty moves little comes true.
 * A result that is seen with many squares left means that one side has no discs any more.
 */
export function discs(points: number, empties: number): number {
  if (Math.abs(points) > DECIDED) return 64 * Math.sign(points);
  const scale = 190 + 14 * Math.max(0, empties - 30);
  return 2 * Math.round(32 * Math.tanh((points - empties / 4) / scale)) || 0;
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
    const known = this.known.get(text) ?? (emptiesOf(position) <= FEW ? this.keep(text, proven(position)) : undefined);
    if (known) return Promise.resolve(known);
    const asked = this.asked.get(text) ?? this.ctx.hint(text).then((hint) => this.hear(position, hint));
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

  private hear(position: Position, hint: Hint | null): Judgement | null {
    const text = writePosition(position);
    this.asked.delete(text);
    if (!hint || hint.moves.length === 0) return null;
    const empties = emptiesOf(position);
    const values = new Map(hint.moves.map(({ action, value }) => [action, discs(value ?? 0, empties)]));
    const best = hint.moves.filter(({ move }) => hint.best.includes(move)).map(({ action }) => action);
    return this.keep(text, { values, best, value: values.get(best[0]!)!, exact: hint.exact });
  }

  private keep(text: string, judgement: Judgement): Judgement {
    this.known.set(text, judgement);
    this.heard.value += 1;
    return judgement;
  }
}

function emptiesOf({ squares }: Position): number {
  return squares.split("-").length - 1;
}

function proven(position: Position): Judgement {
  const values = new Map(legal(position).map((action) => [action, -solved(after(position, action))]));
  const value = Math.max(...values.values());
  const best = [...values.keys()].filter((action) => values.get(action) === value);
  return { values, best, value, exact: true };
}

/** For the marks of the board. */
export function marksOf(judgement: Judgement | undefined): Pick<Marks, "values" | "best"> {
  if (!judgement) return {};
  return { values: new Map([...judgement.values].map(([at, value]) => [at, signed(value)])), best: judgement.best };
}

/** The same in words. */
export function judgementText(ctx: BoardContext, { value, exact }: Judgement, { side }: Position): string {
  const ahead = value >= 0 ? side : 1 - side;
  const params = { who: ctx.seatName(ahead), count: Math.abs(value) };
  return ctx.t(value === 0 ? "hint.even" : exact ? "hint.proven" : "hint.guess", params);
}
