// A pair in hand as the eye follows it: it glides to where it is.
import type { Falling } from "./falling";

const HALF_MS = 22;

export class Gliding {
  column = 0;
  row = 0;
  angle = 0;
  private at = 0;
  private shown = "";

  /** Towards the pair, which stands in that row; true while it is not there yet. `name` changes with every new pair. */
  follow({ column, side }: Falling, row: number, name: string, ms: number, calm: boolean): boolean {
    const passed = Math.min(ms - this.at, 100);
    this.at = ms;
    if (calm || name !== this.shown) {
      Object.assign(this, { column, row, angle: side, shown: name });
      return false;
    }
    this.column = nearer(this.column, column, passed, HALF_MS);
    this.row = nearer(this.row, row, passed, HALF_MS / 2);
    const angle = shortest(this.angle, side);
    this.angle = nearer(this.angle, angle, passed, HALF_MS);
    return this.column !== column || this.row !== row || this.angle !== angle;
  }
}

/** Moves a number towards another, half of the way in `half` ms. */
function nearer(from: number, to: number, ms: number, half: number): number {
  const left = (from - to) * 2 ** (-ms / half);
  return Math.abs(left) < 0.01 ? to : to + left;
}

/** A quarter turn from 3 to 0 goes on to 4, not all the way back. */
function shortest(from: number, to: number): number {
  return from + ((((to - from) % 4) + 6) % 4) - 2;
}
