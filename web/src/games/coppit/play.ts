// A game on the board: what can be done is shown, what was done is played as a film and told.
import type { BoardContext, BoardTool, Hint, Ply, Shown } from "../board";
import { el, set } from "../dom";
import { Question } from "../question";
import { Skeleton } from "../skeleton";
import type { Protection } from "./art";
import { Choosing } from "./choosing";
import { Film } from "./film";
import { Log } from "./log";
import { type BoardMap, COLOURS, type Colour, mapOf } from "./map";
import { NOTHING, Picture } from "./picture";
import { Pointing } from "./pointing";
import { Rolling } from "./rolling";
import { scores } from "./scores";
import { type Choice, choicesOf, eventsOf, movesOf, positionOf, trailOf, type View } from "./views";
import { Words } from "./words";

const PASS = "pass";
const KEYS = "coppit-keys";

export class Play extends Skeleton<View> {
  readonly panel: HTMLElement;
  private readonly map: BoardMap;
  private readonly picture: Picture;
  private readonly film: Film;
  private readonly words: Words;
  private readonly log: Log;
  private readonly pointing: Pointing;
  private readonly choosing = new Choosing();
  private readonly caption = el("p", { class: "coppit-caption" });
  private readonly buttons = el("div", { class: "coppit-buttons" });
  private readonly turns = el("p", { class: "coppit-turn" });
  private readonly scores: HTMLUListElement;
  private readonly frame: HTMLElement;
  private readonly question: Question<string, Hint | null>;
  /** Several moves lead to the square that was chosen: which one? */
  private asked: readonly Choice[] = [];
  private hinted: readonly Choice[] = [];
  /** The square under the pointer, or the one that has the focus. */
  private aim = -1;
  private readonly rolling: Rolling;

  constructor(root: HTMLElement, ctx: BoardContext) {
    super(root, ctx);
    const safe: Protection = {
      colour: ctx.options.safe_by_color !== false,
      grey: ctx.options.safe_by_gray !== false,
    };
    this.map = mapOf(ctx.options);
    this.rolling = new Rolling(this.plays ? this.mine : null);
    this.words = new Words(ctx.t, this.map, safe);
    this.log = new Log(ctx.t("log"), ctx.t("log.empty"));
    this.panel = this.log.root;
    const seated = COLOURS.filter((colour) => ctx.seatNames.includes(colour.toLowerCase()));
    this.picture = new Picture(this.map, seated, safe);
    set(this.picture.root, { "aria-label": ctx.t("board"), "aria-describedby": KEYS });
    this.film = this.made();
    this.scores = el("ul", { class: "coppit-scores", "aria-label": ctx.t("scores") });
    this.frame = el("div", { class: "coppit" }, this.layout());
    root.append(this.frame);
    this.question = new Question(ctx.hint, (hint) => this.advised(hint));
    this.pointing = new Pointing(this.picture, this.frame, {
      targets: () => this.choosing.targets,
      acted: () => (this.rolling.waits ? this.roll() : this.hurry()),
      aimed: (node) => this.aimAt(node),
      chosen: (node) => this.choose(node),
      entered: (node) => this.entered(node),
      letGo: () => this.letGo(),
    });
    this.marked(this.frame, "coppit-marked");
    this.until(
      () => this.film.cut(),
      () => this.question.drop(),
      () => this.pointing.destroy(),
    );
  }

  private made(): Film {
    return new Film(this.picture, this.ctx.sound, {
      begins: ({ plies }) => (this.caption.textContent = plies.map((ply) => this.sentence(ply)).join(this.space)),
      ends: ({ after }) => this.paint(after),
      isOver: () => this.rest(),
    });
  }

  /** A lesson is the picture alone; there are several of them on a page. */
  private layout(): HTMLElement {
    const around = [
      el("div", { class: "coppit-bar" }, this.caption, this.turns, this.buttons),
      this.scores,
      el("p", { class: "unseen", id: KEYS }, this.ctx.t("keys")),
    ];
    return el("div", { class: "coppit-layout" }, this.picture.root, ...(this.ctx.purpose === "lesson" ? [] : around));
  }

  override update(shown: Shown, how: "step" | "jump"): void {
    // What only says that nothing has changed uncovers nothing.
    const isSame = this.rolling.waits && how === "step" && shown.since.length === 0;
    if (!isSame) super.update(this.rolling.cover(shown, how), how);
  }

  private roll(): void {
    const shown = this.rolling.uncover();
    if (shown) super.update(shown, "step");
  }

