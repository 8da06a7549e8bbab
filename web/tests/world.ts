// A world whose time stands still until a test moves it, and sockets whose other end is the test.
import type { Socket, World } from "../src/connection";
import type { Said, Told } from "../src/wire";

export class FakeSocket implements Socket {
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  closed = false;
  readonly said: Said[] = [];

  send(text: string): void {
    this.said.push(JSON.parse(text) as Said);
  }

  close(): void {
    this.closed = true;
  }

  tell(message: Told): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  of<T extends Said["t"]>(t: T): Extract<Said, { t: T }>[] {
    return this.said.filter((message): message is Extract<Said, { t: T }> => message.t === t);
  }
}

export class FakeWorld implements World {
  readonly sockets: FakeSocket[] = [];
  seen = true;
  chance = 0.5;
  private time = 1000;
  private timers: { at: number; run: () => void }[] = [];

  get socket(): FakeSocket {
    return this.sockets.at(-1)!;
  }

  open(): Socket {
    this.sockets.push(new FakeSocket());
    return this.socket;
  }

  now(): number {
    return this.time;
  }

  later(ms: number, run: () => void): () => void {
    const timer = { at: this.time + ms, run };
    this.timers.push(timer);
    return () => void (this.timers = this.timers.filter((each) => each !== timer));
  }

  random(): number {
    return this.chance;
  }

  visible(): boolean {
    return this.seen;
  }

  /** Let time pass; what falls due runs at its time. */
  pass(ms: number): void {
    const until = this.time + ms;
    for (;;) {
      const next = this.timers.filter(({ at }) => at <= until).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.timers = this.timers.filter((each) => each !== next);
      this.time = next.at;
      next.run();
    }
    this.time = until;
  }
}
