// The game so far in its notation.
import { useEffect, useRef } from "preact/hooks";
import { type Kind, SIGNS } from "../analysis/kinds";
import type { Ply } from "../games/board";
import { t } from "../i18n/texts";
import { moveText } from "./notation";
import { seatLabel } from "./seatnames";

interface MovesProps {
  game: string;
  plies: readonly Ply[];
  seatNames: readonly string[];
  /** The ply that is shown, if it is not the last, and how to go to another. */
  at?: number;
  go?: (ply: number) => void;
  /** By ply, what was wrong with the move. */
  kinds?: ReadonlyMap<number, Kind>;
}

/** Of a game of thousands of moves those around the one that is shown. */
const MOST = 300;

export function Moves({ game, plies, seatNames, at, go, kinds }: MovesProps) {
  const list = useRef<HTMLOListElement>(null);
  const current = at ?? plies.length;
  const first = Math.max(0, Math.min(plies.length - MOST, current - MOST / 2));
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
              <MoveText
                game={game}
                ply={ply}
                number={number}
                seatNames={seatNames}
                kind={kinds?.get(number - 1)}
                {...(go ? { go } : {})}
              />
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
  kind: Kind | undefined;
}

function MoveText({ game, ply, number, seatNames, go, kind }: MoveTextProps) {
  const who = ply.seat < 0 ? t("luck") : seatLabel(game, seatNames, ply.seat);
  const content = (
    <>
      <span class="ply-number">{number}</span>
      {seatNames.length > 1 && <span class="ply-who">{who}</span>}
      <span class={ply.seat < 0 ? "dim" : ""} data-move={ply.text}>
        {ply.text ? moveText(game, ply.text) : "…"}
      </span>
      {kind && (
        <span class={`ply-kind kind-${kind}`} title={t(`kind.${kind}`)}>
          {SIGNS[kind]}
        </span>
      )}
    </>
  );
  if (!go) return <span class="ply-text">{content}</span>;
  return (
    <button type="button" class="ply-text" onClick={() => go(number)}>
      {content}
    </button>
  );
}
