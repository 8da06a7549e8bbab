// Moves in words: a game's texts say what its notation means to people.
import { gameText } from "./seatnames";

/** die=3 -> "a 3", b2=4 -> "4 on b2", box>3 -> "box → 3". What a game has no words for stays as it is written. */
export function moveText(game: string, text: string): string {
  const [, what, found] = /^([a-z]\w*)=(.*)$/.exec(text) ?? [];
  if (what === undefined) return text.replace(/[a-z]{2,}|>/g, (word) => gameText(game, `move.${word}`) ?? word);
  const value = found!.replaceAll(",", ", ");
  return gameText(game, `luck.${what}`, { value }) ?? gameText(game, "luck", { what, value }) ?? value;
}
