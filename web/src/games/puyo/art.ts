// Puyos, drawn by ourselves: jellies with faces, or with signs for those who do not tell colours apart.
import { clear, colourOf, DARK, GOLD, ROCK, WHITE } from "./colours";
import { OJAMA } from "./field";

export interface Style {
  /** Pixels of a cell. */
  size: number;
  /** Signs instead of faces, and colours that differ in brightness too. */
  signs: boolean;
}

type Canvas = CanvasRenderingContext2D;
type ByLetter<T> = Readonly<Record<string, T>>;
type Points = readonly (readonly [x: number, y: number])[];

const RADIUS = 0.465;
const NECK = 0.35;
const RIM = 0.045;

const made = new Map<string, HTMLCanvasElement>();

/** A puyo, joined to its neighbours by `links` (1 above, 2 right, 4 below, 8 left). It is drawn once and kept. */
export function sprite(letter: string, links: number, startled: boolean, { size, signs }: Style): HTMLCanvasElement {
  const name = `${letter}${links}${startled}${size}${signs}`;
  let canvas = made.get(name);
  if (!canvas) {
    if (made.size > 600) made.clear();
    canvas = document.createElement("canvas");
    canvas.width = canvas.height = size;
    const ctx = canvas.getContext("2d")!;
    ctx.scale(size, size);
    if (letter === OJAMA) drawOjama(ctx, colourOf(letter, signs), signs);
    else drawJelly(ctx, letter, links, startled, signs);
    made.set(name, canvas);
  }
  return canvas;
}

function drawJelly(ctx: Canvas, letter: string, links: number, startled: boolean, signs: boolean): void {
  const colour = mixed(colourOf(letter, signs), WHITE, startled ? 0.35 : 0.06);
  ctx.fillStyle = mixed(colour, DARK, 0.42);
  ctx.fill(body(links, 0));
  // Light from above; where a puyo goes on above or below, so does its colour.
  const shade = ctx.createLinearGradient(0, 0, 0, 1);
  shade.addColorStop(0, mixed(colour, WHITE, links & 1 ? 0 : 0.14));
  shade.addColorStop(0.5, colour);
  shade.addColorStop(1, mixed(colour, DARK, links & 4 ? 0 : 0.07));
  ctx.fillStyle = shade;
  ctx.fill(body(links, RIM));
  glint(ctx);
  if (signs) drawSign(ctx, letter);
  else drawFace(ctx, letter, startled);
}

/** A ball with a neck to each linked side; `inset` makes it slimmer all around. */
function body(links: number, inset: number): Path2D {
  const [radius, neck] = [RADIUS - inset, NECK - inset];
  const [x, y] = [radius * 0.86, radius * -0.5];
  const path = new Path2D();
  path.arc(0.5, 0.5, radius, 0, 2 * Math.PI);
  for (let side = 0; side < 4; side++) {
    if (!((links >> side) & 1)) continue;
    const at = (right: number, down: number) => turned(side, right, down);
    path.moveTo(...at(-x, y));
    path.quadraticCurveTo(...at(-neck, -0.4), ...at(-neck, -0.5));
    path.lineTo(...at(neck, -0.5));
    path.quadraticCurveTo(...at(neck, -0.4), ...at(x, y));
    path.closePath();
  }
  return path;
}

/** A point about the middle, turned clockwise by so many quarters. */
function turned(quarters: number, x: number, y: number): [number, number] {
  for (let quarter = 0; quarter < quarters; quarter++) [x, y] = [-y, x];
  return [0.5 + x, 0.5 + y];
}

function glint(ctx: Canvas): void {
  ctx.save();
  ctx.fillStyle = clear(WHITE, 55);
  ctx.translate(0.34, 0.24);
  ctx.rotate(-0.6);
  oval(ctx, 0, 0, 0.11, 0.055);
  ctx.restore();
}

