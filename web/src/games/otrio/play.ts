// A game on the board: a piece is taken and placed, what the others do is told, threats and the engine's opinion help.
import type { BoardContext, BoardTool, Hint, Shown } from "../board";
import { el } from "../dom";
import { Skeleton } from "../skeleton";
import { Engine, type Opinion, opinionOf } from "./engine";
import { type Hand, type Held, hand } from "./hand";
import { above, around } from "./layout";
import { type Threat, threatsOf, wonSlots } from "./lines";
import { type Panel, panel } from "./panel";
import { Plank } from "./plank";
import type { Marks } from "./slots";
import { actionOf, aim, nextColours, type Turn, turnOf, whichOf } from "./turn";
import { coloursOf, positionText, SIZES, sizeOf, slotOf, type View } from "./view";
import { ColourName, colourName, colourNames, endWords, plyWords, slotWords, threatWords } from "./words";

/** From this width on the stocks are around the board. */
const WIDE = 500;
const NOTHING: Held = { which: 0, size: null };

export class Play extends Skeleton<View> {
  readonly panel: HTMLElement;
  private readonly centreBanned: boolean;
  private readonly chooses: boolean;
  private readonly engine: Engine;
  private readonly board: Plank;
  private readonly pieces: Hand;
  private readonly side: Panel;
  private readonly wants: { threats: boolean; hint: boolean };
  private turn: Turn = { open: [], passing: false };
  private held = NOTHING;
  /** Where a finger has pointed, and where a mouse or the focus is. */
  private armed: number | null = null;
  /** What the shell has heard of the position, in a replay. */
  private told: Opinion | null = null;
  private hovered: number | null = null;
  private wide: boolean | null = null;

  constructor(root: HTMLElement, ctx: BoardContext) {
    super(root, ctx);
    this.centreBanned = String(ctx.options.ban_center_medium) === "true";
    this.chooses = String(ctx.options.two_player_alternation) === "false";
    this.wants = { threats: ctx.purpose === "lesson", hint: false };
    this.engine = new Engine(ctx, () => this.heard());
    this.board = new Plank(ctx, {
      chosen: (slot, by) => this.chosen(slot, by),
      pointed: (slot) => this.pointed(slot),
      held: () => this.held.size,
      took: (colour, size) => this.took(colour, size),
      pressed: (key) => this.pressed(key),
    });
    this.pieces = hand(ctx, (held) => this.take(held));
    this.side = panel(ctx, (slots) => this.board.light(slots));
    this.panel = this.side.node;
    const table = el("div", { class: "otrio" }, this.board.node, this.pieces.node);
    root.append(table);
    this.marked(table, "otrio-shapes");
    const room = new ResizeObserver(([entry]) => this.arrange(entry!.contentRect.width));
    room.observe(root);
    this.until(
      () => this.engine.stop(),
      () => room.disconnect(),
      () => this.board.destroy(),
    );
  }

  focus(): void {
    this.board.focus();
  }

  protected show(shown: Shown, how: "step" | "jump", before: Shown | null): void {
    const moved = shown.plies !== before?.plies || how === "jump";
    this.turn = turnOf(shown);
    if (moved || shown.pending !== null) [this.held, this.armed] = [NOTHING, null];
    this.told = null;
    if (this.open.size === 0 && this.turn.open[1]?.size) this.held = { which: 1, size: null };
    if (this.wide === null) this.arrange(this.root.clientWidth);
    this.draw();
    if (how === "jump") this.board.settle();
    else this.board.fly(placedSince(shown, before?.pending ?? null));
  }

  /** What the others do. */
  protected override tell({ since }: Shown): void {
    const { ctx, view } = this;
    for (const ply of since) ctx.say(plyWords(ctx, ply, view));
    if (since.length === 0) return;
    ctx.sound("move");
    if (view.due.length === 0) ctx.say(endWords(ctx, view, wonSlots(view)));
    else if (this.turn.passing || (this.open.size > 0 && coloursOf(view, ctx.seat).length > 1))
      ctx.say(this.status(view.due));
  }

