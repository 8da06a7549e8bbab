// The names of openings that players know, from the table of the rulebook. An opening is a position, however it was
// reached and from whichever side it is seen.
import TABLE from "../../../../src/asobiba/games/othello/openings/names.csv?raw";
import type { Language } from "../board";
import { squareOf, writePosition } from "./notation";
import { after, type Position, START } from "./rules";

type Names = Readonly<Record<Language, string>>;

/** The name of the last of the positions that has one, or nothing. */
export function openingOf(positions: readonly Position[], language: Language): string {
  named ??= readTable();
  return positions.reduce((name, position) => named!.get(writePosition(position))?.[language] ?? name, "");
}

let named: ReadonlyMap<string, Names> | undefined;

/** A position and all that look like it. */
function readTable(): Map<string, Names> {
  const [, ...rows] = TABLE.trim().split(/\r?\n/);
  return new Map(
    rows.flatMap((row) => {
      const [, moves, en, ja] = /^(\w+),"?(.+?)"?,([^,]+)$/.exec(row)!;
      const { squares, side } = moves!.match(/../g)!.map(squareOf).reduce(after, START);
      return imagesOf(squares).map((image) => [writePosition({ squares: image, side }), { en: en!, ja: ja! }] as const);
    }),
  );
}

/** Turned and mirrored: all eight. */
function imagesOf(squares: string): string[] {
  const rows = squares.match(/.{8}/g)!;
  const upright = [rows, rows.map((_, at) => rows.map((row) => row[at]).join(""))];
  const upsideDown = [...upright, ...upright.map((each) => each.toReversed())];
  return [...upsideDown, ...upsideDown.map((each) => each.map(mirrored))].map((each) => each.join(""));
}

function mirrored(row: string): string {
  return [...row].reverse().join("");
}
