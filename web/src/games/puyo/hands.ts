// Keys, pointers and the buttons under the board, made into the five buttons of the game.
import type { BoardContext } from "../board";
import { el, svg } from "../dom";
import { onKeys } from "../keys";
import { BUTTONS, type Button } from "./clockwork";
import { columnAt, isInside, type Place } from "./layout";
import type { Mode } from "./mode";

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
/** A tap is shorter and goes less far, in ms and CSS pixels. */
const TAP_MS = 350;
const TAP_FAR = 12;
const WHEEL_MS = 120;
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
  const ends = [listenToKeys(ctx, ground), listenToPointers(ground)];
  return () => ends.forEach((end) => end());
}

function listenToKeys(ctx: BoardContext, { mode, wake }: Ground): () => void {
  const down = new Map<string, Button>();
  const press = (event: KeyboardEvent): boolean => {
    const free = !(event.target as Element).closest(OWN_KEYS);
    const bound = keysOf(ctx)[event.code];
    const dropped = !ctx.timed && free && (event.code === "Space" || event.code === "Enter") ? "down" : undefined;
    const button = (dropped ?? bound) as Button | undefined;
    if (!button || !BUTTONS.includes(button) || !mode()?.press(button, event.repeat)) return false;
    down.set(event.code, button);
    wake();
    return true;
  };
  const release = (code: string): void => {
    const button = down.get(code);
    down.delete(code);
    if (button && ![...down.values()].includes(button)) mode()?.release(button);
  };
  const up = (event: KeyboardEvent): void => release(event.code);
  const all = (): void => [...down.keys()].forEach(release);
  const end = onKeys(press);
  document.addEventListener("keyup", up);
  window.addEventListener("blur", all);
  return () => {
    end();
    document.removeEventListener("keyup", up);
    window.removeEventListener("blur", all);
  };
}

interface Drag {
  id: number;
  x: number;
  y: number;
  at: number;
  /** The column of the pair when it began. */
  column: number | null;
  moved: boolean;
  down: boolean;
}

/** A mouse points at a column and clicks; a finger drags the pair, taps to turn it and swipes down. */
function listenToPointers({ stage, place, mode, wake }: Ground): () => void {
  let drag: Drag | null = null;
  let wheeled = 0;
  const where = (event: MouseEvent): { x: number; y: number; inside: boolean } => {
    const box = stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const field = place();
    return { x, y, inside: field !== null && isInside(field, x, y) };
  };
  const tap = (button: Button): void => {
    mode()?.press(button);
    mode()?.release(button);
    wake();
  };
  const down = (event: PointerEvent): void => {
    const { x, y, inside } = where(event);
    if (drag || !inside || event.button !== 0) return;
    stage.setPointerCapture(event.pointerId);
    const column = mode()?.column() ?? null;
    drag = { id: event.pointerId, x, y, at: event.timeStamp, column, moved: false, down: false };
    if (event.pointerType === "mouse") press();
  };
  const press = (): void => {
    drag!.down = true;
    mode()?.press("down");
    wake();
  };
  const move = (event: PointerEvent): void => {
    const { x, y, inside } = where(event);
    const field = place();
    if (!field) return;
    if (event.pointerType === "mouse") mode()?.aim(inside ? columnAt(field, x) : null);
    else if (drag?.id === event.pointerId) dragged(drag, x, y, field);
    wake();
  };
  const dragged = (finger: Drag, x: number, y: number, field: Place): void => {
    const [right, low] = [x - finger.x, y - finger.y];
    if (Math.hypot(right, low) > TAP_FAR) finger.moved = true;
    if (!finger.down && low > 1.5 * field.cell && low > 1.5 * Math.abs(right)) press();
    finger.column ??= mode()?.column() ?? null;
    if (finger.column !== null && !finger.down) mode()?.aim(finger.column + Math.round(right / field.cell));
  };
  const up = (event: PointerEvent): void => {
    if (drag?.id !== event.pointerId) return;
    const finger = drag;
    drag = null;
    if (finger.down) mode()?.release("down");
    if (event.pointerType === "mouse") return;
    mode()?.aim(null);
    if (event.type === "pointerup" && !finger.moved && event.timeStamp - finger.at < TAP_MS) tap("rotate_right");
  };
  const leave = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") mode()?.aim(null);
  };
  const menu = (event: MouseEvent): void => {
    if (!where(event).inside) return;
    event.preventDefault();
    tap("rotate_right");
  };
  const wheel = (event: WheelEvent): void => {
    if (!where(event).inside || mode()?.column() == null) return;
    event.preventDefault();
    if (event.timeStamp - wheeled < WHEEL_MS || event.deltaY === 0) return;
    wheeled = event.timeStamp;
    tap(event.deltaY > 0 ? "rotate_right" : "rotate_left");
  };
  const pointers = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, pointerleave: leave };
  const heard = Object.entries({ ...pointers, contextmenu: menu, wheel }) as [string, EventListener][];
  for (const [name, run] of heard) stage.addEventListener(name, run, { passive: false });
  return () => heard.forEach(([name, run]) => stage.removeEventListener(name, run));
}

/** Five buttons to press and hold. */
export function buttonRow(ctx: BoardContext, { mode, wake }: Pick<Ground, "mode" | "wake">): HTMLElement {
  const row = el("div", { class: "puyo-buttons", role: "group", "aria-label": ctx.t("buttons") });
  for (const name of ORDER) {
    const label = ctx.t(name === "down" && !ctx.timed ? "button.drop" : `button.${name}`);
    const press = (): void => {
      mode()?.press(name);
      wake();
    };
    const release = (): void => mode()?.release(name);
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
