// Where things are: the board in the middle and the stocks around it, or above it where there is little room.

/** A space is this wide. */
export const SPACE = 100;
/** The middle of a peg and of the two rings, and how thick they are. */
export const RADII = [5.5, 22.5, 40] as const;
export const BAND = [11, 12, 12] as const;
/** Halfway from one size to the next: there a pointer changes from one to the other. */
export const BETWEEN = [13.75, 31.25] as const;

/** The plate around the spaces: room for the coordinates on two sides. */
export const [FRAME, RIM] = [20, 8];
export const PLATE = FRAME + 3 * SPACE + RIM;

export interface Point {
  x: number;
  y: number;
}

/** A colour's pieces that are not on the board: three nests of a peg and two rings. */
export interface Tray extends Point {
  colour: number;
  width: number;
  height: number;
  /** The middles of the nests, and how large a nest is compared with a space. */
  nests: readonly Point[];
  scale: number;
  label: Point & { size: number; beside: boolean };
}

export interface Layout {
  width: number;
  height: number;
  /** The corner of the plate. */
  plate: Point;
  trays: readonly Tray[];
}

/** The middle of a slot's space, from the corner of the plate. */
export function centreOf(slot: number): Point {
  return { x: FRAME + ((slot % 3) + 0.5) * SPACE, y: FRAME + (Math.floor((slot % 9) / 3) + 0.5) * SPACE };
}

const [DEPTH, GAP, NEST] = [64, 8, 0.54];

/** Everybody has his stock before him; `colours` begins with the one at the bottom and goes on clockwise. */
export function around(colours: readonly number[]): Layout {
  const top = colours.length === 3 ? 0 : DEPTH + GAP;
  const plate = { x: DEPTH + GAP, y: top };
  const [far, below] = [plate.x + PLATE + GAP, top + PLATE + GAP];
  const sides = [lying(plate.x, below), standing(0, top), lying(plate.x, 0), standing(far, top)];
  if (colours.length === 3) sides.splice(2, 1);
  if (colours.length === 2) sides.splice(1, 1);
  return {
    width: far + DEPTH,
    height: below + DEPTH,
    plate,
    trays: colours.map((colour, at) => ({ colour, ...sides[at]! })),
  };
}

type Side = Omit<Tray, "colour">;

function lying(x: number, y: number): Side {
  const nests = [0, 1, 2].map((at) => ({ x: x + 110 + 84 * at, y: y + DEPTH / 2 }));
  return {
    x,
    y,
    width: PLATE,
    height: DEPTH,
    nests,
    scale: NEST,
    label: { x: x + 42, y: y + DEPTH / 2, size: 14, beside: false },
  };
}

function standing(x: number, y: number): Side {
  const nests = [0, 1, 2].map((at) => ({ x: x + DEPTH / 2, y: y + 104 + 84 * at }));
  return {
    x,
    y,
    width: DEPTH,
    height: PLATE,
    nests,
    scale: NEST,
    label: { x: x + DEPTH / 2, y: y + 38, size: 14, beside: false },
  };
}

const [ROW, NEAR, SMALL] = [52, 6, 0.25];

/** All stocks in a row above the board, which then has the whole width. */
export function above(colours: readonly number[]): Layout {
  const width = (PLATE - NEAR * (colours.length - 1)) / colours.length;
  const trays = colours.map((colour, index) => {
    const x = index * (width + NEAR);
    const nests = [-1, 0, 1].map((at) => ({ x: x + width / 2 + 26 * at, y: 35 }));
    return {
      colour,
      x,
      y: 0,
      width,
      height: ROW,
      nests,
      scale: SMALL,
      label: { x: x + width / 2, y: 11.5, size: 13, beside: true },
    };
  });
  return { width: PLATE, height: ROW + NEAR + PLATE, plate: { x: 0, y: ROW + NEAR }, trays };
}
