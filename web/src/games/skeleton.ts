// What all boards do alike: stand in their place, know what they show, offer their tools, leave nothing behind.
import { effect, signal } from "@preact/signals";
import type { Board, BoardContext, BoardTool, Shown } from "./board";

export abstract class Skeleton<View> implements Board {
  readonly tools = signal<readonly BoardTool[]>([]);
  /** Whether somebody plays here, and does not only look on. */
  protected readonly plays: boolean;
  /** Null before the first update and after the end. */
  protected shown: Shown | null = null;
  private readonly ends: (() => void)[] = [];

  constructor(
    protected readonly root: HTMLElement,
    protected readonly ctx: BoardContext,
  ) {
    this.plays = ctx.purpose === "room" && ctx.seat !== null;
  }

  update(shown: Shown, how: "step" | "jump"): void {
    const before = this.shown;
    this.shown = shown;
    this.show(shown, how, before);
    if (how === "step") this.tell(shown, before);
    this.offer();
  }

  destroy(): void {
    this.shown = null;
    for (const end of this.ends.splice(0)) end();
    this.root.replaceChildren();
  }

  abstract focus(): void;

  /** `before` is what was shown until now, null at first. */
  protected abstract show(shown: Shown, how: "step" | "jump", before: Shown | null): void;

  /** Say to who cannot see it what has happened. */
  protected tell(_shown: Shown, _before: Shown | null): void {}

  /** The buttons beside the board, as they are now. What they run looks at what is shown then. */
  protected toolsNow(): BoardTool[] {
    return [];
  }

  protected get view(): View {
    return this.shown!.view as View;
  }

  /** The tools may have changed. */
  protected offer(): void {
    const tools = this.shown && this.ctx.purpose !== "lesson" ? this.toolsNow() : [];
    if (JSON.stringify(tools) !== JSON.stringify(this.tools.peek())) this.tools.value = tools;
  }

  /** To be done when the board goes. */
  protected until(...ends: (() => void)[]): void {
    this.ends.push(...ends);
  }

  /** The node has this class for who tells things apart by shape and not by colour. */
  protected marked(node: Element, name: string): void {
    this.until(effect(() => void node.classList.toggle(name, this.ctx.settings.value.colourBlind)));
  }
}
