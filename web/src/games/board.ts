// What a game's board and the shell know of each other. One page about it: web/README.md.
import type { ReadonlySignal } from "@preact/signals";
import type { VNode } from "preact";

export type Language = "en" | "ja";

/** What a person has chosen; kept in the browser. */
export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark";
  sound: boolean;
  /** Already decided: what the person set, or else what the system asks for. */
  reducedMotion: boolean;
  /** Tell things apart by shape and not by colour alone. */
  colourBlind: boolean;
  /** The shell asks before it sends a move. */
  confirmMoves: boolean;
  /** Timed games: KeyboardEvent.code -> the name of a button. */
  keys: Readonly<Record<string, string>>;
  /** A direction that is held moves again after `delay` ms, and then every `every` ms. */
  repeat: Readonly<{ delay: number; every: number }>;
}

/** One thing that happened, in the game's own words: {"event": "capture", ...}. */
export type Happening = Readonly<Record<string, unknown>>;

export interface Ply {
  /** Who moved; -1 is luck. */
  seat: number;
  /** -1 where luck is hidden. */
  action: number;
  /** In the game's notation; empty where luck is hidden. */
  text: string;
  happened: readonly Happening[];
}

/** A position as the board is to show it. */
export interface Shown {
  /** The game as its rules show it to `ctx.seat`. */
  view: unknown;
  /** The legal moves of `ctx.seat` now, (action, text); empty when it is not to move, in replays and in lessons. */
  moves: readonly (readonly [number, string])[];
  /** The seats that are to move. */
  due: readonly number[];
  /** The plies that led here from what was shown before, oldest first; empty with "jump". */
  since: readonly Ply[];
  /** The last ply of a player, null at the start. */
  last: Ply | null;
  /** Plies so far, luck included. */
  plies: number;
  /** Those plies, oldest first; a lesson has none. */
  history: readonly Ply[];
  /** Replays: what was played from here on. */
  future?: readonly Ply[];
  /** Somebody looks back in a running game: this is not how it stands. */
  past?: boolean;
  over: boolean;
  /** The move that was sent and is not acknowledged yet. */
  pending: number | null;
  /** Simultaneous moves: the seats that have committed. */
  committed: readonly number[];
  /** Timed games: the server's tick of this view. */
  tick?: number;
}

/** How the game ends after a move if everybody plays best, for the seat that makes it. */
export interface Proven {
  /** 1 a win, 0 a draw, -1 a loss. */
  outcome: number;
  /** To the end, the move counted; missing where nobody has counted them. */
  plies?: number;
}

/** One move as an engine values it, for the seat that is to move. */
export interface HintedMove {
  action: number;
  move: string;
  value: number | null;
  /** Missing where the end is not known. */
  proven?: Proven;
}

/** What an engine thinks of a position. */
export interface Hint {
  to_play: number;
  /** The best first. */
  moves: HintedMove[];
  /** The texts of the moves that are worth most; several if they are equal. */
  best: string[];
  /** Whether the values are proven. */
  exact: boolean;
  evaluation: number | null;
  /** The game's own findings. */
  insight: Record<string, unknown>;
  /** Of the values: discs, win chance, points, ...; `evaluation` where they only rank. */
  unit: string;
  /** Plies that were looked ahead, where they are counted. */
  depth?: number;
  /** Of a search to the end that leaves out what is unlikely: how sure it is, 1 being proven. */
  certainty?: number;
  /** The moves that the engine expects from here on. */
  line?: string[];
}

/** What an engine thinks at one ply of a game, and of the move that was made there. */
export interface Judged extends Hint {
  ply: number;
  seat: number;
  action: number;
  move: string;
  /** How much less the move is worth than the best. */
  loss: number | null;
}

/** A timed game as the shell keeps it: the player's ticks, and what is held. */
export interface Timed {
  readonly ticksPerSecond: number;
  /** The tick that the player is at now, with fractions: a little ahead of the newest view. */
  now(): number;
  /** These buttons are held from this tick on (from now on, if none is named); the shell sends them in time. */
  hold(mask: number, tick?: number): void;
}

