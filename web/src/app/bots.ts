// Bots to choose from.
import type { Variant } from "../wire";

/** The levels from the weakest on, the game's own opponent, and whatever else can play it. */
export function botsOf({ levels, agents }: Pick<Variant, "levels" | "agents">, opponent: string): string[] {
  const own = agents.includes(opponent.split(":")[0]!) ? [opponent] : [];
  return [...new Set([...levels, ...own, ...agents])];
}

/** Of these bots the one that was chosen; where it cannot play, another. */
export function botAmong(bots: readonly string[], chosen: string | undefined, otherwise: string): string {
  return [chosen, otherwise].find((spec) => spec !== undefined && bots.includes(spec)) ?? bots[0]!;
}
