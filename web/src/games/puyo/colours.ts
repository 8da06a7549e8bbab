// The colours of what is drawn on the canvas, the same in both themes; palette.css has the others.
import { OJAMA } from "./field";

type ByLetter = Readonly<Record<string, string>>;

const COLOURS: ByLetter = {
  R: "#ea5648",
  B: "#4587ee",
  Y: "#f4bd36",
  G: "#35b27b",
  P: "#ac6ae0",
  O: "#a3a9b8",
};
const APART: ByLetter = {
  R: "#d9541e",
  B: "#2f7fc4",
  Y: "#f3e04b",
  G: "#0f9a78",
  P: "#d58ab4",
  O: "#9aa0ad",
};
export const DARK = "#2b2233";
export const WHITE = "#ffffff";
export const GOLD = "#e2ae33";
export const ROCK = "#d4553d";
export const GLOW = "#ffe27a";
export const INK = "#14101e";
export const SHADE = "#100e18";

/** Of a puyo; `signs` are colours that differ in brightness too. */
export function colourOf(letter: string, signs: boolean): string {
  return (signs ? APART : COLOURS)[letter] ?? COLOURS[OJAMA]!;
}

/** #ffffff, 50 -> #ffffff80, which is half clear. */
export function clear(colour: string, percent: number): string {
  const dense = Math.round(Math.max(0, percent) * 2.55);
  return colour + dense.toString(16).padStart(2, "0");
}
