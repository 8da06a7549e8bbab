// A game by its view and its moves alone.
import type { BoardContext, Shown } from "../board";
import { el } from "../dom";
import { Skeleton } from "../skeleton";
import { told } from "./told";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

export class Play extends Skeleton<unknown> {
  private readonly position: HTMLElement;
  private readonly heading: HTMLElement;
  private readonly list: HTMLElement;
  private readonly choice: HTMLElement;
  private moves: Shown["moves"] = [];
  private at = 0;

  constructor(root: HTMLElement, ctx: BoardContext) {
    super(root, ctx);
    this.position = el("div", { class: "generic-view", role: "group", "aria-label": ctx.t("position") });
    this.heading = el("h3", { class: "generic-heading", id: `moves-${ctx.game}` });
    this.list = el("div", {
      class: "generic-moves",
      role: "listbox",
      tabindex: 0,
      "aria-labelledby": this.heading.id,
      onkeydown: (event) => this.pressed(event as KeyboardEvent),
      onclick: (event) => this.clicked(event),
    });
    this.choice = el("section", { class: "generic-choice" }, this.heading, this.list);
    root.append(el("div", { class: "generic" }, this.position, this.choice));
  }

  focus(): void {
    this.list.focus();
  }

  protected show(shown: Shown): void {
    const kept = this.moves[this.at]?.[0];
    this.position.replaceChildren(told(shown.view));
    this.moves = shown.moves;
    this.heading.textContent = this.ctx.t(this.moves.length ? "choose" : shown.over ? "over" : "wait");
    this.list.replaceChildren(
      ...this.moves.map(([action, text], index) =>
        el("div", { class: "generic-move", role: "option", id: `move-${index}`, "data-action": action }, text),
      ),
    );
    this.choice.hidden = this.ctx.purpose !== "room";
    this.list.hidden = this.moves.length === 0;
    this.at = 0;
    this.point(this.moves.findIndex(([action]) => action === kept));
  }

  protected override tell({ since }: Shown): void {
    const { ctx } = this;
    for (const { seat, text } of since) {
      if (text === "") continue;
      ctx.say(seat < 0 ? ctx.t("luck", { text }) : ctx.t("moved", { who: ctx.seatName(seat), text }));
    }
    if (since.some(({ seat }) => seat !== ctx.seat)) ctx.sound("move");
  }

  private point(to: number): void {
    const { list } = this;
    list.children[this.at]?.setAttribute("aria-selected", "false");
    this.at = Math.max(0, Math.min(to, this.moves.length - 1));
    const option = list.children[this.at];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) list.setAttribute("aria-activedescendant", option.id);
    else list.removeAttribute("aria-activedescendant");
  }

  private pressed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step !== undefined) this.point(this.at + step);
    else if (event.key === "Home") this.point(0);
    else if (event.key === "End") this.point(this.moves.length - 1);
    else if (event.key === "Enter" || event.key === " ") this.choose(this.at);
    else return;
    event.preventDefault();
  }

  private clicked(event: Event): void {
    const option = (event.target as Element).closest("[role=option]");
    if (option) this.choose([...this.list.children].indexOf(option));
  }

  private choose(index: number): void {
    const move = this.moves[index];
    if (!move) return;
    this.point(index);
    this.ctx.play(move[0]);
  }
}
