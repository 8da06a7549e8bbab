// The game so far in its notation.
import { useEffect, useRef } from "preact/hooks";
import type { Ply } from "../games/board";
import { t } from "../i18n/texts";
import { moveText } from "./notation";
import { seatLabel } from "./seatnames";

interface MovesProps {
  game: string;
  plies: readonly Ply[];
  seatNames: readonly string[];
  /** In a replay: the ply that is shown, and how to go to another. */
  at?: number;
  go?: (ply: number) => void;
}

/** A running game of thousands of moves shows the last of them. */
const MOST = 300;

export function Moves({ game, plies, seatNames, at, go }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  const current = at ?? plies.length;
  const first = go ? 0 : Math.max(0, plies.length - MOST);
  useEffect(() => {
    const [box, item] = [
      list.current,
      list.current?.children[Math.max(0, current - 1 - first)] as HTMLElement | undefined,
    ];
    if (box && item) box.scrollTop = item.offsetTop - box.clientHeight / 2;
  }, [current]);
  return (
    <section class="moves" aria-label={t("moves")}>
      <h2>{t("moves")}</h2>
      {plies.length === 0 && <p class="dim">{t("moves.none")}</p>}
      <ol ref={list} tabIndex={0} aria-label={t("moves")}>
        {plies.slice(first).map((ply, index) => {
          const number = first + index + 1;
          return (
            <li key={number} class={number === current ? "ply current" : "ply"}>
              <MoveText game={game} ply={ply} number={number} seatNames={seatNames} {...(go ? { go } : {})} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface MoveTextProps extends Pick<MovesProps, "game" | "seatNames" | "go"> {
  ply: Ply;
  number: number;
}

function MoveText({ game, ply, number, seatNames, go }: MoveTextProps) {
  const who = ply.seat < 0 ? t("luck") : seatLabel(game, seatNames, ply.seat);
  const content = (
    <>
      <span class="ply-number">{number}</span>
      {seatNames.length > 1 && <span class="ply-who">{who}</span>}
      <span class={ply.seat < 0 ? "dim" : ""} data-move={ply.text}>
        {ply.text ? moveText(game, ply.text) : "…"}
      </span>
    </>
  );
  if (!go) return <span class="ply-text">{content}</span>;
  return (
    <button type="button" class="ply-text" onClick={() => go(number)}>
      {content}
    </button>
  );
}
