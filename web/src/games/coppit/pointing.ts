// Mice, fingers and keys on the board: which square is meant.
import { type Direction, type Roving, roving } from "../grid";
import { BOX } from "./art";
import { type Place, walk } from "./map";
import type { Picture } from "./picture";

/** A finger hits what is this near, in pixels. */
const TOUCH = 24;

export interface Deeds {
  /** Squares that can be chosen, the first choice first. */
  targets(): readonly number[];
  /** Somebody does something. */
  acted(): void;
  /** A square is pointed at; -1 is none. */
  aimed(node: number): void;
  chosen(node: number): void;
  /** The same by key: the focus goes on from there. */
  entered(node: number): void;
  /** True if there was something to let go of. */
  letGo(): boolean;
}

export class Pointing {
  private readonly roving: Roving;

  constructor(
    private readonly picture: Picture,
    frame: HTMLElement,
    private readonly deeds: Deeds,
  ) {
    const { root, spots } = picture;
    this.roving = roving(
      root,
      spots,
      (from, where) => this.next(from, where),
      (node) => deeds.entered(node),
    );
    root.addEventListener("pointerdown", () => deeds.acted());
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("pointermove", (event) => event.pointerType === "mouse" && deeds.aimed(this.under(event)));
    root.addEventListener("pointerleave", () => deeds.aimed(-1));
    frame.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("focusin", (event) => this.focused(spots.indexOf(event.target as SVGGElement)));
    root.addEventListener("focusout", () => this.focused(-1));
  }

  /** The square that has the focus, or would have it. */
  get index(): number {
    return this.roving.index;
  }

  focus(node: number): void {
    this.roving.at(node);
  }

  destroy(): void {
    this.roving.destroy();
  }

  /** Arrows follow the ways; Home and End go to the first and the last square that can be chosen. */
  private next(from: number, where: Direction): number {
    const targets = this.deeds.targets();
    if (where === "home") return targets[0] ?? from;
    if (where === "end") return targets.at(-1) ?? from;
    return walk(this.picture.map, from, where);
  }

  /** Page up and down walk through what can be chosen, Escape lets go. */
  private pressed(event: KeyboardEvent): void {
    this.deeds.acted();
    const step = { PageDown: 1, PageUp: -1 }[event.key];
    const targets = this.deeds.targets();
    if (step && targets.length > 0) {
      const at = targets.indexOf(this.index);
      this.focus(targets[(at + (at < 0 && step < 0 ? 0 : step) + targets.length) % targets.length]!);
    } else if (event.key !== "Escape" || !this.deeds.letGo()) return;
    event.preventDefault();
  }

  private focused(node: number): void {
    const isSeen = node >= 0 && this.picture.spots[node]!.matches(":focus-visible");
    this.picture.point(isSeen ? node : -1);
    if (isSeen || node < 0) this.deeds.aimed(node);
  }

  private clicked(event: MouseEvent): void {
    const targets = this.deeds.targets();
    const exact = this.picture.spots.indexOf((event.target as Element).closest<SVGGElement>(".coppit-spot")!);
    const node = targets.includes(exact) ? exact : this.under(event, targets);
    if (node >= 0) this.roving.at(node, false);
    // Not by a pointer, but by a program that reads the page aloud.
    if (event.detail === 0) this.deeds.entered(node);
    else this.deeds.chosen(node);
  }

  /** The nearest square to a pointer, of all or of some; -1 if none is near. */
  private under(event: MouseEvent, among?: readonly number[]): number {
    const { map } = this.picture;
    const at = this.picture.at(event);
    let [best, nearest] = [-1, Math.max(map.radius, TOUCH * at.unit)];
    for (const node of among ?? map.spots.keys()) {
      const away = this.away(node, at);
      if (away < nearest) [best, nearest] = [node, away];
    }
    return best;
  }

  private away(node: number, { x, y }: Place): number {
    const { map } = this.picture;
    const spot = map.spots[node]!;
    const [dx, dy] = [Math.abs(x - spot.x), Math.abs(y - spot.y)];
    return spot.kind === "BOX" ? Math.max(dx, dy) - BOX + map.radius / 2 : Math.hypot(dx, dy);
  }
}
