// Pieces that come from their stocks, one after the other. Nothing waits for them.
import type { BoardContext } from "../board";
import { svg } from "../dom";
import { centreOf, type Layout, type Point } from "./layout";
import { piece } from "./pieces";
import type { Marks } from "./slots";
import { leftOf } from "./trays";
import { sizeOf } from "./view";

const FLIGHT_MS = 340;
const FLIGHT: KeyframeAnimationOptions = {
  duration: FLIGHT_MS,
  fill: "backwards",
  easing: "cubic-bezier(0.3, 0.1, 0.2, 1)",
};

export class Flight {
  /** Above the board. */
  readonly node = svg("g", { class: "otrio-flight", "aria-hidden": "true" });
  private landing: Animation[] = [];
  private lastLanding = 0;

  constructor(
    private readonly ctx: BoardContext,
    private readonly slots: readonly SVGGElement[],
  ) {}

  /** What lies in these slots comes from its stock. */
  fly(to: readonly number[], layout: Layout, marks: Marks): void {
    if (this.ctx.settings.value.reducedMotion) return;
    this.landing = this.landing.filter(({ playState }) => playState !== "finished");
    // What is in the air may land first, but no queue builds up.
    const now = performance.now();
    const first = Math.min(Math.max(0, this.lastLanding - now), FLIGHT_MS);
    for (const [at, slot] of to.entries()) this.launch(layout, marks, slot, first + at * FLIGHT_MS);
    if (to.length > 0) this.lastLanding = now + first + to.length * FLIGHT_MS;
  }

  /** Everything that moves is where it goes to. */
  settle(): void {
    for (const animation of this.landing) animation.cancel();
    this.landing = [];
    this.lastLanding = 0;
    this.node.replaceChildren();
  }

  private launch({ trays, plate }: Layout, { view, pending }: Marks, slot: number, delay: number): void {
    const colour = pending?.slot === slot ? pending.colour : view.board[slot]!;
    const tray = trays.find((each) => each.colour === colour);
    const here = this.slots[slot]!.querySelector(".otrio-piece:not(.otrio-ghost)");
    if (!tray || !here) return;
    const [centre, nest] = [centreOf(slot), tray.nests[leftOf(view, pending, colour, sizeOf(slot))]!];
    const moving = svg(
      "g",
      { transform: `translate(${centre.x} ${centre.y})` },
      svg("g", {}, piece(sizeOf(slot), colour)),
    );
    this.node.append(moving);
    const way = { x: nest.x - plate.x - centre.x, y: nest.y - plate.y - centre.y };
    const animation = moving.firstElementChild!.animate(frames(way, tray.scale), { ...FLIGHT, delay });
    animation.onfinish = () => moving.remove();
    this.landing.push(animation, here.animate({ opacity: [0, 0] }, { duration: FLIGHT_MS + delay }));
  }
}

/** From the stock, a little raised on the way. */
function frames({ x, y }: Point, scale: number): Keyframe[] {
  return [
    { transform: `translate(${x}px, ${y}px) scale(${scale})` },
    { transform: `translate(${x * 0.3}px, ${y * 0.3}px) scale(1.18)`, offset: 0.6 },
    { transform: "none" },
  ];
}
