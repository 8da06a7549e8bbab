// An exercise as this browser does it: what was played goes to the server, whose rules say what comes of it.
import { signal } from "@preact/signals";
import type { Ply, Shown } from "../games/board";
import type { AttemptCard } from "../wire";
import type { Picture } from "./table";

export type Attempt = (actions: readonly number[]) => Promise<AttemptCard>;

export class Drill {
  readonly picture = signal<Picture | null>(null);
  readonly told = signal<AttemptCard | null>(null);
  /** Whether the solution is being shown. */
  readonly showing = signal(false);
  private actions: readonly number[] = [];
  private pending: number | null = null;
  /** Counts beginnings: what was asked before the last one is heard no more. */
  private begun = 0;

  constructor(
    private readonly seat: number,
    private readonly attempt: Attempt,
  ) {}

  /** From the start of the exercise. */
  begin(): Promise<void> {
    this.begun++;
    this.pending = null;
    this.showing.value = false;
    return this.ask([], "jump");
  }

  /** A move of the person. Nothing while another one is on its way. */
  async play(action: number): Promise<void> {
    const told = this.told.peek();
    if (!told || this.pending !== null || !told.moves.some(([each]) => each === action)) return;
    this.pending = action;
    this.show(told, [], "step");
    await this.ask([...this.actions, action], "step");
  }

  /** Begin anew and play the solution, slowly enough to be seen. */
  async demonstrate(solution: readonly string[], pause: () => Promise<void>): Promise<void> {
    await this.begin();
    const begun = this.begun;
    this.showing.value = true;
    for (const text of solution) {
      await pause();
      if (begun !== this.begun) return;
      const found = this.told.peek()?.moves.find(([, each]) => each === text);
      if (found) await this.play(found[0]);
    }
    if (begun === this.begun) this.showing.value = false;
  }

  private async ask(actions: readonly number[], how: Picture["how"]): Promise<void> {
    const begun = this.begun;
    try {
      const told = await this.attempt(actions);
      if (begun !== this.begun) return;
      const known = how === "jump" ? 0 : (this.told.peek()?.steps.length ?? 0);
      this.actions = actions;
      this.pending = null;
      this.told.value = told;
      this.show(told, told.steps.slice(known), how);
    } catch (error) {
      if (begun !== this.begun) return;
      this.pending = null;
      const told = this.told.peek();
      if (told) this.show(told, [], "jump");
      throw error;
    }
  }

  private show(told: AttemptCard, since: readonly Ply[], how: Picture["how"]): void {
    const shown: Shown = {
      view: told.view,
      moves: told.moves,
      due: told.moves.length > 0 ? [this.seat] : [],
      since: how === "jump" ? [] : since,
      last: told.steps.findLast(({ seat }) => seat >= 0) ?? null,
      plies: told.steps.length,
      history: told.steps,
      over: told.over,
      pending: this.pending,
      committed: [],
    };
    this.picture.value = { shown, how };
  }
}
