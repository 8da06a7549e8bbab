// What turns and the clock have in common, for the board that shows them.
import type { Shown } from "../board";
import type { Button } from "./clockwork";
import type { Picture } from "./scene";

export interface Mode {
  update(shown: Shown, how: "step" | "jump"): void;
  /** What is to be seen now; `runs` while that changes by itself. Times are those of performance.now(). */
  picture(ms: number): Picture & { runs: boolean };
  /** True if the button means anything now. */
  press(button: Button, repeated?: boolean): boolean;
  release(button: Button): void;
  /** The pair is to go over this column; null if nothing is pointed at any more. */
  aim(column: number | null): void;
  /** Where the own pair is; null if there is none to steer. */
  column(): number | null;
  /** Which pair it is about. */
  turn(): number;
  /** For a hint: the position as its notation has it, and who is asked. */
  question(): { position: string; seat: number } | null;
  /** In a lesson: what stands there pops, once. */
  demonstrate?(): void;
  /** Mark placements: what the engine plans, nothing if it is empty, and what was played instead. */
  hint(seat: number, plan: readonly number[], played?: number | null): void;
}
