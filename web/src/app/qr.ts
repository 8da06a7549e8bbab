// A QR code of a text: byte mode, error correction M, versions 1 to 10 (213 bytes), as ISO/IEC 18004 says.

/** By version from 1 on: error correction codewords of a block, and how many blocks there are. */
const BLOCKS: readonly (readonly [number, number])[] = [
  [10, 1],
  [16, 1],
  [26, 1],
  [18, 2],
  [24, 2],
  [16, 4],
  [18, 4],
  [22, 4],
  [22, 5],
  [26, 5],
];
const [FORMAT_GENERATOR, FORMAT_MASK, VERSION_GENERATOR] = [0x537, 0x5412, 0x1f25];
const FIELD = 0x11d;

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

export type Modules = readonly (readonly boolean[])[];

/** Dark modules are true; null if the text is too long. */
export function qrCode(text: string): Modules | null {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex((_, index) => bytes.length <= room(index + 1)) + 1;
  if (version === 0) return null;
  const drawn = new Drawing(version);
  drawn.fill(interleaved(version, codewords(version, bytes)));
  const masked = MASKS.map((_, mask) => drawn.masked(mask));
  return masked.reduce((best, each) => (penalty(each) < penalty(best) ? each : best));
}

function total(version: number): number {
  const size = 4 * version + 17;
  const alignments = version === 1 ? 0 : Math.floor(version / 7) + 2;
  const marks = 3 * 64 + 2 * (size - 16) + 31 + (version < 7 ? 0 : 36);
  // An alignment mark on a timing line shares five modules with it.
  const aligned = alignments === 0 ? 0 : 25 * (alignments ** 2 - 3) - 10 * (alignments - 2);
  return Math.floor((size ** 2 - marks - aligned) / 8);
}

function dataSize(version: number): number {
  const [correction, blocks] = BLOCKS[version - 1]!;
  return total(version) - correction * blocks;
}

/** The bytes of a text that fit, beside the mode and the length. */
function room(version: number): number {
  return dataSize(version) - (version < 10 ? 2 : 3);
}

function codewords(version: number, bytes: Uint8Array): number[] {
  const bits: number[] = [];
  const push = (value: number, count: number): void => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, Math.min(4, 8 * dataSize(version) - bits.length));
  const words: number[] = [];
  for (let at = 0; at < bits.length; at += 8)
    words.push(bits.slice(at, at + 8).reduce((word, bit, index) => word | (bit << (7 - index)), 0));
  for (let pad = 0xec; words.length < dataSize(version); pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** First all blocks' first codewords, then all second ones, ...; then their corrections in the same way. */
function interleaved(version: number, words: readonly number[]): number[] {
  const [correction, count] = BLOCKS[version - 1]!;
  const short = Math.floor(words.length / count);
  const longer = words.length % count;
  const blocks = Array.from({ length: count }, (_, block) => {
    const first = block * short + Math.max(0, block - (count - longer));
    return words.slice(first, first + short + (block >= count - longer ? 1 : 0));
  });
  const generator = generatorOf(correction);
  const corrections = blocks.map((block) => remainder(block, generator));
  return [...across(blocks, short + 1), ...across(corrections, correction)];
}

function across(blocks: readonly (readonly number[])[], most: number): number[] {
  return Array.from({ length: most }, (_, at) => blocks.flatMap((block) => block[at] ?? [])).flat();
}

// Reed-Solomon over the field of 256 elements

function times(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ (product >> 7 ? FIELD : 0);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
}

/** The product of (x - 2^0) ... (x - 2^(degree - 1)), the leading 1 left out. */
function generatorOf(degree: number): number[] {
  const made: number[] = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let step = 0; step < degree; step++) {
    for (let at = 0; at < degree; at++) made[at] = times(made[at]!, root) ^ (made[at + 1] ?? 0);
    root = times(root, 2);
  }
  return made;
}

function remainder(words: readonly number[], generator: readonly number[]): number[] {
  let rest = generator.map(() => 0);
  for (const word of words) {
    const factor = word ^ rest[0]!;
    rest = [...rest.slice(1), 0].map((each, at) => each ^ times(generator[at]!, factor));
  }
  return rest;
}

/** The value followed by so many bits that the whole is divisible by the generator. */
function checked(value: number, generator: number, bits: number): number {
  let rest = value;
  for (let step = 0; step < bits; step++) rest = (rest << 1) ^ ((rest >> (bits - 1)) & 1 ? generator : 0);
  return (value << bits) | (rest & ((1 << bits) - 1));
}

// The picture

class Drawing {
  private readonly size: number;
  private readonly dark: boolean[][];
  private readonly taken: boolean[][];

  constructor(private readonly version: number) {
    this.size = 4 * version + 17;
    const empty = (): boolean[][] => Array.from({ length: this.size }, () => Array<boolean>(this.size).fill(false));
    [this.dark, this.taken] = [empty(), empty()];
    for (let at = 0; at < this.size; at++)
      for (const [row, column] of [
        [6, at],
        [at, 6],
      ] as const)
        this.set(row, column, at % 2 === 0);
    this.finders();
    this.alignments();
    this.format(0);
    this.versions();
  }

