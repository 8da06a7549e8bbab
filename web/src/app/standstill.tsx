// When a game does not go on: a countdown, a pause, a player who is missed. The page says why, and what comes next.
import { useEffect, useState } from "preact/hooks";
import { onKeys } from "../games/keys";
import { t } from "../i18n/texts";
import { holderName } from "./names";
import { say } from "./notices";
import { sound } from "./sound";
import type { Table } from "./table";
import { Countdown } from "./ticking";
import { browser } from "./world";

const STEP_MS = 100;

/** Over a timed game that stands still; while it runs against bots, the button that stops it. */
export function Standstill({ table }: { table: Table }) {
  const standing = table.standing.value;
  const may = mayPause(table);
  const pause = (on: boolean): void => void table.connection.send({ t: "pause", on });
  useEffect(() => {
    if (!may) return;
    const hidden = (): void => void (document.hidden && pause(true));
    document.addEventListener("visibilitychange", hidden);
    const end = onKeys(({ key, repeat }) => {
      if (key !== "p" && key !== "Escape") return false;
      if (!repeat) pause(table.standing.peek()?.why !== "paused");
      return true;
    });
    return () => {
      end();
      document.removeEventListener("visibilitychange", hidden);
    };
  }, [may]);
  if (!standing) {
    return may ? (
      <button type="button" class="button pause" onClick={() => pause(true)}>
        {t("pause")}
      </button>
    ) : null;
  }
  return (
    <div class="standstill">
      {standing.why === "starting" && <Numbers ms={standing.ms ?? 0} at={standing.at} />}
      {standing.why === "paused" && (
        <>
          <p>{t("paused")}</p>
          <button type="button" class="button primary large" ref={(node) => node?.focus()} onClick={() => pause(false)}>
            {t("pause.end")}
          </button>
        </>
      )}
      {standing.why === "away" && <p>{t("missing.stands")}</p>}
    </div>
  );
}

/** 3, 2, 1. */
function Numbers({ ms, at }: { ms: number; at: number }) {
  const left = (): number => Math.max(1, Math.ceil((ms - (browser.now() - at)) / 1000));
  const [count, setCount] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setCount(left()), STEP_MS);
    return () => clearInterval(timer);
  }, [ms, at]);
  useEffect(() => {
    sound("tick");
    say(String(count));
  }, [count]);
  return <p class="standstill-count">{count}</p>;
}

/** Nobody else may be made to wait. */
function mayPause(table: Table): boolean {
  const [state, you] = [table.state.value, table.you.value];
  if (you?.seat == null || state?.status !== "playing") return false;
  return state.seats.every((seat, number) => number === you.seat || seat.kind === "bot" || seat.gone);
}

/** Another person has gone: until when the others wait, and what happens then. */
export function Missing({ table }: { table: Table }) {
  const [info, state, you, presence] = [table.info.value, table.state.value, table.you.value, table.presence.value];
  if (!info || state?.status !== "playing" || !presence) return null;
  const away = state.seats.flatMap((seat, number) => {
    const gone = seat.kind === "human" && seat.bot === null && !presence.seats[number] && number !== you?.seat;
    return gone ? [{ number, who: holderName(info.game, seat, info.options) }] : [];
  });
  return (
    <>
      {away.map(({ number, who }) => {
        const ms = presence.away_ms?.[String(number)];
        return (
          <p key={number} class="missing" role="status">
            {t("missing", { who })}{" "}
            {ms === undefined ? t("missing.waits") : <Countdown ms={ms} at={presence.at} text="missing.bot_in" />}
          </p>
        );
      })}
    </>
  );
}