  protected show(shown: Shown, how: "step" | "jump", before: Shown | null): void {
    const isSame = before !== null && before.view === shown.view && shown.since.length === 0;
    if (!isSame) this.turn(shown, how, before);
    this.choosing.begin(shown.pending === null ? choicesOf(shown, this.map) : []);
    if (this.ctx.purpose === "lesson") this.choosing.pick(choicesOf(shown, this.map)[0]?.source ?? -1);
    this.asked = [];
    this.aim = -1;
    this.label();
    this.rest();
    if (!isSame && before && shown.moves.length > 0 && this.frame.querySelector(":focus-visible")) this.focus();
    if (!before && shown.moves.length > 0) this.ctx.say(this.status());
  }

  focus(): void {
    const button = this.buttons.querySelector("button");
    const first = this.choosing.targets[0];
    if (button) button.focus();
    else this.pointing.focus(first ?? this.pointing.index);
  }

  /** Between sentences. */
  private get space(): string {
    return this.ctx.language === "ja" ? "" : " ";
  }

  private get mine(): Colour | null {
    return (this.ctx.seatNames[this.ctx.seat ?? -1]?.toUpperCase() as Colour | undefined) ?? null;
  }

  /** Another position: shown at once, or as a film. */
  private turn(shown: Shown, how: "step" | "jump", before: Shown | null): void {
    const view = shown.view as View;
    this.hinted = [];
    this.question.drop();
    const isCalm = this.ctx.settings.peek().reducedMotion || document.hidden || this.film.isLate;
    if (how === "step" && before && !isCalm && shown.since.length > 0) {
      this.film.add({ before: before.view as View, after: view, plies: shown.since });
    } else {
      this.film.cut();
      this.paint(view);
      if (how === "step") this.hear(shown.since);
    }
    this.log.cut(shown.plies - shown.since.length);
    const spoken = shown.since.map((ply, at) => this.noted(ply, shown.plies - shown.since.length + at + 1));
    this.log.show();
    const text = spoken.filter((each) => each !== "").join(this.space);
    if (text !== "") this.ctx.say(text);
  }

  private paint(view: View): void {
    this.picture.show(view);
    this.scores.replaceChildren(...scores(view, this.ctx, this.words));
    const most = this.ctx.options.max_turns;
    this.turns.textContent =
      typeof most === "number"
        ? this.ctx.t("turn_of", { turn: view.turn, most })
        : this.ctx.t("turn", { turn: view.turn });
  }

  private sentence({ happened }: Ply): string {
    return eventsOf(happened)
      .map((event) => this.words.event(event))
      .join(this.space);
  }

  /** Into the log, and what of it is to be read aloud. */
  private noted(ply: Ply, number: number): string {
    const first = eventsOf(ply.happened)[0];
    if (!first) return "";
    const text = this.sentence(ply);
    const colour = "colour" in first ? first.colour : null;
    this.log.add(number, colour, text, first.event === "roll" ? first.die : null);
    // Everybody's rolls would be too many words.
    return ply.seat >= 0 || colour === this.mine || this.ctx.purpose === "replay" ? text : "";
  }

  private hear(plies: readonly Ply[]): void {
    const names = plies.flatMap(({ happened }) => eventsOf(happened).map(({ event }) => event));
    if (names.includes("bank")) this.ctx.sound("pop");
    else if (names.includes("capture")) this.ctx.sound("capture");
    else if (names.includes("move") || names.includes("deploy")) this.ctx.sound("move");
  }

  /** Nothing moves: show what can be done. */
  private rest(): void {
    if (!this.shown) return;
    const { last } = this.shown;
    const colour = last ? (this.ctx.seatNames[last.seat]?.toUpperCase() as Colour | undefined) : undefined;
    this.picture.follow(last && colour && !this.film.isPlaying ? trailOf(last, this.map, colour) : [], colour ?? null);
    this.invite();
    this.press();
    this.offer();
  }

  /** What the picture shows of what can be done. */
  private invite(): void {
    const pending = movesOf(this.view, this.map).filter(({ action }) => action === this.shown!.pending);
    if (this.film.isPlaying) return this.picture.offer(NOTHING);
    if (pending.length > 0) this.picture.offer({ ...NOTHING, aimed: pending });
    else {
      const source = this.choosing.source;
      const peeked = source === null && this.choosing.sources.includes(this.aim) ? this.aim : source;
      const aimed = this.asked.length > 0 ? this.asked : this.choosing.to(this.aim);
      this.picture.offer({
        sources: this.choosing.sources,
        source,
        choices: this.choosing.from(peeked),
        aimed,
        hinted: this.hinted,
      });
    }
    this.caption.textContent = this.aim >= 0 ? this.words.spot(this.map.spots[this.aim]!, this.view) : this.status();
  }

