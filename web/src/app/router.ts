// Addresses of the app, kept by the History API.
import { signal } from "@preact/signals";

export type Page =
  | { at: "home" }
  | { at: "room"; id: string }
  | { at: "replay"; room: string; round: number }
  | { at: "how"; game: string }
  | { at: "learn"; game: string }
  | { at: "practice"; game: string }
  | { at: "settings" }
  | { at: "training" }
  | { at: "mine" }
  | { at: "nowhere" };

const ROUTES: [RegExp, (found: RegExpExecArray) => Page][] = [
  [/^\/$/, () => ({ at: "home" })],
  [/^\/room\/(\w+)$/, (found) => ({ at: "room", id: found[1]! })],
  [/^\/replay\/(\w+)\/(\d{1,5})$/, (found) => ({ at: "replay", room: found[1]!, round: Number(found[2]) })],
  [/^\/how\/(\w+)$/, (found) => ({ at: "how", game: found[1]! })],
  [/^\/learn\/(\w+)$/, (found) => ({ at: "learn", game: found[1]! })],
  [/^\/practice\/(\w+)$/, (found) => ({ at: "practice", game: found[1]! })],
  [/^\/settings$/, () => ({ at: "settings" })],
  [/^\/training$/, () => ({ at: "training" })],
  [/^\/mine$/, () => ({ at: "mine" })],
];

export function pageOf(path: string): Page {
  for (const [pattern, made] of ROUTES) {
    const found = pattern.exec(path);
    if (found) return made(found);
  }
  return { at: "nowhere" };
}

export const page = signal<Page>(pageOf(location.pathname));

export function go(path: string): void {
  history.pushState(null, "", path);
  page.value = pageOf(location.pathname);
  scrollTo(0, 0);
}

/** Links inside the app change the page without loading it anew. */
export function followLinks(): void {
  addEventListener("popstate", () => (page.value = pageOf(location.pathname)));
  document.addEventListener("click", (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    const path = link?.getAttribute("href") ?? "";
    if (!link || link.hasAttribute("download") || link.hasAttribute("target") || pageOf(path).at === "nowhere") return;
    event.preventDefault();
    go(path);
  });
}
