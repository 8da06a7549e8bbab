// Keys and the buttons under the board, made into the five buttons of the game.
import type { BoardContext } from "../board";
import { el, svg } from "../dom";
import { onKeys } from "../keys";
import { BUTTONS, type Button } from "./clockwork";
import type { Place } from "./layout";
import type { Mode } from "./mode";
import { Pointers } from "./pointers";
import { Repeating } from "./repeating";

export const KEYS: Readonly<Record<string, Button>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowDown: "down",
  ArrowUp: "rotate_right",
  KeyA: "left",
  KeyD: "right",
  KeyS: "down",
  KeyW: "rotate_right",
  KeyX: "rotate_right",
  KeyZ: "rotate_left",
};

/** These answer to Space and Enter themselves. */
const OWN_KEYS = "a, button, summary, [role=button], [role=tab], [role=option]";
const ICONS: Readonly<Record<Button, string>> = {
  left: "M15 5 8 12l7 7",
  right: "m9 5 7 7-7 7",
  down: "M12 4v12m-6-6 6 6 6-6M6 20h12",
  rotate_left: "M5 5v5h5M5.6 10a7 7 0 1 1-.6 5",
  rotate_right: "M19 5v5h-5m4.4 0a7 7 0 1 0 .6 5",
};
const ORDER: readonly Button[] = ["rotate_left", "left", "down", "right", "rotate_right"];

export interface Ground {
  stage: HTMLElement;
  /** Where my field is; null if I only watch. */
  place(): Place | null;
  mode(): Mode | null;
  /** Something may have changed. */
  wake(): void;
}

/** The keys that count: those of the settings, and where they say nothing those of the game. */
export function keysOf(ctx: BoardContext): Readonly<Record<string, string>> {
  return { ...KEYS, ...ctx.settings.value.keys };
}

/** Listens until the function it returns is called. */
export function listen(ctx: BoardContext, ground: Ground): () => void {
  const end = listenToKeys(ctx, ground);
  const pointers = new Pointers(ground);
  return () => {
    end();
    pointers.destroy();
  };
}

function listenToKeys(ctx: BoardContext, { mode, wake }: Ground): () => void {
  const down = new Map<string, Button>();
  const repeating = new Repeating(ctx, { mode, wake });
  const press = (event: KeyboardEvent): boolean => {
    const free = !(event.target as Element).closest(OWN_KEYS);
    const bound = keysOf(ctx)[event.code];
    const dropped = !ctx.timed && free && (event.code === "Space" || event.code === "Enter") ? "down" : undefined;
    const button = (dropped ?? bound) as Button | undefined;
    if (!button || !BUTTONS.includes(button)) return false;
    // The system repeats at a pace of its own.
    if (event.repeat && repeating.takes(button)) return true;
    if (!mode()?.press(button, event.repeat)) return false;
    down.set(event.code, button);
    if (!event.repeat) repeating.begin(button);
    wake();
    return true;
  };
  const release = (code: string): void => {
    const button = down.get(code);
    down.delete(code);
    if (!button || [...down.values()].includes(button)) return;
    repeating.end(button);
    mode()?.release(button);
  };
  const up = (event: KeyboardEvent): void => release(event.code);
  const all = (): void => [...down.keys()].forEach(release);
  const end = onKeys(press);
  document.addEventListener("keyup", up);
  window.addEventListener("blur", all);
  return () => {
    end();
    repeating.end(null);
    document.removeEventListener("keyup", up);
    window.removeEventListener("blur", all);
  };
}

/** Five buttons to press and hold. */
export function buttonRow(ctx: BoardContext, { mode, wake }: Pick<Ground, "mode" | "wake">): HTMLElement {
  const repeating = new Repeating(ctx, { mode, wake });
  const row = el("div", { class: "puyo-buttons", role: "group", "aria-label": ctx.t("buttons") });
  for (const name of ORDER) {
    const label = ctx.t(name === "down" && !ctx.timed ? "button.drop" : `button.${name}`);
    const press = (): void => {
      mode()?.press(name);
      repeating.begin(name);
      wake();
    };
    const release = (): void => {
      repeating.end(name);
      mode()?.release(name);
    };
    const button = el("button", {
      type: "button",
      class: "puyo-button",
      "data-button": name,
      "aria-label": label,
      title: label,
      onpointerdown: (event) => {
        if ((event as PointerEvent).button === 0) press();
      },
      onpointerup: release,
      onpointerleave: release,
      onpointercancel: release,
      oncontextmenu: (event) => event.preventDefault(),
      // A pointer was heard when it went down; the others only click.
      onclick: (event) => {
        if ((event as MouseEvent).detail > 0) return;
        press();
        release();
      },
    });
    button.append(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d: ICONS[name] })));
    row.append(button);
  }
  return row;
}
