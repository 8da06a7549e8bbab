// The board of a game: it follows what the shell shows, foresees a move that is on its way, and asks for hints.
import { effect, signal } from "@preact/signals";
import type { BoardContext, BoardTool, Hint, Judged, Ply, Shown } from "../board";
import { el } from "../dom";
import { Skeleton } from "../skeleton";
import { felt, type Marks } from "./felt";
import { Film, type Step } from "./film";
import { Hints, isOpen, marksOf } from "./hints";
import { type Line, nameOf, writeMoves, writePosition } from "./notation";
import { panel } from "./panel";
import { after, counts, isEnd, PASS, type Position, type Side, START } from "./rules";
import { openStudy } from "./study";
import { moveText, tally } from "./tally";

/** What `view` of the rulebook says. */
interface View {
  black: number[];
  white: number[];
  to_play: number;
  legal: number[];
}

/** Kept from game to game, until the page is left. */
const hinting = signal(false);

export class Play extends Skeleton<View> {
  readonly panel: HTMLElement;
  private readonly hints: Hints;
  private readonly beside;
  private readonly tally;
  private readonly felt;
  private readonly film: Film;
  private readonly mustPass: HTMLElement;
  private readonly desk = el("div");
  private position: Position = START;
  /** What the shell has heard of this position, in a replay, and what was played here. */
  private told: Hint | null = null;
  private erred: number | null = null;
  /** What was played so far; null if this board came later and nobody has said. */
  private actions: number[] | null = null;
  private news = "";

  constructor(root: HTMLElement, ctx: BoardContext) {
    super(root, ctx);
    this.hints = new Hints(ctx);
    this.beside = panel(ctx, this.hints);
    this.panel = this.beside.node;
    this.tally = tally(ctx);
    this.felt = felt(ctx, (at) => this.choose(at));
    this.film = new Film(this.felt, (step) => this.came(step));
    this.mustPass = el("div", { class: "othello-must-pass", hidden: true }, el("p", {}, ctx.t("pass.must")));
    const board = el("div", { class: "othello-board" }, this.felt.node, this.mustPass);
    root.append(el("div", { class: `othello othello-${ctx.purpose}` }, this.tally.node, board), this.desk);
    this.until(
      effect(() => void (this.hints.heard.value > 0 && this.remark())),
      () => this.hints.turnTo(null),
      () => this.beside.destroy(),
      () => this.film.cut(this.position.squares),
      () => this.felt.destroy(),
      () => openStudy(this.desk, null),
    );
  }

  protected show(shown: Shown, how: "step" | "jump", former: Shown | null): void {
    const before = this.position;
    this.position = seen(this.view);
    [this.told, this.erred] = [null, null];
    this.actions = shown.history.length === shown.plies ? shown.history.map(({ action }) => action) : null;
    this.news = newsOf(this.ctx, shown, this.position);
    this.roll(how === "step" ? stepsOf(before, shown.since) : null);
    if (!former) this.felt.point(squaresOf(shown)[0] ?? 27);
    this.mustPass.hidden = !(shown.moves.length === 1 && shown.moves[0]![0] === PASS);
    this.consult();
  }

  protected override tell(shown: Shown, before: Shown | null): void {
    if (before && shown.since.length > 0) announce(this.ctx, seen(before.view as View), shown);
  }

  focus(): void {
    this.felt.focus();
  }

  private choose(at: number): void {
    const { moves, pending } = this.shown ?? { moves: [], pending: null };
    if (moves.length === 0 || pending !== null) return;
    if (moves.some(([action]) => action === at)) {
      this.ctx.play(at);
      return;
    }
    const why = this.mustPass.hidden ? this.ctx.t("illegal", { square: nameOf(at) }) : this.ctx.t("pass.must");
    this.ctx.sound("illegal");
    this.ctx.say(why);
    this.tally.tell(why);
  }

  /** Show how it came to this; null is at once. A move that is on its way is shown as if it had arrived. */
  private roll(steps: Step[] | null): void {
    const coming = this.coming();
    const end = coming?.squares ?? this.position.squares;
    // Who moves, or goes on in a replay, has seen enough of the move before.
    const replays = this.ctx.purpose === "replay";
    const hurries = this.film.runs && (replays || (coming !== null && end !== this.film.end));
    if (steps === null || hurries) this.film.cut(this.position.squares);
    this.film.show([...(steps ?? []), ...(coming ? [coming] : [])]);
    if (this.film.end === end) return;
    this.film.cut(end);
    this.film.show([]);
  }

  /** The disc that was sent and is not on the server's board yet. */
  private coming(): Step | null {
    const { pending } = this.shown!;
    if (pending === null || !squaresOf(this.shown!).includes(pending)) return null;
    return { squares: after(this.position, pending).squares, at: pending };
  }

  private came(step: Step | null): void {
    const shown = this.shown!;
    const due = shown.over ? null : this.position.side;
    this.tally.show(step?.squares ?? this.film.end, due);
    this.tally.tell(this.news);
    this.felt.mark(step ? this.marksAt(step.at) : this.marks(shown));
    if (step) this.ctx.sound("move");
  }

