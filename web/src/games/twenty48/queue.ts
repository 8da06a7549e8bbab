// Moves that were asked for while another was on its way. None is lost; each is judged when its turn comes.

/** More would go on by itself for seconds on a slow network, when the player has long stopped. */
export const MOST_WAITING = 12;
/** After such a silence of the server nothing that waits is still meant. */
export const SILENCE_MS = 3000;

export class Queue {
  private waiting: { action: number; at: number }[] = [];
  private servedAt = -Infinity;

  push(action: number): void {
    if (this.waiting.length < MOST_WAITING) this.waiting.push({ action, at: performance.now() });
  }

  get empty(): boolean {
    return this.waiting.length === 0;
  }

  /** The next move that is legal, and those before it that were not. */
  next(legal: readonly number[]): { action: number | null; refused: readonly number[] } {
    const [now, before] = [performance.now(), this.servedAt];
    this.servedAt = now;
    const refused: number[] = [];
    for (let first = this.waiting.shift(); first; first = this.waiting.shift()) {
      if (now - Math.max(first.at, before) > SILENCE_MS) continue;
      if (legal.includes(first.action)) return { action: first.action, refused };
      refused.push(first.action);
    }
    return { action: null, refused };
  }

  clear(): void {
    this.waiting = [];
  }
}
