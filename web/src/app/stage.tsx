// Where a board stands: it loads the game's module, mounts it, and hands it every new picture.
import { effect, type ReadonlySignal, type Signal, untracked } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Board, BoardContext, Timed } from "../games/board";
import { type Loaded, load } from "../games/load";
import { language, seatIn, t, withTexts } from "../i18n/texts";
import { errorText } from "./errors";
import { say } from "./notices";
import { server } from "./server";
import { settings } from "./settings";
import { sound } from "./sound";
import type { Picture } from "./table";

const RETRY_MS = 2000;

export interface StageProps {
  game: string;
  options: Readonly<Record<string, unknown>>;
  seatNames: readonly string[];
  seat: number | null;
  /** Of several seats that are played here the one that is played now. */
  hand?: () => number | null;
  purpose: BoardContext["purpose"];
  exercise?: boolean;
  picture: ReadonlySignal<Picture | null>;
  play?: (action: number) => void;
  mayHint?: () => boolean;
  timed?: Timed | null;
  /** The board that stands here now, for its tools and its panel. */
  board?: Signal<Board | null>;
  /** Changes when everything begins anew. */
  round?: number;
}

export function Stage(props: StageProps) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const { game, seat, round } = props;
  const speech = language.value;
  useEffect(() => {
    let end: () => void = () => {};
    let gone = false;
    let broken = false;
    let later = 0;
    const show = (loaded: Loaded): void => {
      if (gone || !place.current) return;
      setFailed(false);
      end = stand(place.current, loaded, props, fallBack);
    };
    /** A board that fails gives way to the generic one; the game goes on. */
    const fallBack = (error: unknown): void => {
      console.error(error);
      end();
      if (broken) setFailed(true);
      else load(game, speech, "generic").then(show).catch(again);
      broken = true;
    };
    /** Without a network nothing can be loaded; it may come back. */
    const again = (): void => {
      if (gone) return;
      setFailed(true);
      broken = false;
      later = window.setTimeout(fetchBoard, RETRY_MS);
    };
    const fetchBoard = (): void => void load(game, speech).then(show).catch(fallBack);
    fetchBoard();
    return () => {
      gone = true;
      clearTimeout(later);
      end();
    };
  }, [game, seat, round, speech]);
  return (
    <>
      <div class="stage" ref={place} />
      {failed && <p role="alert">{t("stage.failed")}</p>}
    </>
  );
}

function stand(place: HTMLDivElement, loaded: Loaded, props: StageProps, broken: (error: unknown) => void): () => void {
  const root = document.createElement("div");
  root.className = "board";
  place.replaceChildren(root);
  const board = loaded.module.mount(root, contextOf(props, loaded));
  if (props.board) props.board.value = board;
  let first = true;
  const update = ({ shown, how }: Picture): void => {
    try {
      board.update(shown, first ? "jump" : how);
      first = false;
    } catch (error) {
      queueMicrotask(() => broken(error));
    }
  };
  const stop = effect(() => {
    const picture = props.picture.value;
    if (picture) untracked(() => update(picture));
  });
  return () => {
    stop();
    if (props.board) props.board.value = null;
    board.destroy();
    root.remove();
  };
}

function contextOf(props: StageProps, { texts, own }: Loaded): BoardContext {
  const { game, options, seatNames, purpose } = props;
  const mayHint = props.mayHint ?? (() => purpose !== "lesson");
  return {
    game,
    options,
    seatNames,
    seatName: (number) => seatIn(own, seatNames[number] ?? String(number + 1)),
    get seat() {
      return props.hand ? props.hand() : props.seat;
    },
    purpose,
    isExercise: props.exercise ?? false,
    settings,
    language: language.peek(),
    t: withTexts(texts),
    play: (action) => props.play?.(action),
    say: purpose === "lesson" ? () => {} : say,
    sound: purpose === "lesson" ? () => {} : sound,
    mayHint,
    hint: (position) =>
      mayHint() ? server.hint(game, { ...options }, position).catch(() => null) : Promise.resolve(null),
    watch: (position, stop, heard) =>
      mayHint()
        ? server.watchPosition({ game, options: { ...options }, position }, stop, heard).catch(explained)
        : Promise.resolve("stopped"),
    judge: (position, moves, stop, heard) =>
      mayHint()
        ? server.watchLine({ game, options: { ...options }, position, moves: [...moves] }, stop, heard).catch(explained)
        : Promise.resolve("stopped"),
    timed: props.timed ?? null,
  };
}

/** Boards know no codes of the server. */
export function explained(error: unknown): never {
  throw new Error(errorText(error));
}
