// Made from the server's schemas by tools/web/wire.py. Do not edit.

export const PROTOCOL = "asobiba.v1";

/** Why the server closed a connection. */
export const Closing = {
  RESTARTING: 4001,
  BAD_MESSAGE: 4400,
  NOT_ALLOWED: 4403,
  NO_ROOM: 4404,
  TOO_SLOW: 4408,
  ANOTHER_TAB: 4409,
  TOO_MANY: 4429,
} as const;

/** Message `id` is stored as event `seq`. */
export interface Ack {
  t: "ack";
  id: string;
  seq: number;
}

export interface Answer {
  t: "answer";
  kind: "draw" | "rematch" | "takeback";
  yes: boolean;
}

/** One of the others agrees, or the offer is off. */
export interface AnsweredEvent {
  kind: "answered";
  offer: string;
  seat: number;
  yes: boolean;
}

/** The host puts a bot on a free seat, or with no spec takes the bot away. */
export interface Bot {
  t: "bot";
  seat: number;
  spec?: string | null;
}

export interface Bye {
  t: "bye";
  code: string;
  message: string;
}

export interface Chat {
  t: "chat";
  id: string;
  text: string;
}

/** Milliseconds left for each seat, and whose clocks run. */
export interface Clock {
  t: "clock";
  left: (number | null)[];
  running: number[];
}

/** Seconds; None is no limit. */
export interface Clocks {
  total?: number | null;
  increment?: number;
  move?: number | null;
}

/** The table was given up before a game began. */
export interface ClosedEvent {
  kind: "closed";
}

/** A bot plays for a player who is away, or who is here and lets the others wait. */
export interface DeputisedEvent {
  kind: "deputised";
  seat: number;
  spec: string;
}

/** Luck. What nobody may know yet has no outcome. */
export interface DrewEvent {
  kind: "drew";
  outcome?: number;
  takebacks?: number;
  text?: string;
  happened?: (Record<string, unknown>)[];
}

/** Give up a game that nobody else plays, or close a table where nobody else sits; where others do, leave it. */
export interface End {
  t: "end";
  id: string;
  unseen?: boolean;
}

/** The game is over; seed and nonce of its luck are told. */
export interface EndedEvent {
  kind: "ended";
  reason: string;
  returns: number[];
  seed: string;
  nonce: string;
  places: number[];
  counts: Record<string, number[]>;
}

/** What has happened from `seq` on, one item a number, and how things stand after it. */
export interface Events {
  t: "events";
  seq: number;
  list: RoomEvent[];
  state: StateView;
}

/** Do not wait for people any longer: bots take the free seats. */
export interface Fill {
  t: "fill";
}

/** The seat's time is over. */
export interface FlaggedEvent {
  kind: "flagged";
  seat: number;
}

/** A timed game: what was held, as (tick, seat, mask) where it changed, up to `tick`. */
export interface HeldEvent {
  kind: "played";
  tick: number;
  held: [number, number, number][];
  digest: string;
}

/** First of all. With a token the connection speaks for its seat; without one it watches. */
export interface Hello {
  t: "hello";
  room: string;
  token?: string | null;
  last_seq?: number | null;
  lang?: "en" | "ja";
}

/** All the others are bots: they move without a pause until a person is to decide something. */
export interface Hurry {
  t: "hurry";
}

/** What the player holds, from `tick` on, one number a tick; only in a timed game. */
export interface Inputs {
  t: "inputs";
  tick: number;
  held: number[];
}

/** A bot has the seat. */
export interface InstalledEvent {
  kind: "installed";
  seat: number;
  spec: string;
}

/** Give the seat up. During a game a bot plays on for it. */
export interface Leave {
  t: "leave";
  seat?: number | null;
}

/** The seat is free, or during a game a bot's. */
export interface LeftEvent {
  kind: "left";
  seat: number;
}

/** A move by its number or in the game's notation. Sent again with the same id it is played only once. */
export interface Move {
  t: "move";
  id: string;
  base: number;
  action?: number | null;
  text?: string | null;
}

/** A move. Of a simultaneous turn: a commit. */
export interface MovedEvent {
  kind: "moved";
  seat: number;
  action?: number;
  ms: number;
  by: string;
  text?: string;
  happened?: (Record<string, unknown>)[];
  revealed?: [number, number, string][];
}

export interface Offer {
  t: "offer";
  kind: "draw" | "rematch" | "takeback";
}

export interface OfferView {
  kind: string;
  seat: number;
  agreed: number[];
}

/** draw, takeback or rematch: the others are asked. */
export interface OfferedEvent {
  kind: "offered";
  offer: string;
  seat: number;
}

/** A timed game stands still, or runs on after a countdown. Only who plays against bots alone may ask for it. */
export interface Pause {
  t: "pause";
  on?: boolean;
}

export interface Ping {
  t: "ping";
  at?: number;
}

export interface Pong {
  t: "pong";
  at: number;
  server_ms: number;
}