/** Every colour has a look of its own. */
function drawFace(ctx: Canvas, letter: string, startled: boolean): void {
  const [left, right, y] = [0.36, 0.64, 0.5];
  ctx.fillStyle = ctx.strokeStyle = DARK;
  ctx.lineWidth = 0.045;
  ctx.lineCap = "round";
  if (startled) {
    for (const x of [left, right]) eye(ctx, x, y, 0.1, 0.12, 0.05);
    oval(ctx, 0.5, 0.73, 0.05, 0.06);
    return;
  }
  if (letter === "Y") {
    for (const x of [left, right]) arc(ctx, x, y + 0.03, 0.075, Math.PI, 2 * Math.PI);
    arc(ctx, 0.5, 0.63, 0.07, 0.15 * Math.PI, 0.85 * Math.PI);
    return;
  }
  const [width, height] = letter === "B" ? [0.06, 0.105] : letter === "P" ? [0.085, 0.095] : [0.07, 0.075];
  for (const x of [left, right]) eye(ctx, x, y, width, height, letter === "P" ? 0.04 : 0.028);
  if (letter === "R") {
    line(ctx, left - 0.08, y - 0.15, left + 0.07, y - 0.1);
    line(ctx, right + 0.08, y - 0.15, right - 0.07, y - 0.1);
    line(ctx, 0.46, 0.7, 0.54, 0.7);
  }
  if (letter === "B") arc(ctx, 0.5, 0.68, 0.05, 0.1 * Math.PI, 0.9 * Math.PI);
  if (letter === "G") {
    line(ctx, left - 0.09, y - 0.07, left + 0.09, y - 0.07);
    line(ctx, right - 0.09, y - 0.07, right + 0.09, y - 0.07);
    arc(ctx, 0.5, 0.76, 0.05, 1.2 * Math.PI, 1.8 * Math.PI);
  }
  if (letter === "P") oval(ctx, 0.5, 0.7, 0.03, 0.03);
}

function eye(ctx: Canvas, x: number, y: number, width: number, height: number, light: number): void {
  ctx.fillStyle = DARK;
  oval(ctx, x, y, width, height);
  ctx.fillStyle = WHITE;
  oval(ctx, x - width / 3, y - height / 2.4, light, light);
  ctx.fillStyle = DARK;
}

/** Triangle, ring, star, square, cross. */
function drawSign(ctx: Canvas, letter: string): void {
  ctx.save();
  ctx.translate(0.5, 0.52);
  ctx.beginPath();
  if (letter === "B") {
    ctx.arc(0, 0, 0.2, 0, 2 * Math.PI);
    ctx.moveTo(0.09, 0);
    ctx.arc(0, 0, 0.09, 0, 2 * Math.PI, true);
  } else {
    const corners = CORNERS[letter]!;
    corners.forEach(([x, y]) => ctx.lineTo(x, y));
    ctx.closePath();
  }
  ctx.lineJoin = "round";
  ctx.strokeStyle = DARK;
  ctx.lineWidth = 0.09;
  ctx.stroke();
  ctx.fillStyle = WHITE;
  ctx.fill();
  ctx.restore();
}

const CORNERS: ByLetter<Points> = {
  R: [
    [0, -0.22],
    [0.23, 0.18],
    [-0.23, 0.18],
  ],
  Y: starCorners(0.26, 0.11),
  G: [
    [-0.18, -0.18],
    [0.18, -0.18],
    [0.18, 0.18],
    [-0.18, 0.18],
  ],
  P: [
    [-0.08, -0.23],
    [0.08, -0.23],
    [0.08, -0.08],
    [0.23, -0.08],
    [0.23, 0.08],
    [0.08, 0.08],
    [0.08, 0.23],
    [-0.08, 0.23],
    [-0.08, 0.08],
    [-0.23, 0.08],
    [-0.23, -0.08],
    [-0.08, -0.08],
  ],
};

