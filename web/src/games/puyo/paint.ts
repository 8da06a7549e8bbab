// Draws a picture of the game: fields, pairs, trays, what vanishes.
import { drawSymbol, type Style, sprite } from "./art";
import { box, disc } from "./brush";
import { clear, colourOf, DARK, GLOW, INK, SHADE, WHITE } from "./colours";
import type { Cell, Field, Link } from "./field";
import { HEIGHT, IN_SIGHT, key, linksOf, OJAMA, pointsOf, SPAWN, WIDTH } from "./field";
import type { Layout, Place } from "./layout";
import { type Drop, dropAt, type Passage, SQUASH } from "./motion";
import type { Look, Mark, Order, Pair, Picture, Scene } from "./scene";

export class Painter {
  private wells: HTMLCanvasElement | null = null;

  constructor(
    private readonly ctx: CanvasRenderingContext2D,
    private readonly layout: Layout,
    private readonly look: Look,
  ) {}

  paint({ scenes, facts, price }: Picture): void {
    const { ctx, layout, look } = this;
    ctx.setTransform(look.ratio, 0, 0, look.ratio, 0, 0);
    ctx.clearRect(0, 0, layout.width, layout.height);
    this.wells ??= this.ground();
    ctx.drawImage(this.wells, 0, 0, layout.width, layout.height);
    scenes.forEach((scene, seat) => this.half(scene, layout.fields[seat]!));
    layout.nexts.forEach((place, seat) => this.next(scenes[seat]!.next, place));
    if (layout.facts) this.lines(facts.slice(-layout.facts.lines), layout.facts);
    if (price !== null && !look.calm) scenes.forEach((scene, seat) => this.flight(scene, seat, price));
  }

  private half(scene: Scene, place: Place): void {
    if (scene.sign === "due") this.frame(place);
    this.cross(place);
    this.head(scene, place);
    this.foot(scene, place);
    this.ctx.save();
    this.ctx.beginPath();
    this.ctx.rect(place.x - place.cell, place.y, (WIDTH + 2) * place.cell, (HEIGHT + 1) * place.cell);
    this.ctx.clip();
    this.puyos(scene, place);
    this.ctx.restore();
    scene.last.forEach(({ column, row }) => this.ring(column, row, 0.36, clear(WHITE, 70), place));
    scene.ghosts.forEach((mark) => this.ghost(mark, place));
    const ready = new Set(scene.ghosts.map(({ column, row }) => key([column, row])));
    scene.hints.forEach((mark) => this.hint(mark, ready.has(key([mark.column, mark.row])), place));
    for (const { column, row } of scene.erred) this.ring(column, row, 0.42, this.look.theme.cross, place);
    scene.order.forEach((each) => this.numbered(each, place));
    if (scene.pair) this.pair(scene.pair, place);
    if (scene.passage?.link) this.burst(scene.passage.link, scene, place);
    if (scene.lost) this.dim(place);
    else if (scene.clear) this.badge(place);
  }

  // The well ------------------------------------------------------------------------------------------------------

  /** The empty wells, drawn once. */
  private ground(): HTMLCanvasElement {
    const { layout, look } = this;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(layout.width * look.ratio);
    canvas.height = Math.round(layout.height * look.ratio);
    const ctx = canvas.getContext("2d")!;
    ctx.scale(look.ratio, look.ratio);
    for (const place of layout.fields) this.well(ctx, place);
    return canvas;
  }

  private well(ctx: CanvasRenderingContext2D, place: Place): void {
    const { theme } = this.look;
    const { x, y, cell } = place;
    const [width, top, margin] = [WIDTH * cell, y + cell, marginOf(cell)];
    ctx.fillStyle = theme.rim;
    box(ctx, x - margin, y, width + 2 * margin, HEIGHT * cell + margin, cell * 0.3);
    const deep = ctx.createLinearGradient(0, top, 0, top + IN_SIGHT * cell);
    deep.addColorStop(0, theme.well);
    deep.addColorStop(1, theme.deep);
    ctx.fillStyle = deep;
    box(ctx, x - margin / 2, top, width + margin, IN_SIGHT * cell + margin / 2, cell * 0.22);
    ctx.fillStyle = theme.spot;
    for (let column = 0; column < WIDTH; column++) {
      for (let row = 0; row < IN_SIGHT; row++) {
        const crossed = column === SPAWN && row === IN_SIGHT - 1;
        if (!crossed) disc(ctx, ...this.middle(column, row, place), cell * 0.045);
      }
    }
  }

