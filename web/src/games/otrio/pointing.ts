// Mice, fingers and keys on the board: which slot is meant.
import { type Direction, inRectangle, type Roving, roving } from "../grid";
import { SLOTS, sizeOf } from "./view";

export interface Deeds {
  /** By keys: just this slot. By a pointer: somewhere there. */
  chosen(slot: number, by: "keys" | "mouse" | "touch"): void;
  /** A mouse or the focus is there; null when it has left. */
  pointed(slot: number | null): void;
  /** The size that stays the same while the focus moves; null if none. */
  held(): number | null;
  /** A piece of a stock was pointed at. */
  took(colour: number, size: number): void;
  /** A key that means nothing to the board itself; true if it means something. */
  pressed(key: string): boolean;
}

/** The focus goes space by space, and through the sizes of each. */
const IN_ORDER = Array.from({ length: SLOTS }, (_, at) => 9 * (at % 3) + Math.floor(at / 3));
const [bySlot, bySpace] = [inRectangle(9, SLOTS), inRectangle(3, 9)];

/** In the order of the focus. */
export function inOrder<T>(slots: readonly T[]): T[] {
  return IN_ORDER.map((slot) => slots[slot]!);
}

export class Pointing {
  private readonly roving: Roving;
  private pointer = "mouse";

  constructor(
    private readonly grid: SVGGElement,
    private readonly slots: readonly SVGGElement[],
    private readonly deeds: Deeds,
    private readonly isOpen: (slot: number) => boolean,
  ) {
    this.roving = roving(
      grid,
      inOrder(slots),
      (from, where) => this.walk(from, where),
      (at) => deeds.chosen(IN_ORDER[at]!, "keys"),
    );
    grid.addEventListener("pointerdown", ({ pointerType }) => void (this.pointer = pointerType));
    grid.addEventListener("click", (event) => this.clicked(event));
    grid.addEventListener("pointerover", (event) => event.pointerType !== "touch" && this.point(event));
    grid.addEventListener("pointerleave", (event) => event.pointerType !== "touch" && deeds.pointed(null));
    grid.addEventListener(
      "focusin",
      (event) => (event.target as Element).matches(":focus-visible") && this.point(event),
    );
    grid.addEventListener("focusout", () => deeds.pointed(null));
    grid.addEventListener("keydown", (event) => this.typed(event));
  }

  focus(): void {
    this.roving.at(this.roving.index);
  }

  /** Another size of the same space. */
  resize(size: number): void {
    this.roving.at(3 * Math.floor(this.roving.index / 3) + size, this.grid.contains(document.activeElement));
  }

  destroy(): void {
    this.roving.destroy();
  }

  private slotAt(target: EventTarget | null): number {
    return this.slots.findIndex((each) => target instanceof Node && each.contains(target));
  }

  private point({ target }: Event): void {
    this.deeds.pointed(this.slotAt(target));
  }

  private clicked(event: MouseEvent): void {
    const slot = this.slotAt(event.target);
    // What a screen reader clicks is just what it means.
    if (slot >= 0) this.deeds.chosen(slot, event.detail === 0 ? "keys" : this.pointer === "touch" ? "touch" : "mouse");
  }

  /** Through the slots of a row, or through spaces while a size is held. */
  private walk(from: number, where: Direction): number {
    const held = this.deeds.held();
    return held === null ? bySlot(from, where) : 3 * bySpace(Math.floor(from / 3), where) + held;
  }

  private go(slot: number): void {
    this.roving.at(IN_ORDER.indexOf(slot));
  }

  /** m, b, 2 leads to Mb2; n to the next slot that may be used. */
  private typed(event: KeyboardEvent): void {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const here = IN_ORDER[this.roving.index]!;
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    const [size, column, row] = ["sml", "abc", "123"].map((keys) => (key.length === 1 ? keys.indexOf(key) : -1));
    if (size! >= 0) this.go(9 * size! + (here % 9));
    else if (column! >= 0) this.go(here - (here % 3) + column!);
    else if (row! >= 0) this.go(9 * sizeOf(here) + 3 * row! + (here % 3));
    else if (key === "n") this.next(event.shiftKey ? -1 : 1);
    else if (!this.deeds.pressed(key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  private next(by: 1 | -1): void {
    for (let far = 1; far <= SLOTS; far += 1) {
      const at = (this.roving.index + by * far + 2 * SLOTS) % SLOTS;
      if (this.isOpen(IN_ORDER[at]!)) return this.roving.at(at);
    }
  }
}
