// The queue of pairs that a seed decides, as src/asobiba/games/puyo/pairs.py draws it.
const COLOURS = "RBYGP";
const PUYOS = 256;
const FEWEST_COLOURS = 3;
const SAME_START = 4;
const THROWN_AWAY = 5;

export const SEEDS = 1 << 16;
export const VISIBLE = 3;

/** 256 letters, axis and child in turn. */
export function queue(seed: number, colours = 4): string {
  const next = numbers(seed);
  const pools: number[][] = [];
  for (let count = FEWEST_COLOURS; count <= colours; count++) pools.push(shuffled(count, next));
  const drawn = [...pools[0]!.slice(0, SAME_START), ...pools.at(-1)!.slice(SAME_START)];
  return drawn.map((number) => COLOURS[number]).join("");
}

export function pairAt(letters: string, turn: number): string {
  const at = (2 * turn) % letters.length;
  return letters.slice(at, at + 2);
}

function shuffled(colours: number, next: () => number): number[] {
  const pool = Array.from({ length: PUYOS }, (_, at) => at % colours);
  for (const width of [16, 32, 64]) {
    for (let block = 0; block < PUYOS - width; block += width) {
      for (let turn = 0; turn < width / 2; turn++) {
        const one = block + Math.floor((next() * width) / 2 ** 32);
        const other = block + width + Math.floor((next() * width) / 2 ** 32);
        [pool[one], pool[other]] = [pool[other]!, pool[one]!];
      }
    }
  }
  return pool;
}

function numbers(seed: number): () => number {
  let now = seed;
  const next = (): number => {
    now = (Math.imul(now, 0x5d588b65) + 0x269ec3) >>> 0;
    return now;
  };
  for (let drawn = 0; drawn < THROWN_AWAY; drawn++) next();
  return next;
}
