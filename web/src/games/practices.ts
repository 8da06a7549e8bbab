// Which games have a page for practice, and those pages, loaded when they are opened.
import type { ComponentType } from "preact";
import type { PracticeProps } from "./board";

const PRACTICES = import.meta.glob<{ Practice: ComponentType<PracticeProps> }>("./*/practice.tsx");

export function hasPractice(game: string): boolean {
  return `./${game}/practice.tsx` in PRACTICES;
}

export async function practiceOf(game: string): Promise<ComponentType<PracticeProps> | null> {
  return (await PRACTICES[`./${game}/practice.tsx`]?.())?.Practice ?? null;
}