  /** Around the field of who is to choose. */
  private frame({ x, y, cell }: Place): void {
    const { ctx, look } = this;
    const margin = marginOf(cell);
    ctx.strokeStyle = look.theme.accent;
    ctx.lineWidth = Math.max(2, cell * 0.08);
    ctx.beginPath();
    ctx.roundRect(x - margin, y, WIDTH * cell + 2 * margin, HEIGHT * cell + margin, cell * 0.3);
    ctx.stroke();
  }

  /** The cell that must stay free. */
  private cross({ x, y, cell }: Place): void {
    const { ctx, look } = this;
    const [middle, at, arm] = [x + (SPAWN + 0.5) * cell, y + 1.5 * cell, cell * 0.2];
    ctx.strokeStyle = look.theme.cross;
    ctx.lineWidth = cell * 0.1;
    ctx.lineCap = "round";
    ctx.beginPath();
    for (const way of [-1, 1]) {
      ctx.moveTo(middle - arm, at - way * arm);
      ctx.lineTo(middle + arm, at + way * arm);
    }
    ctx.stroke();
  }

  // Puyos ---------------------------------------------------------------------------------------------------------

  private puyos({ field, passage, ticks }: Scene, place: Place): void {
    const drops = new Map((passage?.drops ?? []).map((drop) => [key([drop.column, drop.row]), drop] as const));
    const gone = new Set((passage?.link?.gone ?? []).map(key));
    const state = (cell: Cell) => {
      const drop = drops.get(key(cell));
      return drop && passage ? dropAt(drop, passage.pace, ticks) : null;
    };
    // Who still wobbles is not joined to its neighbours: the seam would gape.
    const stands = (cell: Cell): boolean => (state(cell)?.landed ?? SQUASH) >= (this.look.calm ? 0 : SQUASH);
    field.forEach((puyos, column) => {
      [...puyos].forEach((letter, row) => {
        if (gone.has(key([column, row]))) return;
        const now = state([column, row]);
        const links = stands([column, row]) ? linksOf(field, [column, row], stands) : 0;
        const squash = now && now.landed >= 0 ? this.squash(drops.get(key([column, row]))!, now.landed) : 0;
        this.puyo(letter, column, now?.row ?? row, place, { links, squash });
      });
    });
    if (passage) this.lostOnes(passage, ticks, place);
    if (passage?.link) this.vanish(field, passage, ticks, place);
  }

  private squash({ from, row }: Drop, landed: number): number {
    if (this.look.calm || landed >= SQUASH) return 0;
    return (0.06 + 0.03 * Math.min(from - row, 4)) * Math.sin((Math.PI * landed) / SQUASH);
  }

  /** What would rest above row 13 is seen to fall that far. */
  private lostOnes({ drops, pace }: Passage, ticks: number, place: Place): void {
    for (const drop of drops.filter(({ row }) => row >= HEIGHT)) {
      const { row, landed } = dropAt(drop, pace, ticks);
      if (landed < 0) this.puyo(drop.letter, drop.column, row, place, {});
    }
  }

  /** They start, and then shrink away. Nothing blinks: that can hurt. */
  private vanish(field: Field, { link, ticks: length }: Passage, ticks: number, place: Place): void {
    const part = Math.min(Math.max(ticks / length, 0), 1);
    const going = Math.max(0, (part - 0.6) / 0.4);
    const there = new Set(link!.gone.map(key));
    for (const [column, row] of link!.gone) {
      const letter = field[column]![row]!;
      const links = going > 0 ? 0 : linksOf(field, [column, row], (cell) => there.has(key(cell)));
      const swell = this.look.calm ? 1 : (1 + 0.06 * Math.sin(part * 12)) * (1 - going);
      const alpha = this.look.calm ? 1 - part : 1;
      this.puyo(letter, column, row, place, { links, startled: part > 0.12, scale: links ? 1 : swell, alpha });
    }
  }