/** Who is there. It is no event: it has no number and is not kept. */
export interface Presence {
  t: "presence";
  seats: boolean[];
  watchers: number;
  bots_in_ms?: number | null;
  starts_in_ms?: number | null;
  away_ms?: Record<string, number>;
}

/** The player is ready, or not any more. */
export interface ReadiedEvent {
  kind: "readied";
  seat: number;
  yes: boolean;
}

/** The game starts when every seat is taken and every player is ready, or when a countdown of `presence` ends. During a game it says that the player is back for whom a bot plays; so does any other message. */
export interface Ready {
  t: "ready";
  yes?: boolean;
}

/** Refused, and nothing has changed. `message` is for people who read English; `code` and `params` for clients. */
export interface Reject {
  t: "reject";
  code: string;
  message: string;
  id?: string | null;
  seq?: number | null;
  params?: Record<string, string | number>;
}

/** The owner of the seat has got a new token; the older ones are good as before. */
export interface RekeyedEvent {
  kind: "rekeyed";
  seat: number;
}

/** A player has gone over to a free seat, before the game. */
export interface ReseatedEvent {
  kind: "reseated";
  seat: number;
  to: number;
}

export interface Resign {
  t: "resign";
  seat?: number | null;
}

/** The player gives up. */
export interface ResignedEvent {
  kind: "resigned";
  seat: number;
}

export interface ResultView {
  reason: string;
  returns: number[];
  places: number[];
  counts: Record<string, number[]>;
  assisted: boolean;
  seed: string;
  nonce: string;
}

/** The player is back; the bot plays no more. */
export interface ReturnedEvent {
  kind: "returned";
  seat: number;
}

export type RoomEvent = AnsweredEvent | ClosedEvent | DeputisedEvent | DrewEvent | EndedEvent | FlaggedEvent | HeldEvent | InstalledEvent | LeftEvent | MovedEvent | OfferedEvent | ReadiedEvent | RekeyedEvent | ReseatedEvent | ResignedEvent | ReturnedEvent | SaidEvent | SatEvent | StartedEvent | TookBackEvent;

/** What does not change while the room lives. */
export interface RoomInfo {
  id: string;
  game: string;
  rules: number;
  options: Record<string, unknown>;
  settings: RoomSettings;
  seats: string[];
}

export interface RoomSettings {
  private?: boolean;
  timed?: boolean;
  clocks?: Clocks;
  bot_fill_seconds?: number | null;
  start_seconds?: number;
  silence_seconds?: number;
  bot?: string | null;
  takebacks?: boolean;
  chat?: boolean;
}

/** Chat; the seat is null for somebody who watches. */
export interface SaidEvent {
  kind: "said";
  seat: number | null;
  name: string;
  text: string;
}

/** Somebody took a free seat. */
export interface SatEvent {
  kind: "sat";
  seat: number;
  name: string;
}

export interface SeatView {
  name: string;
  kind: "bot" | "free" | "human";
  ready: boolean;
  bot: string | null;
  gone: boolean;
  owner: number;
}

/** Only to the one who sat down. The token is shown this once. */
export interface Seated {
  t: "seated";
  seat: number;
  token: string;
}

/** Take a seat, any free one if none is named. The answer is `seated` with the token of the seat. */
export interface Sit {
  t: "sit";
  seat?: number | null;
  also?: boolean;
}

/** Everything, when the client is too far behind for a delta. */
export interface Snapshot {
  t: "snapshot";
  seq: number;
  state: StateView;
  history: [number, number, string][];
}

/** Round 1, 2, ...; from the second on the players have moved one seat. */
export interface StartedEvent {
  kind: "started";
  round: number;
  commitment: string;
}

/** How things stand, for one receiver. */
export interface StateView {
  status: "open" | "over" | "playing";
  phase: string;
  round: number;
  seats: SeatView[];
  due: number[];
  passing: number[];
  plies: number;
  moves: [number, string][];
  offers: OfferView[];
  committed: number[];
  commitment: string;
  places: number[];
  result: ResultView | null;
  view: unknown;
}

/** The client has missed something: send the events after `last_seq` again. */
export interface Sync {
  t: "sync";
  last_seq: number;
}

/** A timed game as the server sees it, many times a second. */
export interface Tick {
  t: "tick";
  tick: number;
  digest: string;
  view: unknown;
  applied?: number | null;
  corrected?: boolean;
  stands?: "away" | "paused" | "starting" | null;
  runs_in_ms?: number | null;
}

/** The game is as it was after `plies` plies. */
export interface TookBackEvent {
  kind: "tookback";
  plies: number;
}

export interface Welcome {
  t: "welcome";
  you: You;
  room: RoomInfo;
  server_ms: number;
  protocol?: string;
}

export interface You {
  name: string;
  seat: number | null;
  host: boolean;
}

export type Said = Hello | Sync | Sit | Leave | End | Bot | Fill | Hurry | Ready | Move | Inputs | Pause | Offer | Answer | Resign | Chat | Ping;

