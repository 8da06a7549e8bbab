// Otrio: 27 slots for pegs and rings, everybody's stock, and what threatens.
import { effect, signal } from "@preact/signals";
import type { Board, BoardContext, BoardTool, Shown } from "../board";
import { el } from "../dom";
import "./board.css";
import { Engine } from "./engine";
import { type Held, hand } from "./hand";
import { above, around } from "./layout";
import { threatsOf, wonSlots } from "./lines";
import { panel } from "./panel";
import { type Marks, plank } from "./plank";
import { actionOf, aim, nextColours, type Turn, turnOf, whichOf } from "./turn";
import { coloursOf, PASS, positionText, SIZES, sizeOf, slotOf, type View } from "./view";
import { ColourName, colourName, colourNames, endWords, plyWords, slotWords, threatWords } from "./words";

export { lessons } from "./lessons";

/** From this width on the stocks are around the board. */
const WIDE = 500;
const NOTHING: Held = { which: 0, size: null };

export function mount(root: HTMLElement, ctx: BoardContext): Board {
  const centreBanned = String(ctx.options.ban_center_medium) === "true";
  const chooses = String(ctx.options.two_player_alternation) === "false";
  const engine = new Engine(ctx, () => {
    draw();
    ctx.say(engine.words(view));
  });
  const tools = signal<readonly BoardTool[]>([]);
  const board = plank(ctx, { chosen, pointed, held: () => held.size, took, pressed });
  const pieces = hand(ctx, take, pass);
  const side = panel(ctx, (slots) => board.light(slots));
  const table = el("div", { class: "otrio" }, board.node, pieces.node);
  const stop = effect(() => void table.classList.toggle("otrio-shapes", ctx.settings.value.colourBlind));
  root.append(table);

  let now: Shown | null = null;
  let view: View;
  let turn: Turn = { open: [], passing: false };
  let held = NOTHING;
  /** Where a finger has pointed, and where a mouse or the focus is. */
  let armed: number | null = null;
  let hovered: number | null = null;
  const wants = { threats: ctx.purpose === "lesson", hint: false };

  const open = (): ReadonlySet<number> => turn.open[held.which] ?? new Set();
  const colour = (): number | null => (turn.open.some(({ size }) => size > 0) ? (view.due[held.which] ?? null) : null);

  // Where to draw what.
  let wide: boolean | null = null;
  const room = new ResizeObserver(([entry]) => arrange(entry!.contentRect.width));
  room.observe(root);

  function arrange(width: number): void {
    if (!now || wide === width >= WIDE) return;
    wide = width >= WIDE;
    const first = Math.max(0, view.owners.indexOf(ctx.seat ?? 0));
    const { colors } = view;
    board.arrange(wide ? around([...colors.slice(first), ...colors.slice(0, first)]) : above(colors));
  }

  function marks(): Marks {
    const { pending, last } = now!;
    const sent = pending === null ? null : slotOf(pending);
    return {
      view,
      open: held.size === null ? open() : new Set([...open()].filter((slot) => sizeOf(slot) === held.size)),
      colour: colour(),
      holding: held.size !== null,
      last: last && slotOf(last.action),
      pending: sent === null ? null : { slot: sent, colour: view.due[whichOf(pending!)]! },
      won: wonSlots(view),
      threats: wants.threats ? threatsOf(view, centreBanned) : [],
      best: wants.hint ? (engine.opinion?.slots ?? []) : [],
      centreBanned,
    };
  }

  function draw(): void {
    engine.about(question());
    board.show(marks());
    board.ghost(armed ?? meant(hovered), colour());
    side.showThreats(wants.threats ? threatsOf(view, centreBanned) : null);
    side.showOpinion(wants.hint ? engine.words(view) : null);
    const colours =
      now!.over || ctx.purpose !== "room" || ctx.seat === null ? [] : nextColours(view, ctx.seat, chooses);
    pieces.show({
      view,
      colours,
      held,
      passing: turn.passing,
      words: words(colours),
      open: (which, size) => [...(turn.open[which] ?? [])].some((slot) => sizeOf(slot) === size),
    });
    tools.value = toolsNow();
  }

  /** What there is to do. */
  function words(colours: readonly number[]): string {
    const names = colourNames(ctx, colours);
    const [one, other] = colours.map((each) => colourName(ctx, each));
    if (turn.passing) return ctx.t("hand.stuck", { colours: names });
    if (colour() === null) return ctx.t(now!.pending === null ? "hand.next" : "hand.sent", { colours: names });
    if (armed !== null) return ctx.t("hand.again", { slot: slotWords(ctx, armed) });
    if (held.size === null)
      return other ? ctx.t("hand.choose", { one: one!, other }) : ctx.t("hand.place", { colours: names });
    return ctx.t("hand.taken", { colour: ColourName(ctx, colour()!), size: ctx.t(`size.${SIZES[held.size]}`) });
  }

  // What the player does.
  function chosen(slot: number, by: "keys" | "mouse" | "touch"): void {
    const to = by === "touch" ? aim(open(), slot, held.size) : meant(slot);
    if (to === null) return refuse();
    // A finger hides what it points at, so it points twice, unless it can only mean one thing.
    const sure = by !== "touch" || held.size !== null || armed === to || choices(slot) === 1;
    if (sure) return play(to);
    armed = to;
    ctx.say(ctx.t("hand.again", { slot: slotWords(ctx, to) }));
    draw();
  }

  /** A mouse and the focus are exact, unless a size is in hand. */
  function meant(slot: number | null): number | null {
    if (slot === null || (held.size === null && !open().has(slot))) return null;
    return aim(open(), slot, held.size);
  }

  function choices(slot: number): number {
    return SIZES.filter((_, size) => open().has(9 * size + (slot % 9))).length;
  }

  function play(slot: number): void {
    ctx.play(actionOf(slot, held.which));
  }

  function pass(): void {
    if (turn.passing) ctx.play(PASS);
  }

  function refuse(): void {
    armed = null;
    draw();
    if (colour() === null) return;
    ctx.sound("illegal");
    ctx.say(ctx.t("illegal"));
  }

  function pointed(slot: number | null): void {
    hovered = slot;
    if (!now) return;
    board.ghost(armed ?? meant(slot), colour());
    board.light(
      slot === null || !wants.threats
        ? []
        : threatsOf(view, centreBanned).flatMap((each) => (each.slot === slot ? each.line : [])),
    );
  }

  function take(wanted: Held): void {
    [held, armed] = [wanted, null];
    if (wanted.size !== null) board.resize(wanted.size);
    draw();
  }

  function took(wanted: number, size: number): void {
    const which = view.due.indexOf(wanted);
    if (which >= 0) take({ which, size: held.which === which && held.size === size ? null : size });
  }

  function pressed(key: string): boolean {
    if (key === "Escape") take({ ...held, size: null });
    else if (key === "t") toggle("threats");
    else if (key === "h" && ctx.mayHint()) toggle("hint");
    else if (key === "x" && turn.open.length > 1) take({ ...held, which: 1 - held.which });
    else if (key === "p") pass();
    else return false;
    return true;
  }

  // Threats and the engine.
  function toggle(what: "threats" | "hint"): void {
    wants[what] = !wants[what];
    draw();
    if (wants.threats && what === "threats") ctx.say(threatsTold());
  }

  function threatsTold(): string {
    const found = threatsOf(view, centreBanned);
    return found.length
      ? found.map((threat) => threatWords(ctx, threat)).join(ctx.t("list.separator"))
      : ctx.t("threats.none");
  }

  function toolsNow(): BoardTool[] {
    const tool = (id: "threats" | "hint", label: string): BoardTool => ({
      id,
      label: ctx.t(label),
      pressed: wants[id],
      run: () => toggle(id),
    });
    const two = Math.max(...view.owners) === 1;
    return [tool("threats", "threats"), ...(ctx.mayHint() ? [tool("hint", two ? "perfect" : "hint")] : [])];
  }

  /** Of a player's game the engine is asked only when he is to place something. */
  function question(): string | null {
    const fits = ctx.purpose === "replay" || ctx.seat === null || open().size > 0;
    return wants.hint && fits && ctx.mayHint() ? positionText(view) : null;
  }

  // What the others do.
  function announce({ since }: Shown): void {
    for (const ply of since) ctx.say(plyWords(ctx, ply, view));
    if (since.length === 0) return;
    ctx.sound("move");
    if (view.due.length === 0) ctx.say(endWords(ctx, view, wonSlots(view)));
    else if (turn.passing || (open().size > 0 && coloursOf(view, ctx.seat).length > 1)) ctx.say(words(view.due));
  }

  return {
    tools,
    panel: side.node,
    update(shown, how) {
      const sent = now?.pending ?? null;
      const moved = shown.plies !== now?.plies || how === "jump";
      now = shown;
      view = shown.view as View;
      turn = turnOf(shown);
      if (moved || shown.pending !== null) [held, armed] = [NOTHING, null];
      if (open().size === 0 && turn.open[1]?.size) held = { which: 1, size: null };
      if (wide === null) arrange(root.clientWidth);
      draw();
      if (how === "jump") return board.settle();
      const fresh = shown.pending !== sent ? [shown.pending] : [];
      const placed = [...shown.since.map(({ action }) => action).filter((action) => action !== sent), ...fresh];
      board.fly(placed.flatMap((action) => (action === null ? [] : (slotOf(action) ?? []))));
      announce(shown);
    },
    focus: () => (turn.passing ? pieces.focus() : board.focus()),
    destroy() {
      engine.stop();
      room.disconnect();
      stop();
      board.destroy();
      root.replaceChildren();
    },
  };
}