  private puyo(
    letter: string,
    column: number,
    row: number,
    { x, y, cell }: Place,
    { links = 0, squash = 0, scale = 1, alpha = 1, startled = false },
  ): void {
    const { ctx } = this;
    if (scale <= 0.02) return;
    const image = sprite(letter, links, startled, this.style(cell));
    const hidden = row > IN_SIGHT - 0.5 ? 0.55 : 1;
    const [width, height] = [cell * scale * (1 + squash), cell * scale * (1 - squash)];
    const [left, top] = [x + (column + 0.5) * cell, y + (HEIGHT - row) * cell - (cell * (1 - scale)) / 2];
    ctx.globalAlpha = alpha * hidden;
    ctx.drawImage(image, left - width / 2, top - height, width, height);
    ctx.globalAlpha = 1;
  }

  private pair({ letters, column, row, angle, pressed, alpha }: Pair, place: Place): void {
    const { ctx } = this;
    const [childX, childY] = [Math.sin((angle * Math.PI) / 2), Math.cos((angle * Math.PI) / 2)];
    this.loose(letters[1]!, column + childX, row + childY, place, alpha);
    this.loose(letters[0]!, column, row, place, alpha);
    const [x, y] = this.middle(column, row, place);
    this.ring(column, row, 0.44, clear(WHITE, 75 * alpha), place);
    if (pressed > 0) {
      ctx.fillStyle = clear(WHITE, 30 * pressed);
      disc(ctx, x, y, place.cell * 0.45);
      disc(ctx, ...this.middle(column + childX, row + childY, place), place.cell * 0.45);
    }
  }

  /** Above the field too, at full strength: it is in hand. */
  private loose(letter: string, column: number, row: number, place: Place, alpha: number): void {
    const { ctx } = this;
    const { cell } = place;
    const [x, y] = this.middle(column, row, place);
    ctx.globalAlpha = alpha;
    ctx.drawImage(sprite(letter, 0, false, this.style(cell)), x - cell / 2, y - cell / 2, cell, cell);
    ctx.globalAlpha = 1;
  }

  private style(cell: number): Style {
    return { size: Math.max(1, Math.round(cell * this.look.ratio)), signs: this.look.signs };
  }

  private ring(column: number, row: number, radius: number, colour: string, place: Place): void {
    const { ctx } = this;
    ctx.strokeStyle = colour;
    ctx.lineWidth = Math.max(1.2, place.cell * 0.06);
    ctx.beginPath();
    ctx.arc(...this.middle(column, row, place), place.cell * radius, 0, 2 * Math.PI);
    ctx.stroke();
  }

  private ghost({ column, row, letter }: Mark, place: Place): void {
    this.loose(letter, column, row, place, 0.3);
    this.ring(column, row, 0.4, colourOf(letter, this.look.signs), place);
  }

  /** Where the pair stands ready to go anyway there is only the frame. What comes later is fainter, and numbered. */
  private hint({ column, row, letter, number = 1 }: Mark, covered: boolean, place: Place): void {
    const { ctx, look } = this;
    if (!covered) this.loose(letter, column, row, place, number > 1 ? 0.3 : 0.45);
    ctx.globalAlpha = number > 1 ? 0.7 : 1;
    ctx.strokeStyle = look.theme.gold;
    ctx.lineWidth = Math.max(number > 1 ? 1 : 2, place.cell * (number > 1 ? 0.05 : 0.09));
    ctx.setLineDash([place.cell * 0.22, place.cell * 0.14]);
    ctx.beginPath();
    const [[x, y], side] = [this.middle(column, row, place), place.cell * 0.88];
    ctx.roundRect(x - side / 2, y - side / 2, side, side, place.cell * 0.25);
    ctx.stroke();
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
    if (number === 1) return;
    ctx.font = `700 ${Math.max(10, place.cell * 0.42)}px ${look.font}`;
    ctx.fillStyle = look.theme.ink;
    this.write(String(number), x, y, "center");
  }

  /** In which link of a chain it would pop. */
  private numbered({ column, row, number }: Order, place: Place): void {
    const { ctx, look } = this;
    const [[x, y], size] = [this.middle(column, row, place), place.cell * 0.4];
    ctx.fillStyle = clear(INK, 72);
    disc(ctx, x, y, size * 0.68);
    ctx.fillStyle = GLOW;
    ctx.font = `800 ${size}px ${look.font}`;
    this.write(String(number), x, y + size * 0.04, "center", place.cell);
  }

  // What happens --------------------------------------------------------------------------------------------------

