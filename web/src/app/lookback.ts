// Looking back in a running game: the board shows an earlier position until one returns to how it stands now.
import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Shown } from "../games/board";
import { complain } from "./notices";
import { server } from "./server";
import type { Picture, Table } from "./table";

/** The server tells so many positions at once, from a multiple of it on. */
const AT_ONCE = 64;

export class LookBack {
  /** So many plies were made then; null is now. */
  readonly at = signal<number | null>(null);
  /** What the board is to show. */
  readonly picture: ReadonlySignal<Picture | null>;
  private readonly past = signal<Picture | null>(null);
  private readonly views = new Map<number, unknown>();
  /** What was the newest picture on the return: the board comes to it from elsewhere. */
  private met: Picture | null = null;
  private round = 0;
  private last = 0;

  constructor(private readonly table: Table) {
    this.picture = computed(() => {
      const now = table.picture.value;
      if (this.at.value !== null && this.past.value) return this.past.value;
      return now && now === this.met ? { shown: { ...now.shown, since: [] }, how: "jump" } : now;
    });
  }

  /** Ends what was begun when the game begins anew or moves are taken back. */
  follow(): () => void {
    return effect(() => {
      const [round, plies] = [this.table.state.value?.round ?? 0, this.table.plies.value.length];
      const goesOn = round === this.round && plies >= this.last;
      [this.round, this.last] = [round, plies];
      if (goesOn) return;
      this.views.clear();
      if (this.at.peek() !== null) this.now();
    });
  }

  now(): void {
    this.met = this.table.picture.peek();
    this.past.value = null;
    this.at.value = null;
  }

  /** To the position after so many plies; the last one is now. */
  async go(wanted: number): Promise<void> {
    const to = Math.max(0, wanted);
    if (to >= this.table.plies.peek().length) {
      if (this.at.peek() !== null) this.now();
      return;
    }
    this.at.value = to;
    try {
      if (!this.views.has(to)) await this.fetch(to - (to % AT_ONCE));
    } catch (error) {
      complain(error);
      this.now();
    }
    if (this.at.peek() === to && this.views.has(to)) this.past.value = { shown: this.shown(to), how: "jump" };
  }

  /** One further back, or forth. */
  step(by: number): void {
    const last = this.table.plies.peek().length;
    void this.go((this.at.peek() ?? last) + by);
  }

  private async fetch(first: number): Promise<void> {
    const { round, last } = this;
    const views = await server.views(this.table.id, round, first);
    if (round !== this.round || last > this.last) return;
    for (const [index, view] of views.entries()) this.views.set(first + index, view);
  }

  private shown(at: number): Shown {
    const history = this.table.plies.peek().slice(0, at);
    return {
      view: this.views.get(at),
      moves: [],
      due: [],
      since: [],
      last: history.findLast((ply) => ply.seat >= 0) ?? null,
      plies: at,
      history,
      over: false,
      pending: null,
      committed: [],
      past: true,
    };
  }
}