  /** What the person is to do, or what the others do. */
  private status(): string {
    const { view, shown } = this;
    const who = this.words.colour(view.colour);
    const die = view.die ?? 0;
    if (view.phase === "GAME_OVER") return this.words.event({ event: "end", winner: view.winner });
    if (this.rolling.waits) return this.ctx.t("status.tap");
    if (shown!.moves.length === 0)
      return die ? this.words.event({ event: "roll", colour: view.colour, die }) : this.ctx.t("status.roll", { who });
    if (this.passes()) return this.ctx.t("status.stuck", { die });
    if (this.asked.length > 0) return this.ctx.t("status.ways");
    if (this.hinted.length > 0) return this.best();
    const from = this.choosing.source;
    return from === null
      ? this.ctx.t("status.choose", { die })
      : this.ctx.t("status.go", { die, from: this.words.place(this.map.spots[from]!) });
  }

  private passes(): boolean {
    return this.shown!.moves.some(([, text]) => text === PASS);
  }

  /** Buttons for what has no square: one of several ways. */
  private press(): void {
    const had = this.buttons.contains(document.activeElement);
    const ways = this.asked.map((choice) => this.button(this.words.way(choice, this.asked), choice.action));
    const roll = el(
      "button",
      { type: "button", class: "button primary", onclick: () => this.roll() },
      this.ctx.t("roll"),
    );
    this.buttons.replaceChildren(...(this.rolling.waits && !this.film.isPlaying ? [roll] : ways));
    if (this.asked.length > 0) this.buttons.querySelector("button")!.focus();
    else if (had) this.pointing.focus(this.pointing.index);
  }

  private button(label: string, action: number): HTMLButtonElement {
    return el(
      "button",
      { type: "button", class: "button primary", "data-action": action, onclick: () => this.ctx.play(action) },
      label,
    );
  }

  /** What the squares are called, and which of them can be chosen. */
  private label(): void {
    const { targets, sources, source } = this.choosing;
    for (const [node, spot] of this.map.spots.entries()) {
      const isEnd = this.choosing.to(node).length > 0;
      const use = isEnd ? this.ctx.t("can.go") : sources.includes(node) ? this.ctx.t("can.move") : "";
      set(this.picture.spots[node]!, {
        "aria-label": this.words.list([this.words.spot(spot, this.view), use]),
        "aria-disabled": targets.includes(node) ? null : "true",
        "aria-pressed": sources.includes(node) ? String(node === source) : null,
      });
    }
  }

  private choose(node: number): void {
    const had = this.choosing.source;
    const found = this.choosing.pick(node);
    this.asked = found.length > 1 ? found : [];
    this.label();
    this.rest();
    if (found.length === 1) this.ctx.play(found[0]!.action);
    else if (this.choosing.source !== null && this.choosing.source !== had) this.ctx.say(this.status());
  }

  /** Whoever chose a hat by key goes on with where it can go. */
  private entered(node: number): void {
    const had = this.choosing.source;
    this.choose(node);
    const isPicked = this.choosing.source !== null && this.choosing.source !== had;
    if (isPicked) this.pointing.focus(this.choosing.targets[0]!);
  }

  private aimAt(node: number): void {
    if (node === this.aim || !this.shown) return;
    this.aim = node;
    this.invite();
  }

  private letGo(): boolean {
    const { source } = this.choosing;
    if (source === null) return false;
    this.choose(-1);
    this.pointing.focus(source);
    return true;
  }

  /** Whoever acts sees the position as it is. */
  private hurry(): void {
    if (!this.film.isPlaying || !this.shown) return;
    this.film.cut();
    this.paint(this.view);
    this.rest();
  }

  protected override toolsNow(): BoardTool[] {
    const { purpose, seat } = this.ctx;
    if ((purpose === "room" && seat === null) || !this.ctx.mayHint()) return [];
    const isPossible = this.view.moves.length > 0 && (purpose === "replay" || this.shown!.moves.length > 0);
    const disabled = this.question.isOpen || !isPossible;
    const hint = { id: "hint", label: this.ctx.t("hint"), run: () => this.think(), disabled };
    return this.plays ? [hint, this.tapping()] : [hint];
  }

  private tapping(): BoardTool {
    const { wished } = this.rolling;
    const run = (): void => {
      this.rolling.wish(!wished);
      this.roll();
      this.offer();
    };
    return { id: "tap", label: this.ctx.t("tap"), pressed: wished, run };
  }

  private think(): void {
    this.question.put(positionOf(this.view));
    this.offer();
  }

  private advised(hint: Hint | null): void {
    this.hinted = movesOf(this.view, this.map).filter(({ text }) => hint?.best.includes(text));
    const first = this.hinted[0];
    if (first && this.shown!.moves.length > 0) this.choosing.source = first.source;
    this.ctx.say(first ? this.best() : this.ctx.t("hint.none"));
    this.label();
    this.rest();
  }

  private best(): string {
    return this.ctx.t("hint.best", { moves: this.words.list(this.hinted.map(({ text }) => text)) });
  }
}
