// What the browser remembers: the best score on boards of each size, and that the game at hand was played with help.
import { shapeOf, type View, written } from "./view";

/** A move was taken back; or the engine was asked. */
export type Help = "undo" | "engine";

const BEST = "asobiba.twenty48.best";
const HELPED = "asobiba.twenty48.helped";

export function bestOf(view: View): number {
  return read<Record<string, number>>(BEST)?.[sizeOf(view)] ?? 0;
}

/** The best score now. With help it does not count. */
export function keepBest(view: View, help: Help | null): number {
  const best = bestOf(view);
  if (help !== null || view.score <= best) return best;
  write(BEST, { ...read<Record<string, number>>(BEST), [sizeOf(view)]: view.score });
  return view.score;
}

/** A page that is loaded again shows the position that it showed before. */
export function helpBefore(view: View): Help | null {
  const kept = read<{ position: string; help: Help }>(HELPED);
  return kept?.position === written(view) ? kept.help : null;
}

export function keepHelp(view: View, help: Help): void {
  write(HELPED, { position: written(view), help });
}

function sizeOf(view: View): string {
  const { rows, columns } = shapeOf(view);
  return `${rows}x${columns}`;
}

/** What is not there, broken or forbidden is null. */
function read<T>(name: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") as T | null;
  } catch {
    return null;
  }
}

/** A browser that keeps nothing is no reason to stop. */
function write(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return;
  }
}
