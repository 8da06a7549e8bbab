// Keys that play wherever the focus is, except where people type or choose.

const TYPING = "input, textarea, select, [contenteditable], dialog, [role=listbox], [role=slider]";

/**
 * Calls `pressed` for keys without Ctrl, Alt or Meta; what it handles (true) the browser does not. Returns the end. Who
 * listens at the window hears of them after those at the document.
 */
export function onKeys(
  pressed: (event: KeyboardEvent) => boolean,
  where: Pick<Document, "addEventListener" | "removeEventListener"> = document,
): () => void {
  const listen = (heard: Event): void => {
    const event = heard as KeyboardEvent;
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    if (document.querySelector("dialog[open]")) return;
    if (pressed(event)) event.preventDefault();
  };
  where.addEventListener("keydown", listen);
  return () => where.removeEventListener("keydown", listen);
}

const SIGNS: Readonly<Record<string, string>> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓" };

/** What is on a key: KeyZ -> Z, ArrowLeft -> ← */
export function keyName(code: string, t: (key: string) => string): string {
  return SIGNS[code] ?? (code === "Space" ? t("key.space") : code.replace(/^(Key|Digit)/, ""));
}