  protected override toolsNow(): BoardTool[] {
    const tool = (id: "threats" | "hint", label: string): BoardTool => ({
      id,
      label: this.ctx.t(label),
      pressed: this.wants[id],
      run: () => this.toggle(id),
    });
    const two = Math.max(...this.view.owners) === 1;
    const asks = this.ctx.purpose === "room" && this.ctx.mayHint();
    return [tool("threats", "threats"), ...(asks ? [tool("hint", two ? "perfect" : "hint")] : [])];
  }

  private get open(): ReadonlySet<number> {
    return this.turn.open[this.held.which] ?? new Set();
  }

  /** Of what is placed now; null while nothing is. */
  private get colour(): number | null {
    return this.turn.open.some(({ size }) => size > 0) ? (this.view.due[this.held.which] ?? null) : null;
  }

  private get threats(): Threat[] {
    return threatsOf(this.view, this.centreBanned);
  }

  // Showing

  private arrange(width: number): void {
    if (!this.shown || this.wide === width >= WIDE) return;
    this.wide = width >= WIDE;
    const { colors, owners } = this.view;
    const first = Math.max(0, owners.indexOf(this.ctx.seat ?? 0));
    this.board.arrange(this.wide ? around([...colors.slice(first), ...colors.slice(0, first)]) : above(colors));
  }

  private draw(): void {
    const { view, wants, engine, turn, held } = this;
    engine.about(this.question());
    this.board.show(this.marks());
    this.board.ghost(this.armed ?? this.meant(this.hovered), this.colour);
    this.side.showThreats(wants.threats ? this.threats : null);
    this.side.showOpinion(wants.hint ? engine.words(view) : null, this.proofs().size > 0);
    const colours = this.shown!.over || !this.plays ? [] : nextColours(view, this.ctx.seat!, this.chooses);
    this.pieces.show({
      view,
      colours,
      held,
      passing: turn.passing,
      words: this.status(colours),
      open: (which, size) => [...(turn.open[which] ?? [])].some((slot) => sizeOf(slot) === size),
    });
    this.offer();
  }

  private marks(): Marks {
    const { view, open, held, wants } = this;
    const { pending, last } = this.shown!;
    const sent = pending === null ? null : slotOf(pending);
    return {
      view,
      open: held.size === null ? open : new Set([...open].filter((slot) => sizeOf(slot) === held.size)),
      colour: this.colour,
      holding: held.size !== null,
      last: last && slotOf(last.action),
      pending: sent === null ? null : { slot: sent, colour: view.due[whichOf(pending!)]! },
      won: wonSlots(view),
      threats: wants.threats ? this.threats : [],
      best: this.opinion?.slots ?? [],
      ends: this.proofs(),
      centreBanned: this.centreBanned,
    };
  }

  /** A replay is reviewed by the shell. */
  advise(hint: Hint | null): void {
    this.told = hint && opinionOf(hint);
    if (this.shown) this.draw();
  }

  private get opinion(): Opinion | null {
    return this.told ?? (this.wants.hint ? this.engine.opinion : null);
  }

  /** By slot, of the colour in hand: what is proven. */
  private proofs(): Marks["ends"] {
    const all = [...(this.opinion?.ends ?? [])];
    return new Map(
      all.flatMap(([action, end]) => {
        const slot = slotOf(action);
        return slot === null || whichOf(action) !== this.held.which ? [] : [[slot, end] as const];
      }),
    );
  }

  /** What there is to do. */
  private status(colours: readonly number[]): string {
    const { ctx, armed, held, colour } = this;
    const names = colourNames(ctx, colours);
    const [one, other] = colours.map((each) => colourName(ctx, each));
    if (this.turn.passing) return ctx.t("hand.stuck", { colours: names });
    if (colour === null) return ctx.t(this.shown!.pending === null ? "hand.next" : "hand.sent", { colours: names });
    if (armed !== null) return ctx.t("hand.again", { slot: slotWords(ctx, armed) });
    if (held.size !== null)
      return ctx.t("hand.taken", { colour: ColourName(ctx, colour), size: ctx.t(`size.${SIZES[held.size]}`) });
    return other ? ctx.t("hand.choose", { one: one!, other }) : ctx.t("hand.place", { colours: names });
  }

