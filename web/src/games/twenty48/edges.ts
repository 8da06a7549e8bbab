// The four edges of the board: buttons that slide the tiles. They show what is legal, the last move and the hint.
import type { BoardContext } from "../board";
import { el, set, svg } from "../dom";
import { DIRECTIONS } from "./slide";

export interface Marks {
  legal: readonly number[];
  last: number | null;
  hinted: readonly number[];
  /** What a slide is worth, where that can be said. */
  values: ReadonlyMap<number, string>;
  /** In a replay: the slide that was made where another was better. */
  erred: number | null;
}

export class Edges {
  readonly buttons: readonly HTMLButtonElement[];

  constructor(
    private readonly ctx: BoardContext,
    pushed: ((action: number) => void) | null,
  ) {
    this.buttons = DIRECTIONS.map((direction, action) =>
      el(
        "button",
        {
          type: "button",
          class: `twenty48-edge twenty48-${direction}`,
          disabled: pushed === null,
          onclick: () => pushed?.(action),
        },
        svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: "M5 15.5 12 8.5l7 7" })),
        el("span", { class: "twenty48-worth", "aria-hidden": "true" }),
      ),
    );
  }

  mark({ legal, last, hinted, values, erred }: Marks): void {
    this.buttons.forEach((button, action) => {
      const [isLast, isHinted] = [action === last, hinted.includes(action)];
      button.classList.toggle("erred", action === erred);
      button.querySelector(".twenty48-worth")!.textContent = values.get(action) ?? "";
      button.classList.toggle("last", isLast);
      button.classList.toggle("hinted", isHinted);
      // Not `disabled`: the focus would be lost.
      set(button, {
        "aria-disabled": String(!legal.includes(action)),
        "aria-label": this.label(action, isHinted, values),
      });
    });
  }

  private label(action: number, hinted: boolean, values: Marks["values"]): string {
    const direction = this.ctx.t(DIRECTIONS[action]!);
    const told = hinted ? this.ctx.t("hinted", { direction }) : direction;
    return [told, values.get(action)].filter(Boolean).join(this.ctx.t("list.separator"));
  }
}
