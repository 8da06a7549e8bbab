// What happened, newest first: one line a turn, with the roll.
import { el } from "../dom";
import { icon } from "./art";
import type { Colour } from "./map";

interface Entry {
  ply: number;
  colour: Colour | null;
  die: number | null;
  isOpen: boolean;
  node: HTMLElement;
}

const MOST = 120;

export class Log {
  readonly root: HTMLElement;
  private readonly lines: HTMLOListElement;
  private entries: Entry[] = [];

  constructor(
    heading: string,
    private readonly empty: string,
  ) {
    this.lines = el("ol", { class: "coppit-log", tabindex: 0, "aria-label": heading });
    this.root = el("section", { class: "coppit-events" }, el("h2", {}, heading), this.lines);
    this.show();
  }

  /** The roll begins a line, the move that follows completes it. */
  add(ply: number, colour: Colour | null, text: string, die: number | null): void {
    const open = this.entries.at(-1);
    const rolled = open?.isOpen && open.colour === colour && die === null ? this.entries.pop()!.die : null;
    const shown = die ?? rolled;
    const node = el(
      "li",
      {},
      colour && icon(colour),
      el("span", { class: "coppit-rolled" }, shown ?? ""),
      el("span", {}, text),
    );
    this.entries.push({ ply, colour, die: shown, isOpen: die !== null, node });
    this.entries = this.entries.slice(-MOST);
  }

  /** Whatever came later has not happened. */
  cut(plies: number): void {
    this.entries = this.entries.filter(({ ply }) => ply <= plies);
  }

  show(): void {
    const nodes = this.entries.map(({ node }) => node).reverse();
    this.lines.replaceChildren(...(nodes.length > 0 ? nodes : [el("li", { class: "dim" }, this.empty)]));
  }
}
