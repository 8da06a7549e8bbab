// A room as this browser knows it: what the server tells, folded into signals.
import { batch, signal } from "@preact/signals";
import { Connection, type Listener, type Status, type World } from "../connection";
import type { Language, Ply, Shown } from "../games/board";
import type {
  Clock,
  Events,
  MovedEvent,
  Presence,
  Reject,
  RoomEvent,
  RoomInfo,
  Snapshot,
  StateView,
  Tick,
  Told,
  You,
} from "../wire";
import { FrameHands } from "./frames";
import { type Player, playerOf } from "./players";

/** After a reconnect, more plies than this are not played back one by one. */
const MOST_STEPS = 4;
const MOST_LINES = 200;

/** A line of the room's log: somebody says something, or something happens to the room. */
export interface Line {
  id: number;
  event: Exclude<RoomEvent, { kind: "moved" | "drew" | "played" | "rekeyed" }>;
  /** Who had which seat then. */
  players: readonly Player[];
}

export interface Picture {
  shown: Shown;
  how: "step" | "jump";
}

export interface Orders {
  refused(reject: Reject): void;
  /** Something new for the log, not what had happened before. */
  happened(line: Line): void;
  seated(token: string, info: RoomInfo): void;
  unseated(): void;
}

export class Table implements Listener {
  readonly info = signal<RoomInfo | null>(null);
  readonly you = signal<You | null>(null);
  readonly state = signal<StateView | null>(null);
  readonly plies = signal<readonly Ply[]>([]);
  readonly lines = signal<readonly Line[]>([]);
  readonly presence = signal<(Presence & { at: number }) | null>(null);
  readonly clock = signal<(Clock & { at: number }) | null>(null);
  /** A timed game that stands still: why, and for how long from when this was told. */
  readonly standing = signal<{ why: NonNullable<Tick["stands"]>; ms: number | null; at: number } | null>(null);
  readonly link = signal<{ status: Status; code: number | null }>({ status: "connecting", code: null });
  readonly pendingAction = signal<number | null>(null);
  readonly picture = signal<Picture | null>(null);
  /** The round in which the game at hand was begun: who goes back from its end goes on with the same. */
  readonly begun = signal(0);
  readonly connection: Connection;
  readonly hands: FrameHands;
  /** What the server had promised about the luck of the game before its first move. */
  promise = "";
  private players: Player[] = [];
  private since: Ply[] | null = null;
  private tick: Tick | null = null;
  private count = 0;
  private fresh = true;

  constructor(
    readonly id: string,
    language: Language,
    token: string | null,
    private readonly world: World,
    private readonly orders: Orders,
  ) {
    const tab = Math.floor(world.random() * 2 ** 40).toString(36);
    this.connection = new Connection(world, this, { room: id, lang: language }, token, tab);
    this.hands = new FrameHands(world, (message) => this.connection.send(message));
  }

  start(): void {
    this.connection.start();
  }

  /** The seats that are played here; several people may sit at one device. */
  get mine(): readonly number[] {
    const [state, you] = [this.state.value, this.you.value];
    const owner = you?.seat == null ? undefined : state?.seats[you.seat]?.owner;
    return (state?.seats ?? []).flatMap((seat, number) =>
      seat.owner === owner && seat.kind === "human" ? [number] : [],
    );
  }

  /** Of these the one that is to move, or else the first that plays on. */
  get hand(): number | null {
    const [state, you, mine] = [this.state.value, this.you.value, this.mine];
    if (!state || mine.length < 2) return you?.seat ?? null;
    const staying = mine.filter((seat) => !state.seats[seat]!.gone);
    return staying.find((seat) => state.due.includes(seat)) ?? staying[0] ?? mine[0]!;
  }

  stop(): void {
    this.hands.stop();
    this.connection.stop();
  }

  status(status: Status, code: number | null): void {
    if (status !== "ready") this.fresh = true;
    this.link.value = { status, code };
  }

  pending(action: number | null): void {
    this.pendingAction.value = action;
    if (this.picture.value) this.show([], "step");
  }

  told(message: Exclude<Told, Events>): void {
    switch (message.t) {
      case "welcome":
        batch(() => {
          this.info.value = message.room;
          this.you.value = message.you;
        });
        break;
      case "snapshot":
        this.takeSnapshot(message);
        break;
      case "seated":
        if (this.you.value) this.you.value = { ...this.you.value, seat: message.seat };
        if (this.info.value) this.orders.seated(message.token, this.info.value);
        break;
      case "presence":
        this.presence.value = { ...message, at: this.world.now() };
        break;
      case "clock":
        this.clock.value = { ...message, at: this.world.now() };
        break;
      case "tick":
        this.tick = message;
        this.standing.value = message.stands
          ? { why: message.stands, ms: message.runs_in_ms ?? null, at: this.world.now() }
          : null;
        this.hands.heard(message);
        this.show([], "step");
        break;
      case "reject":
        if (message.code === "bad_token") this.orders.unseated();
        else this.orders.refused(message);
        if (this.picture.value) this.show([], "jump");
        break;
    }
  }