  /** The codewords from the lower right corner on, in columns of two, up and down. */
  fill(words: readonly number[]): void {
    let at = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5; // the column of the timing line
      for (let step = 0; step < this.size; step++) {
        const up = ((right + 1) & 2) === 0;
        for (const column of [right, right - 1]) {
          const row = up ? this.size - 1 - step : step;
          if (this.taken[row]![column]) continue;
          this.dark[row]![column] = (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  masked(mask: number): Modules {
    this.format(mask);
    const flips = MASKS[mask]!;
    return this.dark.map((row, y) => row.map((dark, x) => (this.taken[y]![x] ? dark : dark !== flips(y, x))));
  }

  private set(row: number, column: number, dark: boolean): void {
    if (this.dark[row]?.[column] === undefined) return;
    this.dark[row]![column] = dark;
    this.taken[row]![column] = true;
  }

  private finders(): void {
    for (const [top, left] of [
      [3, 3],
      [3, this.size - 4],
      [this.size - 4, 3],
    ] as const)
      for (let y = -4; y <= 4; y++)
        for (let x = -4; x <= 4; x++) {
          const ring = Math.max(Math.abs(x), Math.abs(y));
          this.set(top + y, left + x, ring !== 2 && ring !== 4);
        }
  }

  private alignments(): void {
    const places = this.centres();
    const last = places.length - 1;
    for (const [one, row] of places.entries())
      for (const [other, column] of places.entries()) {
        const inFinder = (one === 0 && other === 0) || (one === 0 && other === last) || (one === last && other === 0);
        if (inFinder) continue;
        for (let y = -2; y <= 2; y++)
          for (let x = -2; x <= 2; x++) this.set(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
      }
  }

  /** Of the alignment marks in both directions: 6, and from the other side on in even steps. */
  private centres(): number[] {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = 2 * Math.ceil((this.size - 13) / (2 * (count - 1)));
    return [6, ...Array.from({ length: count - 1 }, (_, at) => this.size - 7 - (count - 2 - at) * step)];
  }

  /** Correction M (00) and the mask, twice, and the module that is always dark. */
  private format(mask: number): void {
    const bits = checked(mask, FORMAT_GENERATOR, 10) ^ FORMAT_MASK;
    for (let at = 0; at < 15; at++) {
      const dark = ((bits >> at) & 1) === 1;
      this.set(at < 6 ? at : Math.min(at + 1, 8), at < 8 ? 8 : at === 8 ? 7 : 14 - at, dark);
      this.set(at < 8 ? 8 : this.size - 15 + at, at < 8 ? this.size - 1 - at : 8, dark);
    }
    this.set(this.size - 8, 8, true);
  }

  private versions(): void {
    if (this.version < 7) return;
    const bits = checked(this.version, VERSION_GENERATOR, 12);
    for (let at = 0; at < 18; at++) {
      const [long, short] = [Math.floor(at / 3), this.size - 11 + (at % 3)];
      this.set(long, short, ((bits >> at) & 1) === 1);
      this.set(short, long, ((bits >> at) & 1) === 1);
    }
  }
}

// How hard a picture is to read

function penalty(modules: Modules): number {
  const columns = modules.map((_, at) => modules.map((row) => row[at]!));
  const dark = modules.flat().filter(Boolean).length;
  const share = (100 * dark) / modules.length ** 2;
  const lines = [...modules, ...columns].reduce((sum, line) => sum + runs(line) + finderLike(line), 0);
  return lines + squares(modules) + 10 * Math.floor(Math.abs(share - 50) / 5);
}

function runs(line: readonly boolean[]): number {
  let [sum, length] = [0, 0];
  for (let at = 0; at <= line.length; at++) {
    if (at < line.length && at > 0 && line[at] === line[at - 1]) length += 1;
    else {
      if (length >= 5) sum += length - 2;
      length = 1;
    }
  }
  return sum;
}

/** 1:1:3:1:1 with four light modules before or after it. */
function finderLike(line: readonly boolean[]): number {
  const text = line.map((dark) => (dark ? "1" : "0")).join("");
  let sum = 0;
  for (let at = text.indexOf("1011101"); at >= 0; at = text.indexOf("1011101", at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 4), at), text.slice(at + 7, at + 11)];
    if (!before.includes("1") || !after.includes("1")) sum += 40;
  }
  return sum;
}

function squares(modules: Modules): number {
  let sum = 0;
  for (let y = 1; y < modules.length; y++)
    for (let x = 1; x < modules.length; x++) {
      const [above, here] = [modules[y - 1]!, modules[y]!];
      if (here[x] === here[x - 1] && here[x] === above[x] && here[x] === above[x - 1]) sum += 3;
    }
  return sum;
}
