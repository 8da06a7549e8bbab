// What counts down: clocks, and seconds until something happens.
import { useEffect, useRef, useState } from "preact/hooks";
import { duration, t } from "../i18n/texts";
import { clockText, SHORT_MS } from "./clock";
import { sound } from "./sound";

/** Renders again and again while it is to run. */
function useTicking(runs: boolean, ms = 100): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => setCount((count) => count + 1), ms);
    return () => clearInterval(timer);
  }, [runs, ms]);
}

/** What is left of `left` ms that were told at `at`. */
function leftNow(left: number, at: number, runs: boolean): number {
  return Math.max(0, runs ? left - (performance.now() - at) : left);
}

export function ClockFace({ left, at, runs, mine }: { left: number; at: number; runs: boolean; mine: boolean }) {
  useTicking(runs);
  const ms = leftNow(left, at, runs);
  const second = Math.ceil(ms / 1000);
  const before = useRef(second);
  useEffect(() => {
    if (mine && runs && ms < SHORT_MS && second < before.current) sound("tick");
    before.current = second;
  }, [second]);
  const short = ms < SHORT_MS;
  return (
    <span class={short ? "clock short" : "clock"} role="timer" aria-label={t("clock.left", { time: duration(second) })}>
      {clockText(ms)}
    </span>
  );
}

/** A text with the time that remains. */
export function Countdown({ ms, at, text }: { ms: number; at: number; text: string }) {
  useTicking(true, 250);
  return <span class="countdown">{t(text, { time: duration(Math.ceil(leftNow(ms, at, true) / 1000)) })}</span>;
}