export interface BoardContext {
  readonly game: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** The seats' names in this game, as the rules call them: black, white. */
  readonly seatNames: readonly string[];
  /** What a seat is called in the language of the person. */
  seatName(seat: number): string;
  /** Whose eyes; null watches. Where several people sit at one device it is whoever is to move. */
  readonly seat: number | null;
  readonly language: Language;
  readonly settings: ReadonlySignal<Settings>;
  /** What the board is for: a lesson and a replay are only looked at. */
  readonly purpose: "room" | "replay" | "lesson";
  /** A small task instead of a game: whatever is reached here counts for nothing. */
  readonly isExercise: boolean;
  /** A text of the board's own catalogue, web/src/games/GAME/{en,ja}.json, or of the shell's. */
  t(key: string, params?: Readonly<Record<string, string | number>>): string;
  /** Choose a legal move. The shell sends it and tells if it is refused. While a move is pending it does nothing. */
  play(action: number): void;
  /** Read aloud to who cannot see the board. */
  say(text: string): void;
  sound(name: "move" | "capture" | "win" | "lose" | "tick" | "pop" | "illegal", steps?: number): void;
  /** Whether hints are fair here: not while the game runs against other people. */
  mayHint(): boolean;
  /** What the engine thinks of a position in the game's notation; null where it cannot say. */
  hint(position: string): Promise<Hint | null>;
  /**
   * Hear what the engine thinks of a position, better and better, until it ends, which is told, or is stopped. The
   * server thinks about one thing at a time for one guest. Where it cannot, an Error has a sentence for the person.
   */
  watch(position: string, stop: AbortSignal, heard: (hint: Hint) => void): Promise<string>;
  /** The same of moves from a position on, judged one by one. */
  judge(
    position: string,
    moves: readonly string[],
    stop: AbortSignal,
    heard: (judged: Judged) => void,
  ): Promise<string>;
  /** Only in a timed game. */
  readonly timed: Timed | null;
}

/** A button in the panel beside the board. */
export interface BoardTool {
  id: string;
  label: string;
  run(): void;
  /** For a tool that is on or off. */
  pressed?: boolean;
  disabled?: boolean;
}

export interface Board {
  /** step: show how `since` led here, from what was shown before. jump: just show it. */
  update(shown: Shown, how: "step" | "jump"): void;
  /** Put the keyboard's focus on the board. */
  focus(): void;
  /** Take away everything: listeners, timers, nodes. */
  destroy(): void;
  /**
   * Replays: what an engine thinks of the position that is shown, to be drawn on it with the line that it expects; null
   * for nothing. `played` is what was played here.
   */
  advise?(hint: Hint | null, played: number | null): void;
  /** Open a board beside this one, with the whole game, on which other moves can be tried; `known` is its review. */
  study?(known?: readonly Judged[]): void;
  tools?: ReadonlySignal<readonly BoardTool[]>;
  /** More beside the board, below the tools: counts, a log of events. */
  panel?: HTMLElement;
}

/** The shell mounts a new board when the seat, the round or the language changes. */
export type Mount = (el: HTMLElement, ctx: BoardContext) => Board;

/** A page of "how to play": a text of the board's catalogue, and a position that shows it. */
export interface Lesson {
  text: string;
  view?: unknown;
  moves?: readonly (readonly [number, string])[];
  due?: readonly number[];
  last?: Ply;
  options?: Readonly<Record<string, unknown>>;
}

/** The board of a practice: what it shows, and what is played on it. */
export interface PracticeBoard {
  picture: ReadonlySignal<{ shown: Shown; how: "step" | "jump" }>;
  play(action: number): void;
  /** Changes when everything begins anew. */
  round: number;
  options: Readonly<Record<string, unknown>>;
  seats: readonly string[];
}

/** What web/src/games/GAME/practice.tsx is given; it exports `Practice`, and the shell has a page for it. */
export interface PracticeProps {
  t: BoardContext["t"];
  settings: BoardContext["settings"];
  board(props: PracticeBoard): VNode;
  /** Into the clipboard; the person is told. */
  copy(text: string): void;
}

/** What web/src/games/GAME/index.ts exports. */
export interface GameModule {
  mount: Mount;
  lessons?: readonly Lesson[];
  /** Timed games: the names of the buttons, bit 0 first, and the keys they have until they are changed. */
  buttons?: readonly string[];
  keys?: Readonly<Record<string, string>>;
}
