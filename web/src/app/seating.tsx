// How many play, where a game is for several numbers of people: chosen on its card, kept in the browser.
import { t } from "../i18n/texts";
import type { GameCard, Variant } from "../wire";
import { levelsOf } from "./levels";
import { fieldOf } from "./options";
import { choose, kept } from "./settings";
import type { Options } from "./variant";

interface Count {
  option: string;
  low: number;
  high: number;
  usual: number;
}

/** The option that says how many play; a game without one is always for as many. */
function countOf({ options }: GameCard): Count | null {
  const found = options.find(({ name }) => /(^|_)players$/.test(name));
  const field = found && fieldOf(found.allowed);
  if (!found || field?.kind !== "number" || field.low === undefined || field.high === undefined) return null;
  return { option: found.name, low: field.low, high: field.high, usual: Number(found.default) };
}

function playersOf(card: GameCard, { low, high, usual }: Count): number {
  const chosen = kept.value.players[card.name];
  return chosen !== undefined && chosen >= low && chosen <= high ? chosen : usual;
}

/** What differs from the usual. */
export function optionsOf(card: GameCard): Options {
  const count = countOf(card);
  const players = count ? playersOf(card, count) : 0;
  return count && players !== count.usual ? { [count.option]: players } : {};
}

export function seatsOf(card: GameCard): number {
  const count = countOf(card);
  return count ? playersOf(card, count) : card.seats.length;
}

/** The levels with as many players, and the one in the middle. Until the server has told them they are the usual. */
export function levelsFor(card: GameCard): Pick<Variant, "levels" | "opponent"> {
  const levels = levelsOf(card.name, optionsOf(card));
  if (levels.length === 0) return card;
  return { levels: [...levels], opponent: levels[Math.floor((levels.length - 1) / 2)]!.agent };
}

export function Players({ card }: { card: GameCard }) {
  const count = countOf(card);
  if (!count) return null;
  const numbers = Array.from({ length: count.high - count.low + 1 }, (_, at) => count.low + at);
  return (
    <label class="level">
      <span>{t("players")}</span>
      <select
        value={playersOf(card, count)}
        onChange={({ currentTarget: { value } }) =>
          choose({ players: { ...kept.value.players, [card.name]: Number(value) } })
        }
      >
        {numbers.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
