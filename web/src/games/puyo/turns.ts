// Puyo in turns: the pair waits until it is dropped; then everybody's half of the turn is shown.
import type { BoardContext, Shown } from "../board";
import type { Button } from "./clockwork";
import { appeared, type Falling, rowOf } from "./falling";
import { columnsOf, type Field, IN_SIGHT, SPAWN } from "./field";
import { endOf, type Half, type Hinted, marks, pairAt, planned, stageAt, still } from "./half";
import { point, type Steer, steer } from "./hand";
import type { Mode } from "./mode";
import { chainOf, dropping, pause, type Stage, stagesOf } from "./motion";
import { writeTurn } from "./notation";
import { actionOf, placed, placementOf } from "./placements";
import type { Picture, Scene } from "./scene";
import { Gliding } from "./seen";
import type { TurnPlayer, TurnView } from "./views";
import { ojamaIn, type Words } from "./words";

/** In ticks, where motion is reduced: only what pops is shown, standing still. */
const CALM_LINK = 30;
const BEFORE_LESSON = 60;
const AFTER_LESSON = 90;

export class Turns implements Mode {
  private view: TurnView | null = null;
  private actions: readonly number[] = [];
  private halves: Half[] = [];
  private hand: Falling = appeared();
  private aimed: number | null = null;
  private chosen: number | null = null;
  private stale = false;
  private committed: readonly number[] = [];
  /** Placements of this turn that are known. */
  private placements = new Map<number, number>();
  private hinted: Hinted | null = null;
  private over = false;
  /** Somebody looks back: the keys are not the board's. */
  private past = false;
  private readonly gliding = new Gliding();

  constructor(
    private readonly ctx: BoardContext,
    private readonly words: Words,
  ) {}

  // What the server says ------------------------------------------------------------------------------------------

  update(shown: Shown, how: "step" | "jump"): void {
    const [before, view] = [this.view, shown.view as TurnView];
    const goesOn = how === "step" && before !== null && before.players.length === view.players.length;
    const turned = before?.turn !== view.turn;
    this.view = view;
    this.actions = shown.moves.map(([action]) => action);
    this.committed = shown.committed;
    this.over = shown.over;
    this.past = shown.past ?? false;
    if (goesOn) this.goOn(shown, before);
    else this.stand(shown);
    if (turned || !goesOn) this.deal();
    // What was sent in the last turn stays pending for a moment after its result.
    if (shown.pending === null) this.stale = false;
    else if (turned && goesOn) this.stale = true;
    else if (!this.stale && shown.pending !== this.chosen) this.choose(shown.pending);
    if (this.actions.length && (turned || !before?.pairs.length)) this.ctx.say(this.words.due(view));
  }

  private stand({ last, pending }: Shown): void {
    const view = this.view!;
    this.halves = view.players.map((player) => still(player));
    this.placements.clear();
    // In a replay the first of the two commits is a ply of its own.
    if (view.to_play === 1 && last?.seat === 0) this.placements.set(0, last.action);
    if (pending === null) this.chosen = null;
  }

  private goOn({ since }: Shown, before: TurnView): void {
    const view = this.view!;
    for (const { seat, action } of since) if (seat >= 0) this.placements.set(seat, action);
    this.announce(before);
    this.halves = view.players.map((player, seat) => this.step(seat, player, before));
    if (view.turn === before.turn) return;
    this.placements.clear();
    this.chosen = null;
  }

  private step(seat: number, after: TurnPlayer, before: TurnView): Half {
    const half = this.halves[seat]!;
    const field = columnsOf(after.field);
    if (String(field) === String(half.field) && this.view!.turn === before.turn) return { ...half, after };
    const action = this.view!.turn === before.turn ? undefined : this.placements.get(seat);
    const dropped = seat === this.ctx.seat && this.chosen !== null;
    const row = dropped ? null : IN_SIGHT - 1;
    const placing = action === undefined ? null : { pair: before.pairs[0]!, placement: placementOf(action), row };
    const stages = this.calmed(stagesOf(half.field, placing, field) ?? []);
    const now = performance.now();
    const chained = stages.some(({ link }) => link);
    const running = dropped ? half.stages.filter(() => now < endOf(half)) : [];
    return {
      before: half.after,
      after,
      field,
      rests: field,
      stages: [...running, ...stages],
      begun: running.length ? half.begun : now,
      heard: running.length ? half.heard : 0,
      last: chained ? [] : placing ? marks(half.field, placing.pair, placing.placement) : half.last,
    };
  }