  private burst(link: Link, { field, passage, ticks }: Scene, place: Place): void {
    const part = Math.min(Math.max(ticks / passage!.ticks, 0), 1);
    for (const [column, row] of this.look.calm || part < 0.6 ? [] : link.gone) {
      this.drops(field[column]![row]!, [column, row], (part - 0.6) / 0.4, place);
    }
    this.chainText(link, part, place);
  }

  /** Five drops fly off. */
  private drops(letter: string, [column, row]: Cell, part: number, place: Place): void {
    const { ctx, look } = this;
    const [x, y] = this.middle(column, row, place);
    ctx.fillStyle = colourOf(letter, look.signs);
    ctx.globalAlpha = 1 - part;
    for (let drop = 0; drop < (letter === OJAMA ? 3 : 5); drop++) {
      const angle = drop * 1.256 + column + 2 * row;
      const far = place.cell * (0.25 + 0.6 * part);
      const [right, low] = [far * Math.cos(angle), far * Math.sin(angle) + place.cell * 0.5 * part * part];
      disc(ctx, x + right, y + low, place.cell * 0.1 * (1 - part * 0.6));
    }
    ctx.globalAlpha = 1;
  }

  private chainText(link: Link, part: number, place: Place): void {
    const { ctx, look } = this;
    const [column, row] = centreOf(link);
    const size = Math.max(13, place.cell * Math.min(0.62 + 0.05 * link.number, 1));
    const x = place.x + Math.min(Math.max(column + 0.5, 1.8), WIDTH - 1.8) * place.cell;
    const rise = look.calm ? 0 : 0.5 * part;
    const y = place.y + (HEIGHT - Math.min(row + 0.9, IN_SIGHT - 0.6) - rise) * place.cell;
    const grown = look.calm ? 1 : Math.min(1, 0.5 + part * 5);
    ctx.font = `800 ${size * grown}px ${look.font}`;
    ctx.textAlign = "center";
    ctx.textBaseline = "middle";
    ctx.lineJoin = "round";
    ctx.lineWidth = size * 0.22;
    ctx.strokeStyle = clear(INK, 85);
    ctx.fillStyle = link.number > 1 ? GLOW : WHITE;
    const text = look.words.chain(link.number);
    ctx.strokeText(text, x, y);
    ctx.fillText(text, x, y);
  }

  /** What a link sends flies to the other's tray. */
  private flight({ passage, ticks }: Scene, seat: number, price: number): void {
    const [from, to] = [this.layout.fields[seat]!, this.layout.fields[1 - seat]];
    if (!passage?.link || !to || pointsOf(passage.link) < price) return;
    const part = (ticks / passage.ticks - 0.5) * 2;
    if (part <= 0 || part >= 1) return;
    const [x, y] = this.middle(...centreOf(passage.link), from);
    const [endX, endY] = [to.x + 1.5 * to.cell, to.y - 0.45 * to.cell];
    const { ctx } = this;
    for (let tail = 0; tail < 6; tail++) {
      const at = Math.max(0, part - tail * 0.03);
      const rise = Math.sin(at * Math.PI) * from.cell * 1.5;
      ctx.fillStyle = clear(GLOW, (0.9 - tail * 0.14) * 100);
      disc(ctx, x + (endX - x) * at, y + (endY - y) * at - rise, from.cell * (0.22 - tail * 0.025));
    }
  }

  private dim({ x, y, cell }: Place): void {
    const { ctx } = this;
    ctx.fillStyle = clear(SHADE, 55);
    box(ctx, x - cell * 0.12, y, (WIDTH + 0.24) * cell, (HEIGHT + 0.12) * cell, cell * 0.3);
    this.cross({ x, y, cell });
  }

  private badge({ x, y, cell }: Place): void {
    const { ctx, look } = this;
    const size = Math.max(10, cell * 0.46);
    ctx.font = `800 ${size}px ${look.font}`;
    const width = Math.min(ctx.measureText(look.words.clear).width + size * 1.4, WIDTH * cell);
    const [middle, top] = [x + (WIDTH / 2) * cell, y + 2.3 * cell];
    ctx.fillStyle = look.theme.gold;
    box(ctx, middle - width / 2, top, width, size * 1.8, size);
    ctx.fillStyle = DARK;
    this.write(look.words.clear, middle, top + size * 0.95, "center", width - size);
  }

  // Texts ---------------------------------------------------------------------------------------------------------

