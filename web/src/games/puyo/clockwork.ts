// One player's half of the game on the clock, so that a key is answered before the server has heard of it.
// It follows src/asobiba/games/puyo/board.py, and stops where only the server knows how it goes on: ojama, and the end.
import { appeared, type Falling, fall, move, turn } from "./falling";
import { columnsOf, type Field, IN_SIGHT, pop, SPAWN } from "./field";
import { afterLink, byItself, longFall, type Passage, vanishing } from "./motion";
import { CHILD, childColumn, landing, placed } from "./placements";
import type { Phase, TimedPlayer } from "./views";

export const BUTTONS = ["left", "right", "down", "rotate_left", "rotate_right"] as const;
export type Button = (typeof BUTTONS)[number];
export const BIT = Object.fromEntries(BUTTONS.map((name, bit) => [name, 1 << bit])) as Record<Button, number>;

const WAY = [0, -1, 1, 0];
const MOVE_IN = 12;
const REPEAT_AFTER = 8;
const REPEAT_EVERY = 2;
const VANISH = 50;
const LAND = 20;
const MOVING_IN: Passage = { ticks: MOVE_IN, drops: [], pace: byItself, link: null };

export class Clockwork {
  field: Field;
  phase: Phase;
  until: number;
  pair: string;
  turn: number;
  falling: Falling | null;
  held: number;
  since: number;
  chain: number;
  /** What is seen of a phase that time ends; null if this is not known: how it began is not in a view. */
  passage: Passage | null = null;
  /** The pairs in sight, that in hand included. */
  pairs: readonly string[];
  private readonly row14: number;
  private readonly fixed: number;

  constructor(
    player: TimedPlayer,
    /** After so many steps of the game. */
    public tick: number,
  ) {
    this.field = columnsOf(player.field);
    this.falling = player.falling && { ...player.falling };
    this.phase = player.phase;
    this.until = player.until;
    this.pair = player.pair;
    this.turn = player.turn;
    this.held = player.held;
    this.since = player.since;
    this.chain = player.chain;
    this.pairs = player.pairs;
    this.row14 = player.row14;
    this.fixed = player.fixed;
    if (this.phase === "vanishing") this.passage = vanishing(pop(this.field, this.chain), VANISH);
    if (this.phase === "move in") this.passage = MOVING_IN;
  }

  /** Of what is seen now: the same in a guess and in the view that confirms it. */
  get name(): string {
    return `${this.turn} ${this.chain} ${this.phase} ${this.until}`;
  }

  step(held: number): void {
    const tick = ++this.tick;
    const pressed = held & ~this.held;
    if (WAY[held & 3] !== WAY[this.held & 3]) this.since = tick;
    this.held = held;
    if (this.falling) this.steer(this.falling, pressed);
    else if (tick === this.until) this.goOn();
  }

  private steer(pair: Falling, pressed: number): void {
    const room = { field: this.field, row14: this.row14 };
    const turns = WAY[pressed >> 3]!;
    if (turns) turn(pair, turns, room, this.tick);
    const way = WAY[this.held & 3]!;
    const waited = this.tick - this.since;
    if (way && (waited === 0 || (waited >= REPEAT_AFTER && waited % REPEAT_EVERY === 0))) move(pair, way, room);
    if (fall(pair, room, (this.held & BIT.down) !== 0)) this.lock(pair);
  }

  private lock(pair: Falling): void {
    const row = pair.height / 2;
    const rests = landing(this.field, pair);
    const drops = [
      { column: pair.column, from: row, row: rests[0], letter: this.pair[0]! },
      { column: childColumn(pair), from: row + CHILD[pair.side]![1], row: rests[1], letter: this.pair[1]! },
    ];
    this.field = placed(this.field, this.pair, pair);
    const torn = Math.max(...drops.map((drop) => drop.from - drop.row));
    Object.assign(this, { falling: null, pair: "", pairs: this.pairs.slice(1), turn: this.turn + 1, chain: 0 });
    this.enter("landing", { ticks: longFall(torn) + LAND, drops, pace: byItself, link: null });
  }

  private enter(phase: Phase, passage: Passage): void {
    Object.assign(this, { phase, until: this.tick + passage.ticks, passage });
  }

  private goOn(): void {
    if (this.phase === "move in") Object.assign(this, { phase: "falling", falling: appeared(), passage: null });
    else if (this.phase === "landing") this.pop();
    else if (this.phase === "vanishing") this.drop();
  }

  private pop(): void {
    const link = pop(this.field, this.chain + 1);
    if (!link) {
      this.settle();
      return;
    }
    this.chain += 1;
    this.enter("vanishing", vanishing(link, VANISH));
  }

  private drop(): void {
    const link = this.passage?.link;
    if (!link) return;
    const passage = afterLink(this.field, link, LAND);
    this.field = link.field;
    if (link.fall === 0) this.pop();
    else this.enter("landing", passage);
  }

  /** Where ojama wait, or who has lost, the server says it in a moment. */
  private settle(): void {
    if (this.fixed > 0 || this.field[SPAWN]!.length >= IN_SIGHT || this.pairs.length === 0) return;
    this.pair = this.pairs[0]!;
    this.enter("move in", MOVING_IN);
  }
}
