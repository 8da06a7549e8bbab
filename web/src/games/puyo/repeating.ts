// A direction that is held moves the pair again and again, at the pace that the person has chosen.
import type { BoardContext } from "../board";
import type { Button } from "./clockwork";
import type { Ground } from "./hands";

/** What the clock does by itself with a direction that is held: 8 and 2 of its ticks. */
const OF_THE_CLOCK = { delay: 133, every: 33 };

export class Repeating {
  private held: Button | null = null;
  private timer = 0;

  constructor(
    private readonly ctx: BoardContext,
    private readonly ground: Pick<Ground, "mode" | "wake">,
  ) {}

  /** Whether this button is repeated here, and not by the clock of the game. */
  takes(button: Button): boolean {
    const { delay, every } = this.ctx.settings.value.repeat;
    const asTheClock = delay === OF_THE_CLOCK.delay && every === OF_THE_CLOCK.every;
    return (button === "left" || button === "right") && !(this.ctx.timed && asTheClock);
  }

  begin(button: Button): void {
    if (!this.takes(button)) return;
    this.end(null);
    this.held = button;
    // On the clock a press is let go at once: what is held is repeated by the clock.
    if (this.ctx.timed) this.ground.mode()?.release(button);
    this.later(this.ctx.settings.value.repeat.delay);
  }

  /** This one is let go; null: whichever it is. */
  end(button: Button | null): void {
    if (button !== null && button !== this.held) return;
    clearTimeout(this.timer);
    this.held = null;
  }

  private later(ms: number): void {
    this.timer = window.setTimeout(() => {
      const [button, mode] = [this.held, this.ground.mode()];
      if (!button || !mode?.press(button)) return this.end(null);
      if (this.ctx.timed) mode.release(button);
      this.ground.wake();
      this.later(this.ctx.settings.value.repeat.every);
    }, ms);
  }
}
