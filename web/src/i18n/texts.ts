// Texts by key, in the language of the person. Numbers and dates are written by Intl.
import { computed, signal } from "@preact/signals";
import type { Language } from "../games/board";

export type Catalogue = Readonly<Record<string, string | Readonly<Record<string, string>>>>;
export type Params = Readonly<Record<string, string | number>>;

const CATALOGUES = import.meta.glob<{ default: Catalogue }>("./*.json");
const catalogue = signal<Catalogue>({});
export const language = signal<Language>("en");

const plurals = computed(() => new Intl.PluralRules(language.value));
const numbers = computed(() => new Intl.NumberFormat(language.value, { maximumFractionDigits: 2 }));
const moments = computed(() => new Intl.DateTimeFormat(language.value, { dateStyle: "medium", timeStyle: "short" }));
const ages = computed(() => new Intl.RelativeTimeFormat(language.value, { numeric: "auto", style: "short" }));

export async function speak(wanted: Language): Promise<void> {
  const found = await CATALOGUES[`./${wanted}.json`]!();
  catalogue.value = found.default;
  language.value = wanted;
  document.documentElement.lang = wanted;
}

/** The text of a key with its {parameters}; of several forms the one that fits `count`. An unknown key is itself. */
export function t(key: string, params: Params = {}): string {
  return written(Object.hasOwn(catalogue.value, key) ? catalogue.value[key]! : key, params);
}

export function has(key: string): boolean {
  return Object.hasOwn(catalogue.value, key);
}

/** `t` of a board: its own texts first. */
export function withTexts(own: Catalogue): typeof t {
  return (key, params = {}) => (Object.hasOwn(own, key) ? written(own[key]!, params) : t(key, params));
}

function written(found: Catalogue[string], params: Params): string {
  const text =
    typeof found === "string" ? found : (found[plurals.value.select(Number(params.count))] ?? found.other ?? "");
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    return typeof value === "number" ? number(value) : (value ?? whole);
  });
}

/** With so many decimals; none said, as many as it has, up to two. */
export function number(value: number, decimals = 0): string {
  if (decimals === 0) return numbers.value.format(value);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(language.value, digits).format(value);
}

export function moment(ms: number): string {
  return moments.value.format(ms);
}

/** 886 -> "14 min 46 s" */
export function duration(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes === 0) return t("time.seconds", { count: rest });
  if (minutes >= 60) return t("time.hours", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
  return rest === 0 ? t("time.minutes", { count: minutes }) : t("time.both", { minutes, seconds: rest });
}

/** "5 min. ago" */
export function ago(ms: number): string {
  const minutes = Math.round((ms - Date.now()) / 60_000);
  if (minutes > -60) return ages.value.format(minutes, "minute");
  if (minutes > -60 * 24) return ages.value.format(Math.round(minutes / 60), "hour");
  return ages.value.format(Math.round(minutes / 60 / 24), "day");
}

/** A seat as the game's own texts call it: black -> Black, "red and blue" -> Red and Blue. */
export function seatIn(own: Catalogue, name: string): string {
  const say = withTexts(own);
  if (Object.hasOwn(own, `seat.${name}`)) return say(`seat.${name}`);
  const [one, other, ...more] = name.split(" and ");
  if (other === undefined || more.length > 0 || !Object.hasOwn(own, "seat.both")) return name;
  return say("seat.both", { one: seatIn(own, one!), other: seatIn(own, other) });
}
