// Field URLs as the community's simulators share them; src/asobiba/games/puyo/urls.py says how they are written.
import { columnsOf, type Field, HEIGHT, WIDTH } from "./field";

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ[]";
const CELLS = ".RGBYPO";
const PAIRED = "RGBYP";
/** Nothing is fetched from there: people copy it. */
const PREFIX = "http://www.puyop.com/s/";

export function writeUrl(field: Field): string {
  return PREFIX + writeCode(field);
}

/** A character for two cells side by side, rows from the top, what is empty at the front left out. */
export function writeCode(field: Field): string {
  let code = "";
  for (let row = HEIGHT - 1; row >= 0; row--) {
    for (let column = 0; column < WIDTH; column += 2) {
      code += DIGITS[8 * kindAt(field, column, row) + kindAt(field, column + 1, row)];
    }
  }
  return code.replace(/^0+/, "");
}

function kindAt(field: Field, column: number, row: number): number {
  return CELLS.indexOf(field[column]![row] ?? ".");
}

/** The field and the pairs that a URL, or only its end, tells; null if it tells none. What floats falls down. */
export function readUrl(text: string): { field: Field; pairs: string[] } | null {
  const found = /^(?:.*\/s\/|.*#)?([0-9a-zA-Z[\]]*)(?:_([0-9a-zA-Z[\]]*))?$/.exec(text.trim());
  const [code, control] = [found?.[1], found?.[2] ?? ""];
  if (code === undefined || code.length > (HEIGHT * WIDTH) / 2 || control.length % 2) return null;
  const kinds = [...code].flatMap((character) => [DIGITS.indexOf(character) >> 3, DIGITS.indexOf(character) & 7]);
  const pairs = (control.match(/../g) ?? []).map(pairOf);
  if (kinds.some((kind) => kind >= CELLS.length) || pairs.some((pair) => pair === null)) return null;
  const cells = kinds
    .map((kind) => CELLS[kind]!)
    .join("")
    .padStart(HEIGHT * WIDTH, ".");
  const rows = Array.from({ length: HEIGHT }, (_, at) => cells.slice(at * WIDTH, (at + 1) * WIDTH));
  return { field: settled(rows), pairs: pairs as string[] };
}

/** Two characters, the lower six bits first; where the pair was placed is left out. */
function pairOf(characters: string): string | null {
  const colours = (DIGITS.indexOf(characters[0]!) + 64 * DIGITS.indexOf(characters[1]!)) % 128;
  if (colours >= PAIRED.length ** 2) return null;
  return PAIRED[Math.floor(colours / PAIRED.length)]! + PAIRED[colours % PAIRED.length]!;
}

/** Thirteen rows, the hidden one first, in which puyos may float. */
export function settled(rows: readonly string[]): Field {
  const columns = Array.from({ length: WIDTH }, (_, column) =>
    [...rows]
      .reverse()
      .map((row) => row[column]!)
      .join("")
      .replaceAll(".", ""),
  );
  return columnsOf(
    Array.from({ length: HEIGHT }, (_, at) => columns.map((each) => each[HEIGHT - 1 - at] ?? ".").join("")),
  );
}
