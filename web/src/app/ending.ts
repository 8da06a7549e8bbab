// How a game ended, in words: why, in which places, and what was counted.
import { has, number, t } from "../i18n/texts";
import { gameText } from "./seatnames";

/** A game's own word that has no text is the plain end. */
export function reasonText(reason: string): string {
  return t(has(`reason.${reason}`) ? `reason.${reason}` : "reason.rules");
}

/** "1. Ann · 2. Bob, Cleo" of three and more; of two it is said already. */
export function placesText(names: readonly string[], places: readonly number[]): string {
  if (names.length < 3) return "";
  return [...new Set(places)]
    .sort((one, other) => one - other)
    .map((place) => {
      const there = names.filter((_, seat) => places[seat] === place);
      return t("result.place", { place, who: there.join(t("list.separator")) });
    })
    .join(" · ");
}

/** ["Discs: Ann 33, Bob 31"], in the game's own words. */
export function countsText(
  game: string,
  names: readonly string[],
  counts: Readonly<Record<string, readonly number[]>>,
): string[] {
  return Object.entries(counts).map(([name, values]) => {
    const each = values.map((value, seat) => (names.length === 1 ? number(value) : `${names[seat]} ${number(value)}`));
    return t("result.count", { what: countName(game, name), values: each.join(t("list.separator")) });
  });
}

/** "Discs" */
export function countName(game: string, name: string): string {
  return gameText(game, `count.${name}`) ?? name;
}