  private calmed(stages: readonly Stage[]): readonly Stage[] {
    if (!this.ctx.settings.value.reducedMotion) return stages;
    return stages.filter(({ link }) => link).map((stage) => ({ ...stage, ticks: CALM_LINK }));
  }

  private announce(before: TurnView): void {
    const view = this.view!;
    if (view.turn > before.turn) {
      for (const [seat, action] of this.placements) {
        this.ctx.say(this.words.placed(seat, this.halves[seat]!.field, before.pairs[0]!, action));
      }
    }
    view.players.forEach((player, seat) => {
      const fallen = ojamaIn(columnsOf(player.field)) - ojamaIn(this.halves[seat]!.field);
      if (fallen > 0) this.ctx.say(this.words.fell(seat, fallen));
    });
  }

  /** A new pair, over the column that is pointed at. */
  private deal(): void {
    this.hand = appeared();
    this.hinted = null;
    this.follow();
  }

  /** My choice is on its way: the pair falls at once. */
  private choose(action: number): void {
    const [half, pair, seat] = [this.halves[this.ctx.seat ?? 0], this.view?.pairs[0], this.ctx.seat];
    this.chosen = action;
    if (!half || !pair || seat === null) return;
    const placement = placementOf(action);
    const field = placed(half.field, pair, placement);
    const stage = { field, ...dropping(half.field, { pair, placement, row: null }, rowOf(this.hand)) };
    this.halves[seat] = { ...half, rests: field, stages: this.calmed([stage]), begun: performance.now(), heard: 0 };
  }

  // What the player does ------------------------------------------------------------------------------------------

  press(button: Button, repeated = false): boolean {
    if (!this.canChoose()) return this.ctx.purpose === "room" && this.ctx.seat !== null && !this.over && !this.past;
    const chained = this.finish();
    if (button === "down") {
      if (!repeated && !chained) this.drop();
      return true;
    }
    if (repeated && button.startsWith("rotate")) return true;
    if (steer(this.hand, button as Steer, this.room(), this.actions)) this.tell();
    return true;
  }

  release(): void {}

  aim(column: number | null): void {
    this.aimed = column;
    this.follow();
  }

  private follow(): void {
    if (this.aimed !== null && this.canChoose()) point(this.hand, this.aimed, this.actions, this.room());
  }

  column(): number | null {
    return this.canChoose() ? this.hand.column : null;
  }

  private canChoose(): boolean {
    return this.actions.length > 0 && this.chosen === null && this.ctx.purpose === "room";
  }

  private drop(): void {
    const action = actionOf(this.hand);
    if (this.actions.includes(action)) {
      this.ctx.play(action);
      return;
    }
    this.ctx.sound("illegal");
    this.ctx.say(this.ctx.t("said.blocked"));
  }

  /** Nobody has to wait for my own half to be shown. True if a chain was cut short: then a drop was no drop yet. */
  private finish(): boolean {
    const seat = this.ctx.seat!;
    const half = this.halves[seat]!;
    const chained = performance.now() < endOf(half) && half.stages.some(({ link }) => link !== null);
    this.halves[seat] = { ...still(half.after), last: half.last };
    return chained;
  }

  private tell(): void {
    this.ctx.say(this.words.aimed(this.room().field, this.view!.pairs[0]!, this.hand));
  }

  private room(): { field: Field; row14: number } {
    const { field, after } = this.halves[this.ctx.seat ?? 0]!;
    return { field, row14: after.row14 };
  }

  demonstrate(): void {
    if (this.ctx.settings.value.reducedMotion) return;
    this.halves = this.halves.map((half) => {
      const chain = chainOf(half.field);
      const last = chain.at(-1)?.field ?? half.field;
      const stages = chain.length ? [pause(half.field, BEFORE_LESSON), ...chain, pause(last, AFTER_LESSON)] : [];
      return { ...half, stages, begun: performance.now() };
    });
  }

  // Hints ---------------------------------------------------------------------------------------------------------

  question(): { position: string; seat: number } | null {
    const view = this.view;
    if (!view || this.over || view.to_play < 0 || this.chosen !== null) return null;
    const seat = this.ctx.seat ?? view.to_play;
    return { position: writeTurn(view, seat), seat };
  }