export type Told = Welcome | Snapshot | Events | Ack | Reject | Seated | Presence | Clock | Tick | Bye | Pong;

export interface AgainstCard {
  won: number;
  drawn: number;
  lost: number;
  level: LevelCard | null;
  people: boolean;
}

export interface AnalysisWish {
  agent?: string | null;
}

export interface AttemptCard {
  view: Record<string, unknown>;
  moves: [number, string][];
  steps: StepCard[];
  left: number;
  over: boolean;
  done: boolean;
  failed: boolean;
}

export interface AttemptWish {
  actions?: number[];
}

export interface CareerCard {
  games: GameRecord[];
  latest: PlayedCard[];
  counted: number;
  most: number;
}

export interface ClockWish {
  total?: number | null;
  increment?: number;
  move?: number | null;
}

export interface ExerciseCard {
  name: string;
  task: Record<string, string>;
  options: Record<string, unknown>;
  seats: string[];
  seat: number;
  solution: string[];
}

export interface Farewell {
  deleted: number;
}

export interface GameCard {
  name: string;
  titles: Record<string, string>;
  rules: number;
  seats: string[];
  options: OptionCard[];
  levels: LevelCard[];
  agents: string[];
  opponent: string;
  help: Record<string, string>;
  simultaneous: boolean;
  timed: boolean;
  one_device: boolean;
  exercises: number;
}

/** What a guest has played of one game. Games with moves taken back are counted as `practice` and nowhere else. */
export interface GameRecord {
  won: number;
  drawn: number;
  lost: number;
  game: string;
  alone: number;
  shared: number;
  practice: number;
  streak: number;
  best_streak: number;
  bests: Record<string, number>;
  against: AgainstCard[];
  history: [number, number][];
  next: LevelCard | null;
}

export interface GuestCard {
  id: string;
  name: string;
  token: string;
}

export interface GuestWish {
  name?: string | null;
}

export interface LadderCard {
  game: string;
  options: Record<string, unknown>;
  seats: number;
  levels: LevelCard[];
}

export interface Learning {
  runs: Training[];
  levels: LadderCard[];
  ladder: RatingCard[];
}

export interface LevelCard {
  number: number;
  names: Record<string, string>;
  agent: string;
  rating: number | null;
  low: number | null;
  high: number | null;
}

export interface LineQuestion {
  game: string;
  options?: Record<string, unknown>;
  position: string;
  agent?: string | null;
  moves: string[];
}

export interface OptionCard {
  name: string;
  default: string;
  allowed: string;
  meaning: string;
}

export interface PlayedCard {
  room: string;
  round: number;
  game: string;
  ended_ms: number;
  plies: number;
  reason: string;
  seats: string[];
  bots: (string | null)[];
  returns: number[];
  options: Record<string, unknown>;
  seat: number;
  end: "won" | "drawn" | "lost" | "alone" | "shared";
  counts: Record<string, number[]>;
  assisted: boolean;
}

export interface Question {
  game: string;
  options?: Record<string, unknown>;
  position: string;
  agent?: string | null;
}

export interface RatingCard {
  agent: string;
  game: string;
  rating: number;
  low: number;
  high: number;
  games: number;
}

export interface ResultCard {
  room: string;
  round: number;
  game: string;
  ended_ms: number;
  plies: number;
  reason: string;
  seats: string[];
  bots: (string | null)[];
  returns: number[];
}

export interface RoomCard {
  id: string;
  game: string;
  options: Record<string, unknown>;
  settings: Record<string, unknown>;
  status: "open" | "playing" | "over";
  seats: (Record<string, unknown>)[];
  round: number;
  created_ms: number;
  people: number;
  counts?: Record<string, number[]>;
}

export interface RoomWish {
  game: string;
  options?: Record<string, unknown>;
  private?: boolean;
  timed?: boolean;
  clocks?: ClockWish;
  bot_fill_seconds?: number | null;
  silence_seconds?: number;
  start_seconds?: number;
  bot?: string | null;
  takebacks?: boolean;
  chat?: boolean;
  seat?: number | null;
  also?: number[];
  ready?: boolean;
  bots?: Record<string, string>;
}

export interface SeatCard {
  room: string;
  seat: number | null;
  token: string | null;
}

export interface SeatWish {
  seat?: number | null;
}

export interface StepCard {
  seat: number;
  action: number;
  text: string;
  happened: (Record<string, unknown>)[];
}

export interface Training {
  name: string;
  game: string;
  status: string;
  method: string;
  curves: Record<string, [number, number][]>;
  figures: Record<string, number>;
}

/** What every refusal looks like. */
export interface Trouble {
  code: string;
  message: string;
  params?: Record<string, unknown>;
}

/** What depends on the options of a game. */
export interface Variant {
  options: Record<string, unknown>;
  seats: string[];
  levels: LevelCard[];
  agents: string[];
  opponent: string;
  simultaneous: boolean;
  one_device: boolean;
}

export interface WatchWish {
  agent?: string | null;
  ply?: number | null;
}
