// What the shell tells in passing: notices on the screen, and words for screen readers.
import { signal } from "@preact/signals";
import { t } from "../i18n/texts";
import { errorText } from "./errors";

export interface Notice {
  id: number;
  text: string;
  kind: "plain" | "bad";
}

export const notices = signal<readonly Notice[]>([]);
/** Two regions in turn, so that the same words twice are read twice. */
export const spoken = signal<{ text: string; turn: 0 | 1 }>({ text: "", turn: 0 });

const SHOWN_MS = 6000;
let count = 0;
let waiting: string[] = [];

export function notify(text: string, kind: Notice["kind"] = "plain"): void {
  const notice = { id: ++count, text, kind };
  notices.value = [...notices.value.slice(-2), notice];
  setTimeout(() => dismiss(notice.id), SHOWN_MS);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** For what went wrong. */
export function complain(error: unknown): void {
  notify(errorText(error), "bad");
}

/** Words that come close together are read as one. */
export function say(text: string): void {
  if (waiting.length === 0) {
    setTimeout(() => {
      spoken.value = { text: waiting.join(t("list.separator")), turn: spoken.value.turn === 0 ? 1 : 0 };
      waiting = [];
    }, 80);
  }
  waiting.push(text);
}
