// What depends on a game's options: its seats, and who can play it.
import { useEffect, useState } from "preact/hooks";
import type { GameCard, Variant } from "../wire";
import { server } from "./server";

/** Options are asked about when they have stood still for so long. */
const STILL_MS = 200;

export type Options = Readonly<Record<string, unknown>>;

/** The variant of the game with these options, or what is wrong with them; null: nothing. */
export function useVariant(card: GameCard, options: Options): { variant: Variant; trouble: unknown } {
  const [variant, setVariant] = useState<Variant>({ ...card, options: {} });
  const [trouble, setTrouble] = useState<unknown>(null);
  useEffect(() => {
    let late = false;
    const timer = setTimeout(async () => {
      try {
        const found = await server.variant(card.name, { ...options });
        if (!late) setVariant(found);
        if (!late) setTrouble(null);
      } catch (error) {
        if (!late) setTrouble(error);
      }
    }, STILL_MS);
    return () => {
      late = true;
      clearTimeout(timer);
    };
  }, [card, options]);
  return { variant, trouble };
}