  /** While discs turn. */
  private marksAt(last: number): Marks {
    return { position: this.position, legal: [], last, pending: this.coming()?.at ?? null };
  }

  private marks(shown: Shown): Marks {
    const coming = this.coming();
    if (coming) return this.marksAt(coming.at);
    const hint = this.told ?? (this.wantsHints() ? this.hints.about(this.position) : null);
    const squares = hint ? hint.moves.map(({ action }) => action) : squaresOf(shown);
    return { position: this.position, legal: squares, last: this.lastSquare(), ...marksOf(hint, this.erred) };
  }

  protected override toolsNow(): BoardTool[] {
    const { t } = this.ctx;
    const disabled = !this.ctx.mayHint();
    const moves = (): string => writeMoves(this.actions ?? []);
    const hints = { id: "hints", label: t("hints"), pressed: hinting.value, disabled, run: () => this.toggleHints() };
    return [
      ...(this.ctx.purpose === "room" ? [hints] : []),
      { id: "study", label: t("study"), disabled, run: () => this.study() },
      { id: "copy-moves", label: t("copy.moves"), disabled: !moves(), run: () => this.copy(moves()) },
      { id: "copy-board", label: t("copy.board"), run: () => this.copy(writePosition(this.position)) },
    ];
  }

  /** The values on the squares come from who looks through the game. */
  advise(hint: Hint | null, played: number | null): void {
    [this.told, this.erred] = [hint, played];
    this.remark();
  }

  study(known: readonly Judged[] = []): void {
    this.hints.turnTo(null);
    const { line, at } = this.walk();
    this.hints.learnLine(line, known);
    openStudy(this.desk, { ctx: this.ctx, hints: this.hints, line, at });
  }

  private lastSquare(): number | null {
    return this.actions?.findLast((action) => action !== PASS) ?? this.shown?.last?.action ?? null;
  }

  private copy(text: string): void {
    void this.beside.copy(text);
  }

  private line(): Line {
    return this.actions ? { start: START, actions: this.actions } : { start: this.position, actions: [] };
  }

  /** The whole game, and where one stands in it. */
  private walk(): { line: Line; at: number } {
    const line = this.line();
    const future = this.actions ? (this.shown?.future ?? []).map(({ action }) => action) : [];
    return { line: { ...line, actions: [...line.actions, ...future] }, at: line.actions.length };
  }

  private toggleHints(): void {
    hinting.value = !hinting.value;
    this.offer();
    this.consult();
    this.remark();
  }

  /** In the own turn, and all the time for who only looks on. */
  private wantsHints(): boolean {
    const { purpose, seat } = this.ctx;
    const mine = purpose === "room" && (seat === null || this.shown!.moves.length > 0);
    return hinting.value && mine && this.ctx.mayHint() && !this.shown!.over && isOpen(this.position);
  }

  /** Ask about this position, and tell what is known of the game. */
  private consult(): void {
    // The study board asks by the same hints, about what stands on it.
    if (!this.desk.hasChildNodes()) this.hints.turnTo(this.wantsHints() ? this.position : null);
    const isAsked = this.ctx.purpose === "room" && hinting.value && this.ctx.mayHint();
    this.beside.think(isAsked ? { position: this.position, line: this.line() } : null);
  }

  /** More is known of what stands here. */
  private remark(): void {
    if (this.shown && !this.film.runs) this.felt.mark(this.marks(this.shown));
  }
}

function seen({ black, white, to_play }: View): Position {
  const letters = Array.from({ length: 64 }, () => "-");
  for (const at of black) letters[at] = "X";
  for (const at of white) letters[at] = "O";
  return { squares: letters.join(""), side: to_play === 1 ? 1 : 0 };
}

function squaresOf({ moves }: Shown): number[] {
  return moves.map(([action]) => action).filter((action) => action !== PASS);
}

function stepsOf(before: Position, since: readonly Ply[]): Step[] {
  let position = before;
  return since.flatMap(({ seat, action }) => {
    position = after({ ...position, side: seat as Side }, action);
    return action === PASS ? [] : [{ squares: position.squares, at: action }];
  });
}

/** The line above the board. */
function newsOf(ctx: BoardContext, { last, over }: Shown, position: Position): string {
  if (last?.action === PASS && !over) return ctx.t("passed", { who: ctx.seatName(last.seat) });
  return moveText(ctx, position.squares, isEnd(position));
}

/** What both sides did, and what is to be done. */
function announce(ctx: BoardContext, before: Position, shown: Shown): void {
  let squares = before.squares;
  for (const ply of shown.since) {
    const who = ctx.seatName(ply.seat);
    const side = ply.seat as Side;
    const now = after({ squares, side }, ply.action).squares;
    const count = counts(now)[side] - counts(squares)[side] - 1;
    const params = { who, square: nameOf(ply.action), count };
    ctx.say(ctx.t(ply.action === PASS ? "passed" : "moved", params));
    squares = now;
  }
  const count = squaresOf(shown).length;
  if (isEnd(seen(shown.view as View))) ctx.say(moveText(ctx, squares, true));
  else if (shown.moves.length > 0) ctx.say(count > 0 ? ctx.t("turn", { count }) : ctx.t("pass.must"));
}
