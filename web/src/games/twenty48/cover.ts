// What lies over the board at the end, and when the target is reached. Tiles can be slid through it.
import type { BoardContext } from "../board";
import { el } from "../dom";

export class Cover {
  readonly node = el("div", { class: "twenty48-cover", hidden: true });

  constructor(private readonly ctx: BoardContext) {}

  /** Reached: the game goes on when the player does. */
  won(target: number, goOn: (() => void) | null): void {
    const title = this.ctx.t("won", { target: String(target) });
    if (!goOn) this.show("twenty48-won", title);
    else {
      const button = el("button", { type: "button", class: "button primary", onclick: goOn }, this.ctx.t("keep_going"));
      this.show("twenty48-won", title, el("p", {}, this.ctx.t("won.more")), button);
    }
  }

  over(largest: number): void {
    this.show("twenty48-lost", this.ctx.t("over"), el("p", {}, this.ctx.t("largest", { value: String(largest) })));
  }

  hide(): void {
    this.node.hidden = true;
  }

  private show(kind: string, title: string, ...more: HTMLElement[]): void {
    this.node.className = `twenty48-cover ${kind}`;
    this.node.replaceChildren(
      el("div", { class: "twenty48-card" }, el("p", { class: "twenty48-title" }, title), ...more),
    );
    this.node.hidden = false;
  }
}
