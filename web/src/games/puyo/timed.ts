// Puyo on the clock. The server is the judge; my own half is guessed ahead of what it says: keys are answered at once.
import type { BoardContext, Shown } from "../board";
import { BIT, type Button, Clockwork } from "./clockwork";
import { appeared, GROUNDED, seenRow } from "./falling";
import { columnsOf } from "./field";
import { type Hinted, marks, pairAt, planned } from "./half";
import type { Mode } from "./mode";
import { burial, type Passage } from "./motion";
import { writeTimed } from "./notation";
import { placementOf } from "./placements";
import type { Picture, Scene } from "./scene";
import { Gliding } from "./seen";
import type { TimedPlayer, TimedView } from "./views";
import { ojamaIn, type Words } from "./words";

/** A guess goes no further than this beyond the last view: then the game has stopped. */
const MOST_AHEAD = 45;
const MOST_AHEAD_OF_OTHERS = 6;
const KEPT = 40;

/** One half: the guess, and what has been seen of it. */
interface Half {
  guess: Clockwork;
  player: TimedPlayer;
  /** Passages by the name of what they lead to; a view does not say how a phase began. */
  passages: Map<string, Passage>;
  heard: Set<string>;
  gliding: Gliding;
}

export class Timed implements Mode {
  private view: TimedView | null = null;
  private halves: Half[] = [];
  private over = false;
  /** (tick, mask): what I hold from that tick on. */
  private held: [tick: number, mask: number][] = [];
  private mask = 0;
  private aimed: number | null = null;
  private hinted: (Hinted & { turn: number }) | null = null;
  /** Ticks that the views are behind, at best. */
  private lag = Infinity;

  constructor(
    private readonly ctx: BoardContext,
    private readonly words: Words,
  ) {}

  // What the server says ------------------------------------------------------------------------------------------

  update(shown: Shown, how: "step" | "jump"): void {
    const before = this.view;
    const view = shown.view as TimedView;
    this.over = shown.over || view.over;
    if (how === "step" && view === before) return;
    this.view = view;
    // While the game stands still there is no time to be behind.
    if (this.now() > view.tick) this.lag = Math.min(this.lag + 0.02, this.now() - view.tick);
    this.halves = view.players.map((player, seat) => this.take(this.halves[seat], player, seat));
    if (before && before.tick <= view.tick) this.announce(before, view);
  }

  private take(half: Half | undefined, player: TimedPlayer, seat: number): Half {
    const { tick } = this.view!;
    if (half) this.advance(half, seat, tick);
    const guess = new Clockwork(player, tick);
    const kept = half ?? { passages: new Map(), heard: new Set(), gliding: new Gliding() };
    if (player.phase === "ojama" && half && !kept.passages.has(guess.name)) {
      const buried = burial(half.guess.field, guess.field) ?? burial(columnsOf(half.player.field), guess.field);
      if (buried) kept.passages.set(guess.name, { ...buried, ticks: guess.until - this.timeOf(seat) });
    }
    guess.passage = kept.passages.get(guess.name) ?? guess.passage;
    return { ...kept, guess, player };
  }

  /** Steps to a tick, with what is known or believed to be held. */
  private advance({ guess, passages, player }: Half, seat: number, tick: number): void {
    while (guess.tick < tick && guess.phase !== "lost" && guess.phase !== "done") {
      guess.step(seat === this.ctx.seat ? this.maskAt(guess.tick) : player.held);
      if (guess.passage) passages.set(guess.name, guess.passage);
    }
    for (const name of passages.keys()) {
      if (passages.size <= KEPT) break;
      passages.delete(name);
    }
  }

  private announce(before: TimedView, view: TimedView): void {
    view.players.forEach((player, seat) => {
      const old = before.players[seat]!;
      const rested = !["landing", "vanishing"].includes(player.phase);
      if (rested && player.phase !== old.phase && player.chain > 0 && old.phase !== "ojama") {
        this.ctx.say(this.words.chained(seat, player.chain));
      }
      if (player.all_clear && !old.all_clear) this.ctx.say(this.words.cleared(seat));
      if (player.phase === "ojama" && old.phase !== "ojama") {
        this.ctx.say(this.words.fell(seat, ojamaIn(columnsOf(player.field)) - ojamaIn(columnsOf(old.field))));
      }
    });
  }

  // Time ----------------------------------------------------------------------------------------------------------

  private now(): number {
    return this.ctx.timed && !this.over ? this.ctx.timed.now() : (this.view?.tick ?? 0);
  }

  /** The moment at which a half is shown: my own now; that of others as the server has it. */
  private timeOf(seat: number): number {
    const { tick } = this.view!;
    const mine = seat === this.ctx.seat;
    const [lag, most] = mine ? [0, MOST_AHEAD] : [this.lag, MOST_AHEAD_OF_OTHERS];
    return Math.max(tick, Math.min(this.now() - lag, tick + most));
  }

  // What the player does ------------------------------------------------------------------------------------------

  press(button: Button, repeated = false): boolean {
    if (!this.playing()) return false;
    if (!repeated) this.hold(this.mask | BIT[button]);
    return true;
  }

  release(button: Button): void {
    if (this.mask & BIT[button]) this.hold(this.mask & ~BIT[button]);
  }

  aim(column: number | null): void {
    this.aimed = column;
  }

  column(): number | null {
    return this.playing() ? (this.mine()?.guess.falling?.column ?? null) : null;
  }

