// The buttons of the game in words, with the keys that they have now.
import type { BoardContext } from "../board";
import { el } from "../dom";
import { keyName } from "../keys";
import { BUTTONS } from "./clockwork";
import { keysOf } from "./hands";

export interface Legend {
  readonly list: HTMLElement;
  /** The same in one sentence, for who cannot see the list. */
  readonly help: HTMLElement;
  /** As the settings are now. */
  write(): void;
}

export function legend(ctx: BoardContext, id: string | false): Legend {
  const list = el("dl", { class: "puyo-keys" });
  const help = el("p", { class: "unseen", id });
  return {
    list,
    help,
    write() {
      const lines = linesOf(ctx);
      list.replaceChildren(...lines.flatMap(keyLine));
      help.textContent = lines.map(({ name, keys }) => `${name}: ${keys.join(", ")}`).join("; ");
    },
  };
}

interface Line {
  name: string;
  keys: string[];
}

function linesOf(ctx: BoardContext): Line[] {
  const bound = keysOf(ctx);
  return BUTTONS.map((button) => {
    const drops = button === "down" && !ctx.timed;
    const codes = Object.keys(bound).filter((code) => bound[code] === button);
    const keys = [...codes, ...(drops ? ["Space"] : [])].map((code) => keyName(code, ctx.t));
    return { name: ctx.t(drops ? "button.drop" : `button.${button}`), keys };
  });
}

function keyLine({ name, keys }: Line): HTMLElement[] {
  return [el("dt", {}, name), el("dd", {}, ...keys.map((key) => el("kbd", {}, key)))];
}
