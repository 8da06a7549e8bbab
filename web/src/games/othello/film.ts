// Moves shown one after the other. Nothing waits for it: whoever is in a hurry cuts it.
import type { Felt } from "./felt";

/** A disc was placed at `at`, and then the board looked like this. */
export interface Step {
  squares: string;
  at: number;
}

export class Film {
  /** The board at the end of what is to be shown. */
  end = "";
  private readonly waiting: Step[] = [];
  private timer = 0;

  constructor(
    private readonly felt: Felt,
    /** Called at every step, and with null when there are no more. */
    private readonly came: (step: Step | null) => void,
  ) {}

  get runs(): boolean {
    return this.timer !== 0;
  }

  /** What has been shown already, because it was foreseen, is not shown again. */
  show(steps: readonly Step[]): void {
    const fresh = steps.slice(steps.findLastIndex((step) => step.squares === this.end) + 1);
    this.waiting.push(...fresh);
    this.end = fresh.at(-1)?.squares ?? this.end;
    if (!this.runs) this.next();
  }

  cut(squares: string): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.waiting.length = 0;
    this.end = squares;
    this.felt.show(squares);
  }

  private readonly next = (): void => {
    this.timer = 0;
    const step = this.waiting.shift();
    if (step) {
      const ms = this.felt.play(step.squares, step.at);
      this.came(step);
      if (ms > 0) this.timer = window.setTimeout(this.next, ms);
      else this.next();
    } else {
      this.came(null);
    }
  };
}
