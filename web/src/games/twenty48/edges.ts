// The four edges of the board: buttons that slide the tiles. They show what is legal, the last move and the hint.
import type { BoardContext } from "../board";
import { el, set, svg } from "../dom";
import { DIRECTIONS } from "./slide";

export interface Marks {
  legal: readonly number[];
  last: number | null;
  hinted: readonly number[];
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
      ),
    );
  }

  mark({ legal, last, hinted }: Marks): void {
    this.buttons.forEach((button, action) => {
      const [isLast, isHinted] = [action === last, hinted.includes(action)];
      button.classList.toggle("last", isLast);
      button.classList.toggle("hinted", isHinted);
      // Not `disabled`: the focus would be lost.
      set(button, { "aria-disabled": String(!legal.includes(action)), "aria-label": this.label(action, isHinted) });
    });
  }

  private label(action: number, hinted: boolean): string {
    const direction = this.ctx.t(DIRECTIONS[action]!);
    return hinted ? this.ctx.t("hinted", { direction }) : direction;
  }
}
