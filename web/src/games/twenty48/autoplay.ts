// The engine plays: it is asked in every position, and moves at the speed that was chosen.

/** Moves a second; the last is as fast as the engine answers. */
export const SPEEDS = [1, 2, 5, 10, Infinity] as const;
/** The server takes 300 messages in 20 seconds: so many in a row, then so long for each. */
export const [BURST, STEP_MS] = [200, 1000 / 14];
/** An engine that does not answer is asked again after this. */
export const BUSY_MS = 1500;

export interface Player {
  /** The engine's move in a position; null where it cannot say. */
  ask(position: string): Promise<number | null>;
  play(action: number): void;
  /** It was started or stopped, or the engine is busy or answers again. */
  changed(): void;
}

export class Autoplay {
  running = false;
  busy = false;
  speed: number = 5;
  private position: string | null = null;
  private movedAt = -Infinity;
  /** When everything that was sent will have been worth a step of its own. */
  private paidAt = -Infinity;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** What was begun for an earlier position is not finished. */
  private thought = 0;

  constructor(private readonly player: Player) {}

  start(): void {
    if (this.running) return;
    this.running = true;
    this.player.changed();
    void this.think();
  }

  stop(): void {
    if (!this.running) return;
    this.running = this.busy = false;
    this.forget();
    this.player.changed();
  }

  /** The position in which a move is due, or null while none is. */
  turn(position: string | null): void {
    if (position === this.position) return;
    this.position = position;
    this.forget();
    if (this.running) void this.think();
  }

  private async think(): Promise<void> {
    const [position, thought] = [this.position, this.thought];
    if (position === null) return;
    const action = await this.player.ask(position);
    if (thought !== this.thought) return;
    this.note(action === null);
    if (action === null) this.timer = setTimeout(() => void this.think(), BUSY_MS);
    else this.timer = setTimeout(() => this.move(action), this.earliest() - performance.now());
  }

  private earliest(): number {
    return Math.max(this.movedAt + 1000 / this.speed, this.paidAt - BURST * STEP_MS);
  }

  private move(action: number): void {
    this.movedAt = performance.now();
    this.paidAt = Math.max(this.paidAt, this.movedAt) + STEP_MS;
    this.player.play(action);
  }

  private note(busy: boolean): void {
    if (busy === this.busy) return;
    this.busy = busy;
    this.player.changed();
  }

  private forget(): void {
    this.thought += 1;
    clearTimeout(this.timer);
  }
}
