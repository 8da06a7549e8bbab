// The player's pieces below the board: take a size first, and any space will do.
import type { BoardContext } from "../board";
import { el, set, svg } from "../dom";
import { groove, piece } from "./pieces";
import { COLOURS, SIZES, stockOf, type View } from "./view";
import { ColourName } from "./words";

export interface Held {
  /** Which of the colours that are due. */
  which: number;
  /** Null while no piece is taken: then the slot that is pointed at says the size. */
  size: number | null;
}

export interface InHand {
  view: View;
  /** One colour, or two to choose from; none for who only looks on. */
  colours: readonly number[];
  held: Held;
  /** Whether a piece of that colour and size can be placed now. */
  open(which: number, size: number): boolean;
  passing: boolean;
  words: string;
}

export interface Hand {
  readonly node: HTMLElement;
  show(now: InHand): void;
}

export function hand(ctx: BoardContext, take: (held: Held) => void): Hand {
  const words = el("p", { class: "otrio-words" });
  const groups = [0, 1].map((which) => group(which));
  const sizes = el("div", { class: "otrio-sizes" }, ...groups.map(({ node }) => node));
  const node = el("div", { class: "otrio-hand", role: "group", "aria-label": ctx.t("hand") }, words, sizes);

  function group(which: number) {
    const buttons = SIZES.map((_, size) => {
      const press = (event: Event): void => {
        const button = event.currentTarget as HTMLElement;
        if (button.getAttribute("aria-disabled") === "true") return;
        take({ which, size: button.getAttribute("aria-pressed") === "true" ? null : size });
      };
      return el("button", { type: "button", class: "otrio-size", onclick: press });
    });
    return { node: el("div", { class: "otrio-colour", role: "group" }, ...buttons), buttons };
  }

  return {
    node,
    show({ view, colours, held, open, passing, words: text }) {
      node.hidden = colours.length === 0;
      words.textContent = text;
      sizes.hidden = passing;
      for (const [which, { node, buttons }] of groups.entries()) {
        const colour = colours[which];
        node.hidden = colour === undefined;
        if (colour === undefined) continue;
        node.setAttribute("aria-label", ColourName(ctx, colour));
        for (const [size, button] of buttons.entries()) {
          const count = stockOf(view, colour)[size]!;
          draw(button, size, colour, count);
          set(button, {
            "aria-label": ctx.t("hand.size", {
              colour: ColourName(ctx, colour),
              size: ctx.t(`size.${SIZES[size]}`),
              count,
            }),
            "aria-pressed": String(held.which === which && held.size === size),
            "aria-disabled": String(!open(which, size)),
          });
        }
      }
    },
  };
}

function draw(button: HTMLElement, size: number, colour: number, count: number): void {
  const key = `${COLOURS[colour]} ${count}`;
  if (button.dataset.shown === key) return;
  button.dataset.shown = key;
  const nest = [0, 1, 2].map((each) => (each === size ? piece(size, colour) : groove(each)));
  const picture = svg("svg", { viewBox: "-48 -48 96 96", "aria-hidden": "true" }, ...nest);
  button.replaceChildren(picture, el("span", { "aria-hidden": "true" }, `×${count}`));
}