  events(message: Events): void {
    const before = this.state.value;
    this.since = this.fresh && before === null ? null : [];
    for (const event of message.list) this.fold(event, before !== null);
    const since: Ply[] = this.since ?? [];
    const jumps = this.since === null || (this.fresh && since.length > MOST_STEPS);
    this.stand(message.state);
    this.show(jumps ? [] : since, jumps ? "jump" : "step");
  }

  private takeSnapshot(message: Snapshot): void {
    this.plies.value = message.history.map(([seat, action, text]) => ({ seat, action, text, happened: [] }));
    this.stand(message.state);
    this.show([], "jump");
  }

  private stand(state: StateView): void {
    this.fresh = false;
    if (state.round !== this.state.value?.round) this.tick = null;
    if (state.status !== "playing") this.clock.value = this.standing.value = null;
    this.players = state.seats.map(playerOf);
    if (this.begun.value === 0) this.begun.value = state.round;
    if (state.status === "playing" && this.promise === "") this.promise = state.commitment;
    this.state.value = state;
    const seat = this.you.value?.seat;
    if (seat != null && state.seats[seat]?.kind !== "human") this.standUp();
  }

  private fold(event: RoomEvent, isNew: boolean): void {
    switch (event.kind) {
      case "moved":
        this.push(...pliesOf(event));
        break;
      case "drew":
        this.push({ seat: -1, action: event.outcome ?? -1, text: event.text ?? "", happened: event.happened ?? [] });
        break;
      case "played":
      case "rekeyed":
        break;
      case "started":
        this.plies.value = [];
        this.since = null;
        this.begun.value = event.round;
        this.promise = event.commitment;
        if (event.round > 1) this.moveOneSeat();
        this.log(event, isNew);
        break;
      case "sat":
      case "installed":
        this.players[event.seat] =
          event.kind === "sat" ? { name: event.name, bot: null } : { name: event.spec, bot: event.spec };
        this.log(event, isNew);
        break;
      case "reseated":
        [this.players[event.seat], this.players[event.to]] = [this.players[event.to]!, this.players[event.seat]!];
        if (isNew && event.seat === this.you.value?.seat) this.you.value = { ...this.you.value, seat: event.to };
        this.log(event, isNew);
        break;
      case "tookback":
        this.plies.value = this.plies.value.slice(0, event.plies);
        this.since = null;
        this.log(event, isNew);
        break;
      case "left":
        if (isNew && event.seat === this.you.value?.seat) this.standUp(this.mine.find((seat) => seat !== event.seat));
        this.log(event, isNew);
        break;
      default:
        this.log(event, isNew);
    }
  }

  private push(...plies: Ply[]): void {
    this.plies.value = [...this.plies.value, ...plies];
    this.since?.push(...plies);
  }

  private log(event: Line["event"], isNew: boolean): void {
    const line = { id: ++this.count, event, players: [...this.players] };
    this.lines.value = [...this.lines.value.slice(1 - MOST_LINES), line];
    if (isNew) this.orders.happened(line);
  }

  /** From the second game on everybody has moved one seat; a welcome has said so already. */
  private moveOneSeat(): void {
    const you = this.you.value;
    const count = this.info.value?.seats.length ?? 1;
    this.players = [...this.players.slice(1), ...this.players.slice(0, 1)];
    if (you?.seat != null && !this.fresh) this.you.value = { ...you, seat: (you.seat + count - 1) % count };
  }

  /** From one's seat; of several the others stay. */
  private standUp(other?: number): void {
    if (this.you.value) this.you.value = { ...this.you.value, seat: other ?? null };
    if (other === undefined) this.orders.unseated();
  }

  /** A new picture for the board; nothing before the first game. */
  private show(since: readonly Ply[], how: Picture["how"]): void {
    const state = this.state.value;
    const view = this.tick?.view ?? state?.view ?? null;
    if (!state || view === null) {
      this.picture.value = null;
      return;
    }
    const plies = this.plies.value;
    const shown: Shown = {
      view,
      moves: this.you.value?.seat == null ? [] : state.moves,
      due: state.due,
      since,
      last: plies.findLast((ply) => ply.seat >= 0) ?? null,
      plies: state.plies,
      history: plies,
      over: state.status === "over",
      pending: this.pendingAction.value,
      committed: state.committed,
      ...(this.tick ? { tick: this.tick.tick } : {}),
    };
    this.picture.value = { shown, how };
  }
}

/** A hidden commit is no ply yet; the last of a turn shows them all. */
function pliesOf(event: MovedEvent): Ply[] {
  if (event.revealed) return event.revealed.map(([seat, action, text]) => ({ seat, action, text, happened: [] }));
  if (event.text === undefined) return [];
  return [{ seat: event.seat, action: event.action ?? -1, text: event.text, happened: event.happened ?? [] }];
}