  private head({ tray, ojama }: Scene, { x, y, cell }: Place): void {
    const { ctx, look } = this;
    tray.forEach((symbol, at) => drawSymbol(ctx, symbol, x + (0.4 + at * 0.74) * cell, y - 0.48 * cell, cell * 0.72));
    if (ojama === 0) return;
    ctx.fillStyle = look.theme.ink;
    ctx.font = `700 ${Math.max(11, cell * 0.45)}px ${look.font}`;
    this.write(look.words.number(ojama), x + WIDTH * cell, y - 0.46 * cell, "right", 1.2 * cell);
  }

  private tick(x: number, y: number, size: number): void {
    const { ctx, look } = this;
    ctx.strokeStyle = look.theme.accent;
    ctx.lineWidth = size * 0.24;
    ctx.lineCap = ctx.lineJoin = "round";
    ctx.beginPath();
    ctx.moveTo(x - size * 0.45, y);
    ctx.lineTo(x - size * 0.1, y + size * 0.35);
    ctx.lineTo(x + size * 0.5, y - size * 0.4);
    ctx.stroke();
  }

  /** Name and score; while a link vanishes it says what it is made of: 40 × 8. */
  private foot({ name, score, passage, sign }: Scene, { x, y, cell }: Place): void {
    const { ctx, look, layout } = this;
    const { number } = look.words;
    const [link, line] = [passage?.link, y + (HEIGHT + 0.68) * cell];
    ctx.font = `700 ${Math.max(12, cell * 0.62)}px ${look.font}`;
    ctx.fillStyle = link ? look.theme.accent : look.theme.ink;
    const text = link ? `${number(link.base)} × ${number(link.bonus)}` : number(score);
    this.write(text, x + WIDTH * cell, line, "right", 4 * cell);
    const room = WIDTH * cell - Math.min(ctx.measureText(text).width, 4 * cell) - cell * 0.3;
    ctx.font = `600 ${Math.max(10, Math.min(layout.text, cell * 0.6))}px ${look.font}`;
    ctx.fillStyle = look.theme.quiet;
    this.write(name, x, line, "left", room);
    if (sign === "chosen") this.tick(x + Math.min(ctx.measureText(name).width, room) + cell * 0.5, line, cell * 0.42);
  }

  private next(pairs: readonly string[], { x, y, cell }: Place): void {
    const { ctx, look, layout } = this;
    if (pairs.length === 0 || cell === 0) return;
    ctx.font = `600 ${Math.max(10, Math.min(layout.text, cell * 0.5))}px ${look.font}`;
    ctx.fillStyle = look.theme.quiet;
    this.write(look.words.next, x, y - 0.35 * cell, "center", 4 * cell);
    pairs.slice(0, 2).forEach((pair, at) => {
      const size = at === 0 ? cell : cell * 0.78;
      const top = y + at * 2.75 * cell;
      ctx.fillStyle = at === 0 ? look.theme.well : look.theme.rim;
      box(ctx, x - size * 0.72, top, size * 1.44, size * 2.4, size * 0.4);
      const place: Place = { x: x - size / 2, y: top + size * 0.2 - (HEIGHT - 2) * size, cell: size };
      this.loose(pair[1]!, 0, 1, place, 1);
      this.loose(pair[0]!, 0, 0, place, 1);
    });
  }

  private lines(texts: readonly string[], { x, y, width }: NonNullable<Layout["facts"]>): void {
    const { ctx, look, layout } = this;
    ctx.font = `500 ${layout.text}px ${look.font}`;
    ctx.fillStyle = look.theme.quiet;
    texts.forEach((text, at) => this.write(text, x, y + at * layout.text * 1.5, "center", width));
  }

  private write(text: string, x: number, y: number, align: CanvasTextAlign, most?: number): void {
    this.ctx.textAlign = align;
    this.ctx.textBaseline = "middle";
    this.ctx.fillText(text, x, y, most);
  }

  private middle(column: number, row: number, { x, y, cell }: Place): [number, number] {
    return [x + (column + 0.5) * cell, y + (HEIGHT - 0.5 - row) * cell];
  }
}

function marginOf(cell: number): number {
  return Math.max(2, cell * 0.12);
}

function centreOf({ gone }: Link): [column: number, row: number] {
  const mean = (axis: 0 | 1): number => gone.reduce((sum, cell) => sum + cell[axis], 0) / gone.length;
  return [mean(0), mean(1)];
}
