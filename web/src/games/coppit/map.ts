// A board on the screen: where its squares lie, how the arrows walk, where dice and caught hats have room.
import type { Direction } from "../grid";
import BOARDS from "./boards.json";

export type Colour = "RED" | "BLUE" | "GREEN" | "YELLOW";
export type Kind = "NORMAL" | "COLOR" | "GRAY" | "BOX";

export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface Spot extends Place {
  readonly name: string;
  /** As moves are written: 7, n0, c, boxR. */
  readonly short: string;
  readonly kind: Kind;
  readonly colour: Colour | null;
  /** Neighbours; of a BOX its door, and the other way round. */
  readonly ways: readonly number[];
  /** Towards the middle of the board, of length 1. */
  readonly inwards: Place;
}

export interface Box {
  readonly node: number;
  readonly door: number;
  /** Pips that it costs to leave it and to enter it. */
  readonly leave: number;
  readonly enter: number;
}

export interface BoardMap {
  readonly spots: readonly Spot[];
  readonly index: ReadonlyMap<string, number>;
  readonly edges: readonly (readonly [number, number])[];
  readonly boxes: Readonly<Record<Colour, Box>>;
  /** Of a square: neighbours do not touch. */
  readonly radius: number;
  /** Where each colour rolls its die and keeps what it has caught. */
  readonly trays: Readonly<Record<Colour, Place>>;
}

interface Given {
  nodes: (Place & { name: string; short: string; kind: string; colour: string | null })[];
  edges: number[][];
  boxes: Record<Colour, Box>;
}

/** Half of the picture's width, and how far the squares reach from its middle. */
export const HALF = 494;
const REACH = 440;
const GIVEN: Readonly<Record<string, Given>> = BOARDS;
const STANDARD = Object.keys(GIVEN)[0]!;
export const COLOURS = ["RED", "BLUE", "GREEN", "YELLOW"] as const satisfies readonly Colour[];

/** The board that the options name. One that was never drawn is an error: the generic board takes over. */
export function mapOf(options: Readonly<Record<string, unknown>>): BoardMap {
  const name = String(options.board ?? STANDARD);
  const given = GIVEN[name];
  if (!given) throw new Error(`no picture of the board ${name}`);
  const places = placed(given.nodes);
  const doors = Object.values(given.boxes).map(({ node, door }) => [node, door]);
  const edges = [...given.edges, ...doors] as [number, number][];
  const spots = given.nodes.map(
    (node, at): Spot => ({
      ...(node as Spot),
      ...places[at]!,
      ways: edges.filter((edge) => edge.includes(at)).map(([one, other]) => (one === at ? other : one)),
      inwards: unit(-places[at]!.x, -places[at]!.y),
    }),
  );
  const squares = spots.filter(({ kind }) => kind !== "BOX");
  const gaps = squares.flatMap((one, at) => squares.slice(at + 1).map((other) => far(one, other)));
  const boxes = given.boxes;
  return {
    spots,
    edges,
    boxes,
    index: new Map(spots.map(({ name }, at) => [name, at])),
    radius: 0.455 * Math.min(...gaps),
    trays: Object.fromEntries(
      COLOURS.map((colour) => [colour, roomFor(spots, edges, boxes[colour])]),
    ) as BoardMap["trays"],
  };
}

function placed(nodes: readonly Place[]): Place[] {
  const [xs, ys] = [nodes.map(({ x }) => x), nodes.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = (2 * REACH) / Math.max(right - left, bottom - top);
  return nodes.map(({ x, y }) => ({ x: (x - (left + right) / 2) * scale, y: (y - (top + bottom) / 2) * scale }));
}

export function far(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

export function between(one: Place, other: Place, part: number): Place {
  return { x: one.x + (other.x - one.x) * part, y: one.y + (other.y - one.y) * part };
}

/** The middle leans upwards. */
function unit(x: number, y: number): Place {
  const length = Math.hypot(x, y);
  return length < 1 ? { x: 0, y: -1 } : { x: x / length, y: y / length };
}

/** The emptiest place inside the board on the side of a BOX. */
function roomFor(spots: readonly Spot[], edges: BoardMap["edges"], box: Box): Place {
  const side = Math.atan2(spots[box.node]!.y, spots[box.node]!.x);
  let best = { room: -1, x: 0, y: 0 };
  for (let degrees = -45; degrees <= 45; degrees += 3) {
    for (let out = 0.3; out < 0.7; out += 0.02) {
      const angle = side + (degrees * Math.PI) / 180;
      const place = { x: Math.cos(angle) * out * REACH, y: Math.sin(angle) * out * REACH };
      const room = Math.min(...edges.map(([one, other]) => toLine(place, spots[one]!, spots[other]!)));
      if (room > best.room) best = { room, ...place };
    }
  }
  return best;
}

function toLine(place: Place, one: Place, other: Place): number {
  const [dx, dy] = [other.x - one.x, other.y - one.y];
  const part = ((place.x - one.x) * dx + (place.y - one.y) * dy) / (dx * dx + dy * dy);
  return far(place, between(one, other, Math.max(0, Math.min(1, part))));
}

const ARROWS: Readonly<Record<string, Place>> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};
/** An arrow does not follow a way that leads more across than along. */
const ALONG = 0.25;

/** The neighbour in the direction of an arrow; the square itself if there is none. */
export function walk({ spots }: BoardMap, from: number, where: Direction): number {
  const arrow = ARROWS[where];
  if (!arrow) return from;
  const ranked = spots[from]!.ways.map((way) => {
    const to = unit(spots[way]!.x - spots[from]!.x, spots[way]!.y - spots[from]!.y);
    return { way, along: to.x * arrow.x + to.y * arrow.y };
  });
  const best = ranked.reduce((one, other) => (other.along > one.along ? other : one));
  return best.along > ALONG ? best.way : from;
}
