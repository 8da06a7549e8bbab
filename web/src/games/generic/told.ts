// A JSON value as nodes that a person can read: lists of lists are tables, rows of letters are pictures.
import { el } from "../dom";

/** {"score": 4, "board": [[2, 2], [0, 4]]} -> a list with a number and a table. */
export function told(value: unknown): HTMLElement {
  if (Array.isArray(value)) return listed(value);
  if (value !== null && typeof value === "object") return named(Object.entries(value));
  return el("span", { class: "told-value" }, plain(value));
}

function named(entries: [string, unknown][]): HTMLElement {
  const shown = entries.filter(([name]) => name !== "legal");
  return el(
    "dl",
    { class: "told" },
    ...shown.flatMap(([name, value]) => [el("dt", {}, name.replaceAll("_", " ")), el("dd", {}, told(value))]),
  );
}

function listed(items: unknown[]): HTMLElement {
  if (items.length === 0) return el("span", { class: "told-value" }, "–");
  if (isPicture(items)) return el("pre", { class: "told-picture" }, items.join("\n"));
  if (isTable(items)) return table(items);
  if (items.every(isPlain)) return el("span", { class: "told-value" }, items.map(plain).join(" "));
  return el("ol", { class: "told" }, ...items.map((item) => el("li", {}, told(item))));
}

function table(rows: unknown[][]): HTMLElement {
  const lines = rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, plain(cell)))));
  return el("table", { class: "told-table" }, el("tbody", {}, ...lines));
}

function isPicture(items: unknown[]): items is string[] {
  return (
    items.length > 1 &&
    items.every((item) => typeof item === "string" && item.length > 2 && item.length === (items[0] as string).length)
  );
}

function isTable(items: unknown[]): items is unknown[][] {
  return items.length > 1 && items.every((item) => Array.isArray(item) && item.length > 1 && item.every(isPlain));
}

function isPlain(value: unknown): boolean {
  return value === null || typeof value !== "object";
}

function plain(value: unknown): string {
  return value === null || value === undefined ? "–" : String(value);
}