  private playing(): boolean {
    return this.ctx.timed !== null && this.ctx.seat !== null && this.view !== null && !this.over;
  }

  private mine(): Half | undefined {
    return this.ctx.seat === null ? undefined : this.halves[this.ctx.seat];
  }

  /** From now on; each change has a tick of its own, so that no tap is too short to count. */
  private hold(mask: number): void {
    if (mask === this.mask || !this.ctx.timed) return;
    const next = Math.floor(this.now());
    const last = this.held.at(-1)?.[0] ?? 0;
    const tick = last > next + 60 ? next : Math.max(next, last + 1);
    this.mask = mask;
    this.held = [...this.held.filter(([each]) => each > next - 300 && each < tick), [tick, mask]];
    this.ctx.timed.hold(mask, tick);
  }

  private maskAt(tick: number): number {
    return this.held.findLast(([from]) => from <= tick)?.[1] ?? 0;
  }

  /** Towards what is pointed at: one tap, and the next when it has been seen. */
  private goTo(column: number): void {
    const guess = this.mine()?.guess;
    if (!guess?.falling || guess.tick <= (this.held.at(-1)?.[0] ?? -1) || this.now() <= guess.tick - 1) return;
    const way = Math.sign(column - guess.falling.column);
    if (way === 0) return;
    const { mask } = this;
    this.hold(mask | (way < 0 ? BIT.left : BIT.right));
    this.hold(mask);
  }

  // Hints ---------------------------------------------------------------------------------------------------------

  question(): { position: string; seat: number } | null {
    if (!this.view || this.over) return null;
    const seat = this.ctx.seat ?? 0;
    return { position: writeTimed(this.view, seat), seat };
  }

  turn(): number {
    return this.view?.players[this.ctx.seat ?? 0]?.turn ?? 0;
  }

  hint(seat: number, plan: readonly number[], played: number | null = null): void {
    const turn = this.view?.players[seat]?.turn ?? 0;
    this.hinted = plan.length > 0 ? { seat, turn, plan, played } : null;
  }

  // What is seen --------------------------------------------------------------------------------------------------

  picture(ms: number): Picture & { runs: boolean } {
    const view = this.view;
    if (!view) return { scenes: [], facts: [], price: null, runs: false };
    this.halves.forEach((half, seat) => this.advance(half, seat, Math.floor(this.timeOf(seat))));
    if (this.aimed !== null && this.playing()) this.goTo(this.aimed);
    const scenes = this.halves.map((half, seat) => this.scene(half, seat, ms));
    this.halves.forEach((half) => this.hear(half));
    const versus = scenes.length > 1;
    const facts = [this.words.clock(view.tick)];
    if (versus) facts.push(this.ctx.t("price", { count: view.price }));
    return { scenes, facts, price: versus ? view.price : null, runs: this.ctx.timed !== null && !this.over };
  }

  private scene(half: Half, seat: number, ms: number): Scene {
    const { guess, player } = half;
    const time = this.timeOf(seat);
    const { passage } = guess;
    const timed = passage !== null && guess.phase !== "move in" && guess.phase !== "lost";
    const hinted = this.hinted?.seat === seat && this.hinted.turn === guess.turn ? this.hinted : null;
    return {
      name: this.words.who(seat),
      field: guess.field,
      passage: timed ? passage : null,
      ticks: timed ? passage.ticks - (guess.until - time) : 0,
      pair: this.pair(half, time, ms),
      ghosts: guess.falling && seat === this.ctx.seat ? marks(guess.field, guess.pair, guess.falling) : [],
      hints: hinted && guess.pair ? planned(guess.field, guess.pairs, hinted.plan) : [],
      erred:
        hinted && hinted.played !== null && guess.pair
          ? marks(guess.field, guess.pair, placementOf(hinted.played))
          : [],
      order: [],
      last: [],
      score: player.score,
      tray: player.tray,
      ojama: player.pending + player.fixed,
      clear: player.all_clear,
      lost: guess.phase === "lost",
      sign: null,
      next: guess.pairs.slice(guess.pair ? 1 : 0).slice(0, 2),
    };
  }

  private pair({ guess, gliding, player }: Half, time: number, ms: number): Scene["pair"] {
    const calm = this.ctx.settings.value.reducedMotion;
    if (guess.phase === "move in") {
      const part = Math.min(Math.max(1 - (guess.until - time) / guess.passage!.ticks, 0), 1);
      const pair = pairAt(guess.pair, appeared());
      return { ...pair, alpha: part, row: pair.row + (calm ? 0 : 1 - part) };
    }
    if (!guess.falling) return null;
    const room = { field: guess.field, row14: player.row14 };
    const row = seenRow(guess.falling, room, time - guess.tick);
    gliding.follow(guess.falling, row, String(guess.turn), ms, calm);
    const pressed = guess.falling.rests ? guess.falling.grounded / GROUNDED : 0;
    return { ...pairAt(guess.pair, guess.falling), column: gliding.column, row, angle: gliding.angle, pressed };
  }

  private hear({ guess, heard }: Half): void {
    if (heard.has(guess.name)) return;
    heard.add(guess.name);
    if (guess.phase === "vanishing") this.ctx.sound("pop", guess.chain - 1);
    else if (guess.phase === "ojama") this.ctx.sound("capture");
    else if (guess.phase === "landing" && guess.chain === 0) this.ctx.sound("move");
  }
}