  turn(): number {
    return this.view?.turn ?? 0;
  }

  hint(seat: number, plan: readonly number[], played: number | null = null): void {
    this.hinted = plan.length > 0 ? { seat, plan, played } : null;
  }

  // What is seen --------------------------------------------------------------------------------------------------

  picture(ms: number): Picture & { runs: boolean } {
    const view = this.view;
    if (!view) return { scenes: [], facts: [], price: null, runs: false };
    let runs = false;
    const scenes = this.halves.map((half, seat) => {
      this.hear(half, ms);
      const scene = this.scene(half, seat, view, ms);
      if (scene.passage) runs = true;
      else if (this.takesPair(seat)) runs = this.takePair(scene, seat, view, ms) || runs;
      return scene;
    });
    const versus = scenes.length > 1;
    return { scenes, facts: this.facts(view), price: versus ? view.price : null, runs };
  }

  private facts({ turn, clock, price, players }: TurnView): string[] {
    if (this.ctx.purpose === "lesson" || this.ctx.isExercise) return [];
    const facts = [this.ctx.t("turn", { count: turn + 1 }), this.words.clock(clock)];
    return players.length > 1 ? [...facts, this.ctx.t("price", { count: price })] : facts;
  }

  private scene(half: Half, seat: number, view: TurnView, ms: number): Scene {
    const { stage, ticks, points } = stageAt(half, ms);
    const player = stage ? half.before : half.after;
    return {
      name: this.words.who(seat),
      field: stage?.field ?? half.rests,
      passage: stage ?? null,
      ticks,
      pair: null,
      ghosts: [],
      hints: stage ? [] : (player.plan?.drop ?? []),
      erred: [],
      order: stage ? [] : (player.plan?.order ?? []),
      last: stage ? [] : half.last,
      score: stage ? player.score + points : player.score,
      tray: player.tray,
      ojama: player.ojama + player.loose,
      clear: player.all_clear,
      lost: this.over && !stage && (columnsOf(half.after.field)[SPAWN]?.length ?? 0) >= IN_SIGHT,
      sign: this.committed.includes(seat) ? "chosen" : seat === this.ctx.seat && this.canChoose() ? "due" : null,
      next: view.pairs.slice(1),
    };
  }

  /** Mine while I choose; everybody's where the game is only looked at, and the other's as it appeared. */
  private takesPair(seat: number): boolean {
    if (this.over || !this.view!.pairs.length || this.view!.to_play < 0) return false;
    return seat === this.ctx.seat && this.ctx.purpose === "room" ? this.canChoose() : !this.committed.includes(seat);
  }

  private takePair(scene: Scene, seat: number, view: TurnView, ms: number): boolean {
    const letters = view.pairs[0]!;
    const known = this.placements.get(seat);
    const mine = seat === this.ctx.seat && this.ctx.purpose === "room";
    scene.pair = pairAt(letters, mine ? this.hand : appeared());
    if (known !== undefined) scene.ghosts = marks(scene.field, letters, placementOf(known));
    if (this.hinted?.seat === seat) {
      const { plan, played } = this.hinted;
      scene.hints = planned(scene.field, view.pairs, plan);
      if (played !== null) scene.erred = marks(scene.field, letters, placementOf(played));
    }
    if (!mine) return false;
    scene.ghosts = marks(scene.field, letters, this.hand);
    const { reducedMotion } = this.ctx.settings.value;
    const glides = this.gliding.follow(this.hand, this.hand.height / 2, String(view.turn), ms, reducedMotion);
    const { column, row, angle } = this.gliding;
    scene.pair = { ...scene.pair, column, row, angle };
    return glides;
  }

  /** Every stage is heard once, when it begins. */
  private hear(half: Half, ms: number): void {
    const { index } = stageAt(half, ms);
    for (; half.heard <= index && half.heard < half.stages.length; half.heard++) {
      const stage = half.stages[half.heard]!;
      if (stage.link) this.ctx.sound("pop", stage.link.number - 1);
      else if (half.heard === 0) this.ctx.sound("move");
      else if (stage.drops.some(({ letter, from }) => letter === "O" && from >= IN_SIGHT)) this.ctx.sound("capture");
    }
  }
}
