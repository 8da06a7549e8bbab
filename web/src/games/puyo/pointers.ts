// A mouse points at a column and clicks, its wheel and right button turn. A finger drags, taps to turn, swipes down.
import type { Button } from "./clockwork";
import type { Ground } from "./hands";
import { columnAt, isInside, type Place } from "./layout";

/** A tap is shorter and goes less far, in ms and CSS pixels. */
const TAP_MS = 350;
const TAP_FAR = 12;
/** A wheel tells many times what is one turn. */
const WHEEL_MS = 120;

/** A pointer that is down. */
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

export class Pointers {
  private drag: Drag | null = null;
  private wheeled = 0;
  private readonly heard: [string, EventListener][];

  constructor(private readonly ground: Ground) {
    const listeners = {
      pointerdown: (event: PointerEvent) => this.begin(event),
      pointermove: (event: PointerEvent) => this.move(event),
      pointerup: (event: PointerEvent) => this.end(event),
      pointercancel: (event: PointerEvent) => this.end(event),
      pointerleave: (event: PointerEvent) => event.pointerType === "mouse" && this.mode?.aim(null),
      contextmenu: (event: MouseEvent) => this.menu(event),
      wheel: (event: WheelEvent) => this.wheel(event),
    };
    this.heard = Object.entries(listeners) as [string, EventListener][];
    for (const [name, run] of this.heard) ground.stage.addEventListener(name, run, { passive: false });
  }

  destroy(): void {
    for (const [name, run] of this.heard) this.ground.stage.removeEventListener(name, run);
  }

  private get mode() {
    return this.ground.mode();
  }

  /** On the stage, and whether it is on my field. */
  private where(event: MouseEvent): { x: number; y: number; inside: boolean } {
    const box = this.ground.stage.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const field = this.ground.place();
    return { x, y, inside: field !== null && isInside(field, x, y) };
  }

  private begin(event: PointerEvent): void {
    const { x, y, inside } = this.where(event);
    if (this.drag || !inside || event.button !== 0) return;
    this.ground.stage.setPointerCapture(event.pointerId);
    const column = this.mode?.column() ?? null;
    this.drag = { id: event.pointerId, x, y, at: event.timeStamp, column, moved: false, down: false };
    if (event.pointerType === "mouse") this.press(this.drag);
  }

  private press(drag: Drag): void {
    drag.down = true;
    this.mode?.press("down");
    this.ground.wake();
  }

  private move(event: PointerEvent): void {
    const { x, y, inside } = this.where(event);
    const field = this.ground.place();
    if (!field) return;
    if (event.pointerType === "mouse") this.mode?.aim(inside ? columnAt(field, x) : null);
    else if (this.drag?.id === event.pointerId) this.dragged(this.drag, x, y, field);
    this.ground.wake();
  }

  private dragged(drag: Drag, x: number, y: number, { cell }: Place): void {
    const [right, low] = [x - drag.x, y - drag.y];
    if (Math.hypot(right, low) > TAP_FAR) drag.moved = true;
    if (!drag.down && low > 1.5 * cell && low > 1.5 * Math.abs(right)) this.press(drag);
    drag.column ??= this.mode?.column() ?? null;
    if (drag.column !== null && !drag.down) this.mode?.aim(drag.column + Math.round(right / cell));
  }

  private end(event: PointerEvent): void {
    const { drag } = this;
    if (drag?.id !== event.pointerId) return;
    this.drag = null;
    if (drag.down) this.mode?.release("down");
    if (event.pointerType === "mouse") return;
    this.mode?.aim(null);
    const tapped = event.type === "pointerup" && !drag.moved && event.timeStamp - drag.at < TAP_MS;
    if (tapped) this.tap("rotate_right");
  }

  private tap(button: Button): void {
    this.mode?.press(button);
    this.mode?.release(button);
    this.ground.wake();
  }

  private menu(event: MouseEvent): void {
    if (!this.where(event).inside) return;
    event.preventDefault();
    // A long press of a finger opens it too.
    if (!this.drag) this.tap("rotate_right");
  }

  private wheel(event: WheelEvent): void {
    if (!this.where(event).inside || this.mode?.column() == null) return;
    event.preventDefault();
    if (event.timeStamp - this.wheeled < WHEEL_MS || event.deltaY === 0) return;
    this.wheeled = event.timeStamp;
    this.tap(event.deltaY > 0 ? "rotate_right" : "rotate_left");
  }
}
