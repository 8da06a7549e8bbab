// What the rules show (rules.py), and what a board needs to read from it.
import type { Happening, Ply, Shown } from "../board";
import type { BoardMap, Colour } from "./map";

export type Stack = readonly Colour[];
type PerColour<T> = Readonly<Partial<Record<Colour, T>>>;

export interface View {
  phase: "ROLL" | "SELECT" | "GAME_OVER";
  turn: number;
  colour: Colour;
  die: number | null;
  extra_rolls: number;
  /** Single hats, in the order of the seats. */
  boxes: PerColour<number>;
  /** The stacks of each square, from bottom to top. */
  nodes: Readonly<Record<string, readonly Stack[]>>;
  /** By captor and owner. */
  banked: PerColour<PerColour<number>>;
  winner: readonly Colour[];
  moves: readonly { action: number; move: string; source: string; path: readonly string[] }[];
}

/** What coppit/events.py tells. */
export type Event =
  | { event: "roll"; colour: Colour; die: number }
  | { event: "move" | "deploy"; colour: Colour; path: readonly string[] }
  | { event: "capture" | "free" | "merge" | "bank"; colour: Colour; node: string; hats: Stack }
  | { event: "pass" | "skip" | "extra_roll"; colour: Colour }
  | { event: "end"; winner: readonly Colour[] };

export interface Choice {
  action: number;
  text: string;
  source: number;
  /** The squares after the source. */
  path: readonly number[];
  end: number;
}

export function eventsOf(happened: readonly Happening[]): Event[] {
  return happened as unknown as Event[];
}

export function coloursOf(view: View): Colour[] {
  return Object.keys(view.boxes) as Colour[];
}

/** The moves of the position, of whoever is to move. */
export function movesOf(view: View, { index }: BoardMap): Choice[] {
  return view.moves.map(({ action, move, source, path }) => {
    const way = path.map((name) => index.get(name)!);
    return { action, text: move, source: index.get(source)!, path: way, end: way.at(-1)! };
  });
}

/** Those that the person at this board may make now. */
export function choicesOf(shown: Shown, map: BoardMap): Choice[] {
  const legal = new Set(shown.moves.map(([action]) => action));
  return movesOf(shown.view as View, map).filter(({ action }) => legal.has(action));
}

/** How many pips are spent at each square of a path: 0 where leaving the BOX is free. */
export function pipsOf({ source, path }: Choice, { boxes }: BoardMap): number[] {
  const all = Object.values(boxes);
  let [spent, before] = [0, source];
  return path.map((node) => {
    const [left, entered] = [all.find((box) => box.node === before), all.find((box) => box.node === node)];
    spent += left?.leave ?? entered?.enter ?? 1;
    before = node;
    return spent;
  });
}

/** Own hats in the own BOX, those of a held stack included. */
export function homeOf(view: View, colour: Colour): number {
  const held = view.nodes[`BOX_${colour}`]?.find((stack) => stack.at(-1) === colour) ?? [];
  return (view.boxes[colour] ?? 0) + held.filter((hat) => hat === colour).length;
}

export function caughtOf(view: View, colour: Colour): number {
  return Object.values(view.banked[colour] ?? {}).reduce((sum, count) => sum + count, 0);
}

/** Nobody can move a hat of this colour any more. */
export function isOut(view: View, colour: Colour): boolean {
  return (
    !view.boxes[colour] && !Object.values(view.nodes).some((stacks) => stacks.some((stack) => stack.at(-1) === colour))
  );
}

/** The position as the server reads it. `since` is not shown to anybody and only breaks ties. */
export function positionOf(view: View): string {
  const seats = coloursOf(view).map((colour) => {
    const banked = Object.entries(view.banked[colour] ?? {}).map(([hat, count]) => `${hat[0]}${count}`);
    return `${colour}:box=${view.boxes[colour]}${banked.length ? `,bank=${banked.join("")}` : ""}`;
  });
  const stacks = Object.entries(view.nodes).map(
    ([node, here]) => `${node}:${here.map((stack) => stack.map((hat) => hat[0]).join("")).join("+")}`,
  );
  const rest = [`play=${view.colour}`, `turn=${view.turn}`];
  if (view.die) rest.push(`die=${view.die}`);
  if (view.extra_rolls) rest.push(`extra=${view.extra_rolls}`);
  if (view.phase === "GAME_OVER") rest.push("over=1");
  return [...seats, ...stacks, ...rest].join(" ");
}

/** A move begins: the hats that it lifts, and the view without them. */
export function lifted(
  view: View,
  { path, colour }: { path: readonly string[]; colour: Colour },
  text: string,
): { hats: Stack; rest: View } {
  const source = path[0]!;
  if (source === `BOX_${colour}` && !text.startsWith("box+")) {
    return { hats: [colour], rest: { ...view, boxes: { ...view.boxes, [colour]: (view.boxes[colour] ?? 0) - 1 } } };
  }
  const hats = view.nodes[source]?.find((stack) => stack.at(-1) === colour) ?? [colour];
  return { hats, rest: without(view, source, [hats]) };
}

/** A capture: the view without the stacks whose hats were taken. */
export function robbed(view: View, { node, hats }: { node: string; hats: Stack }): View {
  const stacks = view.nodes[node] ?? [];
  for (let set = 1; set < 1 << stacks.length; set++) {
    const taken = stacks.filter((_, at) => set & (1 << at));
    if (taken.flat().join() === hats.join()) return without(view, node, taken);
  }
  return view;
}

function without(view: View, node: string, gone: readonly Stack[]): View {
  return {
    ...view,
    nodes: { ...view.nodes, [node]: (view.nodes[node] ?? []).filter((stack) => !gone.includes(stack)) },
  };
}

/** The squares of a ply, if it was a move: all of them where that is told, else both ends as they were written. */
export function trailOf(ply: Ply, map: BoardMap, colour: Colour): number[] {
  for (const event of eventsOf(ply.happened)) {
    if ("path" in event) return event.path.map((name) => map.index.get(name)!);
  }
  const shorts = new Map(map.spots.map(({ short }, at) => [short, at]));
  const nodes = ply.text.split(">").map((word) => {
    const name = word.replace("+", "");
    return name === "box" ? map.boxes[colour].node : shorts.get(name);
  });
  return nodes.length > 1 ? nodes.filter((node) => node !== undefined) : [];
}
