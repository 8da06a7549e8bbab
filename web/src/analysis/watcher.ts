// Looks on while the engine thinks about what is in view: one thing at a time, and what was found is kept.
import { signal } from "@preact/signals";
import type { Hint } from "../games/board";

/** Why it is not thinking: it was not asked, it is done, somebody stopped it, it could not go on. */
export type Rest = "idle" | "done" | "stopped" | "failed";
export type Watching = Rest | "thinking";

interface Known {
  hint: Hint;
  done: boolean;
}

/** `ask` tells what it hears until it is stopped; it resolves to why it ended, and throws a sentence. */
export type Ask<Subject> = (subject: Subject, stop: AbortSignal, heard: (hint: Hint) => void) => Promise<string>;

/** Endings after which nothing more would come. */
const FINAL: readonly string[] = ["done", "time"];
const MOST_KNOWN = 1000;

export class Watcher<Subject> {
  readonly state = signal<Watching>("idle");
  /** Counts what was heard: who reads it is told of the next. */
  readonly heard = signal(0);
  /** Why nothing can be heard, in words; empty when nothing is wrong. */
  readonly trouble = signal("");
  private readonly known = new Map<string, Known>();
  private subject: Subject | null = null;
  private stopping: AbortController | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly ask: Ask<Subject>,
    private readonly keyOf: (subject: Subject) => string,
  ) {}

  about(subject: Subject): Hint | null {
    return this.known.get(this.keyOf(subject))?.hint ?? null;
  }

  /** This is in view now, null for nothing. It is asked about after so many milliseconds. */
  turnTo(subject: Subject | null, pause = 0): void {
    if (subject !== null && this.subject !== null && this.keyOf(subject) === this.keyOf(this.subject)) return;
    this.halt();
    this.subject = subject;
    this.trouble.value = "";
    if (subject === null) this.state.value = "idle";
    else if (this.known.get(this.keyOf(subject))?.done) this.state.value = "done";
    else this.begin(subject, pause);
  }

  /** Think no further; what is known stays. */
  stop(): void {
    this.halt();
    if (this.state.value === "thinking") this.state.value = "stopped";
  }

  goOn(): void {
    this.trouble.value = "";
    if (this.subject !== null && this.state.value !== "thinking") this.begin(this.subject, 0);
  }

  /** What somebody else has found, if nothing is known yet. */
  learn(subject: Subject, hint: Hint): void {
    const key = this.keyOf(subject);
    if (!this.known.has(key)) this.keep(key, { hint, done: hint.exact });
  }

  private begin(subject: Subject, pause: number): void {
    this.state.value = "thinking";
    const stopping = new AbortController();
    this.stopping = stopping;
    if (pause > 0) this.timer = setTimeout(() => void this.listen(subject, stopping), pause);
    else void this.listen(subject, stopping);
  }

  private async listen(subject: Subject, stopping: AbortController): Promise<void> {
    const key = this.keyOf(subject);
    let rest: Rest = "failed";
    try {
      const ended = await this.ask(subject, stopping.signal, (hint) => this.keep(key, { hint, done: false }));
      const known = this.known.get(key);
      if (known) known.done = FINAL.includes(ended);
      rest = FINAL.includes(ended) ? "done" : "stopped";
    } catch (error) {
      if (!stopping.signal.aborted) this.trouble.value = (error as Error).message;
    }
    if (this.stopping === stopping) this.state.value = rest;
  }

  private keep(key: string, known: Known): void {
    this.known.delete(key);
    this.known.set(key, known);
    if (this.known.size > MOST_KNOWN) this.known.delete(this.known.keys().next().value!);
    this.heard.value += 1;
  }

  private halt(): void {
    clearTimeout(this.timer);
    this.stopping?.abort();
    this.stopping = null;
  }
}
