// A timed game as a player feels it: which tick it is now, and what is held, sent in batches.
import type { World } from "../connection";
import type { Timed } from "../games/board";
import type { Inputs, Tick } from "../wire";

const TICKS_PER_SECOND = 60;
/** So far the server runs behind the wall clock, for inputs to arrive in time. */
const LAG_TICKS = 9;
const BATCH_MS = 60;
const LONGEST_BATCH = 60;
/** An estimate that was too early is forgotten at this pace, in ticks a second. */
const DRIFT = 1;

export class FrameHands implements Timed {
  readonly ticksPerSecond = TICKS_PER_SECOND;
  private origin: { ms: number; tick: number } | null = null;
  /** (tick, mask) where it changed, not yet sent. */
  private changes: [number, number][] = [];
  private sentMask = 0;
  private sentTo = 0;
  private stopTimer: () => void = () => {};
  private running = false;

  constructor(
    private readonly world: World,
    private readonly send: (message: Inputs) => boolean,
  ) {}

  stop(): void {
    this.stopTimer();
    this.running = false;
    this.origin = null;
  }

  /** The quickest messages tell best what time it is on the server. */
  heard(message: Tick): void {
    const ms = this.world.now();
    // Its clock stands still; what is pressed meanwhile counts when it runs.
    if (message.stands) {
      this.origin = null;
      return;
    }
    const expected = this.origin ? this.serverTick() : -Infinity;
    const decayed = this.origin ? expected - ((ms - this.origin.ms) / 1000) * DRIFT : -Infinity;
    if (message.tick > decayed || expected - message.tick > TICKS_PER_SECOND) this.origin = { ms, tick: message.tick };
    if (!this.running) {
      this.running = true;
      this.sentTo = message.tick;
      this.beat();
    }
  }

  now(): number {
    return this.origin ? this.serverTick() + LAG_TICKS : 0;
  }

  /** A press that is let go within its tick lasts that tick; buttons pressed together stay together. */
  hold(mask: number, tick = Math.floor(this.now())): void {
    const last = this.changes.at(-1);
    const wanted = Math.max(tick, this.sentTo);
    if (!last || wanted > last[0]) this.changes.push([wanted, mask]);
    else if ((mask & last[1]) === last[1]) last[1] = mask;
    else this.changes.push([last[0] + 1, mask]);
  }

  private serverTick(): number {
    const { ms, tick } = this.origin!;
    return tick + ((this.world.now() - ms) / 1000) * TICKS_PER_SECOND;
  }

  private beat(): void {
    this.stopTimer = this.world.later(BATCH_MS, () => {
      this.flush();
      this.beat();
    });
  }

  /** The ticks that have passed; nothing while the hands are empty. */
  private flush(): void {
    const until = Math.floor(this.now());
    const from = Math.max(this.sentTo, until - LONGEST_BATCH);
    if (until <= from) return;
    const held: number[] = [];
    let mask = this.sentMask;
    for (let tick = from; tick < until; tick++) {
      while (this.changes[0] && this.changes[0][0] <= tick) mask = this.changes.shift()![1];
      held.push(mask);
    }
    const idle = this.sentMask === 0 && held.every((each) => each === 0);
    this.sentMask = mask;
    this.sentTo = until;
    if (!idle) this.send({ t: "inputs", tick: from, held });
  }
}
