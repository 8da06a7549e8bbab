// Whoever wishes rolls the die by a tap: it has fallen already, and is shown when it is asked for.
import type { Ply, Shown } from "../board";
import type { Colour } from "./map";
import { eventsOf, type View } from "./views";

const WISH = "asobiba.coppit.tap";

export class Rolling {
  /** The roll that nobody has seen yet. */
  private covered: { ply: Ply; shown: Shown } | null = null;

  constructor(private readonly mine: Colour | null) {}

  get wished(): boolean {
    try {
      return localStorage.getItem(WISH) === "true";
    } catch {
      return false;
    }
  }

  wish(yes: boolean): void {
    try {
      localStorage.setItem(WISH, String(yes));
    } catch {
      return;
    }
  }

  /** Whether the person is to roll now. */
  get waits(): boolean {
    return this.covered !== null;
  }

  /** What is shown before the tap: the same without the last roll, where that is mine. */
  cover(now: Shown, how: "step" | "jump"): Shown {
    // Where the game went on without a tap, the roll is shown with what came of it.
    const shown = this.covered && how === "step" ? { ...now, since: [this.covered.ply, ...now.since] } : now;
    this.covered = null;
    const ply = shown.since.at(-1);
    const isMine = ply && eventsOf(ply.happened).some((event) => event.event === "roll" && event.colour === this.mine);
    if (how === "jump" || !this.wished || !ply || !isMine || shown.moves.length === 0) return shown;
    this.covered = { ply, shown };
    const view = { ...(shown.view as View), die: null };
    return { ...shown, since: shown.since.slice(0, -1), plies: shown.plies - 1, moves: [], view };
  }

  /** The tap: what is shown from now on. */
  uncover(): Shown | null {
    const covered = this.covered;
    this.covered = null;
    return covered && { ...covered.shown, since: [covered.ply] };
  }
}
