// One WebSocket to a room that survives sleep, offline and restarts. No DOM: the world is passed in.
//
// Every event has a number. What is old is dropped, a gap is asked for again, and after a reconnect the server sends what
// was missed. One move may be on its way; it is sent again with the same id until it is acknowledged or refused.
import { Closing, type Events, type Hello, type Move, type Reject, type Said, type Snapshot, type Told } from "./wire";

export const PING_MS = 2500;
export const SILENCE_MS = 9000;
/** After a return to the page a dead socket is not worth more. */
export const WAKE_MS = 1500;
export const FIRST_RETRY_MS = 500;
export const LAST_RETRY_MS = 8000;

export interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** What a connection needs of its surroundings. */
export interface World {
  open(): Socket;
  now(): number;
  /** Returns how to call it off. */
  later(ms: number, run: () => void): () => void;
  /** From 0 up to 1. */
  random(): number;
  visible(): boolean;
}

/** connecting: nothing heard yet; ready: in sync; lost: it will come back by itself; closed: it will not. */
export type Status = "connecting" | "ready" | "lost" | "closed";

export interface Listener {
  status(status: Status, code: number | null): void;
  /** Everything but events, in the order of arrival. */
  told(message: Exclude<Told, Events>): void;
  /** Events that are new, in order and without gaps. */
  events(events: Events): void;
  pending(action: number | null): void;
}

interface PendingMove {
  id: string;
  base: number;
  action: number;
  /** The event that it became, once that is acknowledged. */
  stored: number | null;
}

const COMES_BACK: readonly number[] = [Closing.RESTARTING, Closing.TOO_SLOW];

export class Connection {
  status: Status = "connecting";
  /** The last event that was taken. */
  seq = 0;
  /** How long a ping takes, in ms, once known. */
  lag: number | null = null;
  private socket: Socket | null = null;
  private token: string | null;
  private move: PendingMove | null = null;
  private asked = false;
  private attempts = 0;
  private heardAt = 0;
  private stopPing: () => void = () => {};
  private stopRetry: () => void = () => {};
  private stopDeadline: () => void = () => {};
  private sent = 0;

  constructor(
    private readonly world: World,
    private readonly listener: Listener,
    private readonly hello: Omit<Hello, "t" | "token" | "last_seq">,
    token: string | null,
    /** Tells this tab's messages from those of another. */
    private readonly tab: string,
  ) {
    this.token = token;
  }

  start(): void {
    this.replace();
  }

  stop(): void {
    this.drop();
    this.status = "closed";
  }

  /** Begin anew, after another tab or a refusal had ended it. */
  resume(): void {
    this.attempts = 0;
    this.replace();
  }

  /** The page is looked at again or the network is back: no waiting. */
  wake(): void {
    if (this.status === "closed") return;
    if (this.status === "lost") this.replace();
    else if (this.socket && this.status === "ready") {
      this.ping();
      this.expectWithin(WAKE_MS);
    }
  }

  /** False if there is no connection: nothing was sent. */
  send(message: Exclude<Said, Hello | Move>): boolean {
    if (this.status !== "ready") return false;
    this.write(message);
    return true;
  }

  play(action: number): boolean {
    if (this.move) return false;
    this.move = { id: this.newId(), base: this.seq, action, stored: null };
    this.listener.pending(action);
    if (this.status === "ready") this.writeMove(this.move);
    return true;
  }

  newId(): string {
    this.sent += 1;
    return `${this.tab}-${this.sent}`;
  }

  private replace(): void {
    this.drop();
    const socket = this.world.open();
    this.socket = socket;
    this.asked = false;
    socket.onopen = () => this.write({ t: "hello", ...this.hello, token: this.token, last_seq: this.seq });
    socket.onmessage = ({ data }) => this.heard(JSON.parse(data) as Told);
    socket.onclose = ({ code }) => this.lost(code);
    this.expectWithin(SILENCE_MS);
    if (this.status === "closed") this.become("connecting", null);
  }

  private drop(): void {
    this.stopPing();
    this.stopRetry();
    this.stopDeadline();
    const socket = this.socket;
    this.socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  /** A socket that says nothing for so long is replaced without waiting for its end. */
  private expectWithin(ms: number): void {
    this.stopDeadline();
    const begun = this.world.now();
    this.stopDeadline = this.world.later(ms, () => {
      if (this.heardAt > begun) {
        this.pingLater();
        return;
      }
      this.become("lost", null);
      this.replace();
    });
  }

  private lost(code: number): void {
    this.drop();
    if (code >= 4000 && !COMES_BACK.includes(code)) {
      this.become("closed", code);
      return;
    }
    this.become("lost", code);
    const most = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.attempts);
    this.attempts += 1;
    this.stopRetry = this.world.later(this.world.random() * most, () => this.replace());
  }

  private become(status: Status, code: number | null): void {
    this.status = status;
    this.listener.status(status, code);
  }

  private heard(message: Told): void {
    this.heardAt = this.world.now();
    switch (message.t) {
      case "events":
        this.takeEvents(message);
        return;
      case "snapshot":
        this.takeSnapshot(message);
        return;
      case "ack":
        if (this.move?.id === message.id) this.move.stored = message.seq;
        this.settle();
        break;
      case "reject":
        this.refuse(message);
        break;
      case "seated":
        this.token = message.token;
        break;
      case "pong":
        this.lag = this.world.now() - message.at;
        this.stopDeadline();
        this.pingLater();
        break;
    }
    this.listener.told(message);
  }

  private takeSnapshot(message: Snapshot): void {
    this.seq = message.seq;
    this.listener.told(message);
    this.inSync();
  }

  private takeEvents(message: Events): void {
    if (message.seq > this.seq + 1) {
      this.askAgain();
      return;
    }
    const list = message.list.slice(this.seq + 1 - message.seq);
    if (list.length === 0 && message.list.length > 0) return;
    const first = this.seq + 1;
    this.seq += list.length;
    this.listener.events({ ...message, seq: first, list });
    this.inSync();
  }

  private askAgain(): void {
    if (this.asked) return;
    this.asked = true;
    this.write({ t: "sync", last_seq: this.seq });
  }

  /** The state is that of the server: what waited may go. */
  private inSync(): void {
    this.asked = false;
    this.settle();
    if (this.status === "ready") return;
    this.attempts = 0;
    this.become("ready", null);
    this.stopDeadline();
    this.pingLater();
    if (this.move && this.move.stored === null) this.writeMove(this.move);
  }

  /** A move stays pending until its event is here, so that nobody moves twice in the old position. */
  private settle(): void {
    if (this.move?.stored != null && this.move.stored <= this.seq) this.forgetMove();
  }

  private refuse(message: Reject): void {
    if (message.code === "bad_token") this.token = null;
    if (this.move && message.id === this.move.id) this.forgetMove();
  }

  private forgetMove(): void {
    this.move = null;
    this.listener.pending(null);
  }

  private writeMove({ id, base, action }: PendingMove): void {
    this.write({ t: "move", id, base, action });
  }

  private write(message: Said): void {
    this.socket?.send(JSON.stringify(message));
  }

  private pingLater(): void {
    this.stopPing();
    this.stopPing = this.world.later(PING_MS, () => (this.world.visible() ? this.ping() : this.pingLater()));
  }

  private ping(): void {
    this.stopPing();
    this.write({ t: "ping", at: this.world.now() });
    this.expectWithin(SILENCE_MS - PING_MS);
  }
}