  // What the player does

  private chosen(slot: number, by: "keys" | "mouse" | "touch"): void {
    const to = by === "touch" ? aim(this.open, slot, this.held.size) : this.meant(slot);
    if (to === null) return this.refuse();
    // A finger hides what it points at, so it points twice, unless it can only mean one thing.
    const sure = by !== "touch" || this.held.size !== null || this.armed === to || this.choices(slot) === 1;
    if (sure) return this.ctx.play(actionOf(to, this.held.which));
    this.armed = to;
    this.ctx.say(this.ctx.t("hand.again", { slot: slotWords(this.ctx, to) }));
    this.draw();
  }

  /** A mouse and the focus are exact, unless a size is in hand. */
  private meant(slot: number | null): number | null {
    if (slot === null || (this.held.size === null && !this.open.has(slot))) return null;
    return aim(this.open, slot, this.held.size);
  }

  private choices(slot: number): number {
    return SIZES.filter((_, size) => this.open.has(9 * size + (slot % 9))).length;
  }

  private refuse(): void {
    this.armed = null;
    this.draw();
    if (this.colour === null) return;
    this.ctx.sound("illegal");
    this.ctx.say(this.ctx.t("illegal"));
  }

  private pointed(slot: number | null): void {
    this.hovered = slot;
    if (!this.shown) return;
    this.board.ghost(this.armed ?? this.meant(slot), this.colour);
    const lines = slot === null || !this.wants.threats ? [] : this.threats.filter((each) => each.slot === slot);
    this.board.light(lines.flatMap(({ line }) => line));
  }

  private take(wanted: Held): void {
    [this.held, this.armed] = [wanted, null];
    if (wanted.size !== null) this.board.resize(wanted.size);
    this.draw();
  }

  private took(wanted: number, size: number): void {
    const which = this.view.due.indexOf(wanted);
    const again = this.held.which === which && this.held.size === size;
    if (which >= 0) this.take({ which, size: again ? null : size });
  }

  private pressed(key: string): boolean {
    if (key === "Escape") this.take({ ...this.held, size: null });
    else if (key === "t") this.toggle("threats");
    else if (key === "h" && this.ctx.purpose === "room" && this.ctx.mayHint()) this.toggle("hint");
    else if (key === "x" && this.turn.open.length > 1) this.take({ ...this.held, which: 1 - this.held.which });
    else return false;
    return true;
  }

  // Threats and the engine

  private toggle(what: "threats" | "hint"): void {
    this.wants[what] = !this.wants[what];
    this.draw();
    if (this.wants.threats && what === "threats") this.ctx.say(this.threatsTold());
  }

  private threatsTold(): string {
    const { ctx, threats } = this;
    if (threats.length === 0) return ctx.t("threats.none");
    return threats.map((threat) => threatWords(ctx, threat)).join(ctx.t("list.separator"));
  }

  /** Of a player's game the engine is asked only when he is to place something. */
  private question(): string | null {
    const { ctx } = this;
    const fits = ctx.seat === null || this.open.size > 0;
    return this.wants.hint && fits && ctx.mayHint() ? positionText(this.view) : null;
  }

  private heard(): void {
    this.draw();
    this.ctx.say(this.engine.words(this.view));
  }
}

/** Where pieces have come that were not seen coming: what the others placed, and what was just sent. */
function placedSince({ since, pending }: Shown, sent: number | null): number[] {
  const fresh = pending !== sent ? [pending] : [];
  const actions = [...since.map(({ action }) => action).filter((action) => action !== sent), ...fresh];
  return actions.flatMap((action) => (action === null ? [] : (slotOf(action) ?? [])));
}
