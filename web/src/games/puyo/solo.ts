// Endless play alone in the browser: every position is kept, so that any placement can be taken back.
import type { Ply, Shown } from "../board";
import { type Field, HEIGHT, IN_SIGHT, isEmpty, pointsOf, resolve, SPAWN } from "./field";
import { arrowed, placed, placementOf } from "./placements";
import { plan, potential, type Trigger } from "./potential";
import { pairAt, queue, VISIBLE } from "./queue";
import { reachable } from "./reach";
import type { TurnView } from "./views";

const ALL_CLEAR = 30 * 70;

interface Position {
  field: Field;
  score: number;
  /** Links of the last placement. */
  chain: number;
  clear: boolean;
  turn: number;
}

export class Solo {
  private positions: Position[];
  private actions: number[] = [];
  /** Which of them is shown. */
  private at = 0;

  constructor(
    field: Field,
    private readonly letters: string,
  ) {
    this.positions = [{ field: resolve(field).field, score: 0, chain: 0, clear: false, turn: 0 }];
  }

  /** Pairs that are given come first, over and over; without any, those of a seed. */
  static begun(field: Field, pairs: readonly string[], seed: number): Solo {
    return new Solo(field, pairs.length > 0 ? pairs.join("") : queue(seed));
  }

  get now(): Position {
    return this.positions[this.at]!;
  }

  /** The longest chain so far. */
  get best(): number {
    return Math.max(...this.positions.slice(0, this.at + 1).map(({ chain }) => chain));
  }

  get over(): boolean {
    return this.now.field[SPAWN]!.length >= IN_SIGHT;
  }

  get potential(): Trigger | null {
    return potential(this.now.field);
  }

  get legal(): number[] {
    return this.over ? [] : reachable(this.now.field);
  }

  canGo(by: -1 | 1): boolean {
    return this.positions[this.at + by] !== undefined;
  }

  /** One placement back, or forward again. */
  go(by: -1 | 1): boolean {
    if (!this.canGo(by)) return false;
    this.at += by;
    return true;
  }

  play(action: number): boolean {
    if (!this.legal.includes(action)) return false;
    const { field, score, clear, turn } = this.now;
    const { field: after, links } = resolve(placed(field, this.pair(0), placementOf(action)));
    const points = links.reduce((sum, link) => sum + pointsOf(link), 0);
    const popped = links.length > 0;
    this.positions = this.positions.slice(0, this.at + 1);
    this.actions = [...this.actions.slice(0, this.at), action];
    this.positions.push({
      field: after,
      score: score + points + (popped && clear ? ALL_CLEAR : 0),
      chain: links.length,
      clear: popped ? isEmpty(after) : clear,
      turn: turn + 1,
    });
    this.at += 1;
    return true;
  }

  private pair(ahead: number): string {
    return pairAt(this.letters, this.now.turn + ahead);
  }

  /** For the board, with the best chain on it if that is wished. */
  shown(stepped: boolean, highlighted: boolean): Shown {
    const { legal } = this;
    const plies = this.actions.slice(0, this.at).map((action): Ply => {
      return { seat: 0, action, text: arrowed(placementOf(action)), happened: [] };
    });
    return {
      view: this.view(highlighted),
      moves: legal.map((action) => [action, arrowed(placementOf(action))]),
      due: legal.length > 0 ? [0] : [],
      since: stepped ? plies.slice(-1) : [],
      last: plies.at(-1) ?? null,
      plies: plies.length,
      history: plies,
      over: this.over,
      pending: null,
      committed: [],
    };
  }

  private view(highlighted: boolean): TurnView {
    const { field, score, chain, clear, turn } = this.now;
    const trigger = highlighted ? this.potential : null;
    const rows = Array.from({ length: HEIGHT }, (_, at) => field.map((each) => each[HEIGHT - 1 - at] ?? ".").join(""));
    const nothing = { carry: 0, ojama: 0, loose: 0, row14: 0, tray: [] };
    const player = { field: rows, score, chain, all_clear: clear, ...nothing };
    return {
      to_play: this.over ? -2 : 0,
      turn,
      clock: 0,
      price: 70,
      pairs: Array.from({ length: VISIBLE }, (_, ahead) => this.pair(ahead)),
      commit: null,
      players: [trigger ? { ...player, plan: plan(field, trigger) } : player],
    };
  }
}