function starCorners(outer: number, inner: number): [number, number][] {
  return Array.from({ length: 10 }, (_, at) => {
    const [angle, radius] = [(at * Math.PI) / 5, at % 2 ? inner : outer];
    return [radius * Math.sin(angle), -radius * Math.cos(angle)];
  });
}

/** A grey pebble that sleeps. */
function drawOjama(ctx: Canvas, colour: string, signs: boolean): void {
  ctx.fillStyle = mixed(colour, DARK, 0.5);
  oval(ctx, 0.5, 0.52, 0.45, 0.43);
  const shade = ctx.createLinearGradient(0, 0, 0, 1);
  shade.addColorStop(0, mixed(colour, WHITE, 0.45));
  shade.addColorStop(1, mixed(colour, DARK, 0.18));
  ctx.fillStyle = shade;
  oval(ctx, 0.5, 0.52, 0.405, 0.385);
  glint(ctx);
  if (signs) return;
  ctx.strokeStyle = mixed(colour, DARK, 0.75);
  ctx.lineWidth = 0.045;
  ctx.lineCap = "round";
  line(ctx, 0.29, 0.54, 0.42, 0.54);
  line(ctx, 0.58, 0.54, 0.71, 0.54);
}

const CROWN: Points = [
  [-0.42, -0.28],
  [-0.2, -0.02],
  [0, -0.4],
  [0.2, -0.02],
  [0.42, -0.28],
  [0.34, 0.34],
  [-0.34, 0.34],
];

/** A symbol of the tray, about a point: a pebble, a large one, a red rock, and what shines. */
export function drawSymbol(ctx: Canvas, symbol: string, x: number, y: number, size: number): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size, size);
  const colour = symbol === "rock" ? ROCK : ["small", "large"].includes(symbol) ? colourOf(OJAMA, false) : GOLD;
  ctx.fillStyle = colour;
  ctx.strokeStyle = mixed(colour, DARK, 0.5);
  ctx.lineWidth = 0.07;
  ctx.lineJoin = "round";
  ctx.beginPath();
  outline(ctx, symbol);
  ctx.fill();
  ctx.stroke();
  ctx.restore();
}

function outline(ctx: Canvas, symbol: string): void {
  if (symbol === "star") starCorners(0.48, 0.22).forEach(([x, y]) => ctx.lineTo(x, y));
  else if (symbol === "moon") {
    ctx.arc(0, 0, 0.42, 0.25 * Math.PI, 1.55 * Math.PI);
    ctx.quadraticCurveTo(-0.22, 0.02, 0.3, 0.3);
  } else if (symbol === "crown") {
    CROWN.forEach(([x, y]) => ctx.lineTo(x, y));
  } else if (symbol === "comet") {
    ctx.arc(-0.12, 0.12, 0.28, 0.4 * Math.PI, 1.1 * Math.PI);
    ctx.lineTo(0.46, -0.46);
  } else ctx.ellipse(0, 0, symbol === "small" ? 0.25 : 0.43, symbol === "small" ? 0.24 : 0.41, 0, 0, 2 * Math.PI);
  ctx.closePath();
}

function oval(ctx: Canvas, x: number, y: number, width: number, height: number): void {
  ctx.beginPath();
  ctx.ellipse(x, y, width, height, 0, 0, 2 * Math.PI);
  ctx.fill();
}

function arc(ctx: Canvas, x: number, y: number, radius: number, from: number, to: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, from, to);
  ctx.stroke();
}

function line(ctx: Canvas, x: number, y: number, toX: number, toY: number): void {
  ctx.beginPath();
  ctx.moveTo(x, y);
  ctx.lineTo(toX, toY);
  ctx.stroke();
}

/** Of two colours #rrggbb, so much of the second. */
export function mixed(one: string, other: string, part: number): string {
  const parts = [1, 3, 5].map((at) => {
    const [from, to] = [one, other].map((colour) => parseInt(colour.slice(at, at + 2), 16)) as [number, number];
    return Math.round(from + (to - from) * part)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
}
