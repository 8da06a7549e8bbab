// A move is chosen in two steps: a hat, and where it goes. If only one hat can move, it is chosen already.
import type { Choice } from "./views";

export class Choosing {
  private choices: readonly Choice[] = [];
  source: number | null = null;

  begin(choices: readonly Choice[]): void {
    this.choices = choices;
    this.source = this.sources.length === 1 ? this.sources[0]! : null;
  }

  /** Squares with a hat that can move. */
  get sources(): number[] {
    return [...new Set(this.choices.map(({ source }) => source))];
  }

  from(source: number | null): Choice[] {
    return this.choices.filter((choice) => choice.source === source);
  }

  /** The moves of the chosen hat that end on a square. */
  to(end: number): Choice[] {
    return this.from(this.source).filter((choice) => choice.end === end);
  }

  /** Squares that do something: first where the chosen hat can go, then the other hats. */
  get targets(): number[] {
    return [...new Set([...this.from(this.source).map(({ end }) => end), ...this.sources])];
  }

  /** The moves that this decides for: none while only the hat changes. Elsewhere it lets go of the hat. */
  pick(node: number): Choice[] {
    const found = this.to(node);
    if (found.length === 0) this.source = this.after(node);
    return found;
  }

  private after(node: number): number | null {
    if (this.sources.length === 1) return this.source;
    return this.sources.includes(node) && node !== this.source ? node : null;
  }
}
