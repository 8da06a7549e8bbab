// What a person has chosen, kept in the browser.
import { computed, effect, signal } from "@preact/signals";
import type { Language, Settings } from "../games/board";

export type Choice = "auto" | "on" | "off";

/** As it is kept: what was left to the system stays so. */
export interface Kept {
  language: Language | "auto";
  theme: Settings["theme"];
  sound: boolean;
  /** From 0 to 1. */
  volume: number;
  reducedMotion: Choice;
  colourBlind: boolean;
  confirmMoves: boolean;
  keys: Record<string, string>;
  repeat: { delay: number; every: number };
  /** The level of the bots that was last chosen, by game. */
  levels: Record<string, string>;
  /** How many play, by game. */
  players: Record<string, number>;
}

const NAME = "asobiba.settings";
export const DEFAULTS: Kept = {
  language: "auto",
  theme: "auto",
  sound: true,
  volume: 0.7,
  reducedMotion: "auto",
  colourBlind: false,
  confirmMoves: false,
  keys: {},
  // As the clock of a game has it: 8 and 2 of its ticks.
  repeat: { delay: 133, every: 33 },
  levels: {},
  players: {},
};

export const kept = signal<Kept>({ ...DEFAULTS, ...stored<Partial<Kept>>(NAME, {}) });

const calm = matchMedia("(prefers-reduced-motion: reduce)");
const calmBySystem = signal(calm.matches);
calm.addEventListener("change", () => (calmBySystem.value = calm.matches));

export const settings = computed<Settings>(() => {
  const { language, theme, sound, reducedMotion, colourBlind, confirmMoves, keys, repeat } = kept.value;
  return {
    language: language === "auto" ? ofBrowser() : language,
    theme,
    sound,
    reducedMotion: reducedMotion === "auto" ? calmBySystem.value : reducedMotion === "on",
    colourBlind,
    confirmMoves,
    keys,
    repeat,
  };
});

function ofBrowser(): Language {
  return navigator.language.toLowerCase().startsWith("ja") ? "ja" : "en";
}

export function choose(change: Partial<Kept>): void {
  kept.value = { ...kept.value, ...change };
  store(NAME, kept.value);
}

/** From localStorage; what is not there or broken is `otherwise`. */
export function stored<T>(name: string, otherwise: T): T {
  try {
    return (JSON.parse(localStorage.getItem(name) ?? "null") as T | null) ?? otherwise;
  } catch {
    return otherwise;
  }
}

/** A browser that keeps nothing, or is full, is no reason to stop. */
export function store(name: string, value: unknown): void {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return;
  }
}

effect(() => {
  const root = document.documentElement;
  root.dataset.theme = settings.value.theme;
  root.classList.toggle("calm", settings.value.reducedMotion);
});
