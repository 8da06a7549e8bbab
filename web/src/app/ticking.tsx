// What counts down: clocks, and seconds until something happens.
import { useEffect, useRef, useState } from "preact/hooks";
import { t } from "../i18n/texts";
import { sound } from "./sound";

const TICK_FROM_MS = 10_000;

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
    if (mine && runs && ms < TICK_FROM_MS && second < before.current) sound("tick");
    before.current = second;
  }, [second]);
  const short = ms < TICK_FROM_MS;
  return (
    <span class={short ? "clock short" : "clock"} role="timer" aria-label={t("clock.left", { count: second })}>
      {clockText(ms)}
    </span>
  );
}

/** 65000 -> "1:05"; under ten seconds with tenths. */
export function clockText(ms: number): string {
  if (ms < TICK_FROM_MS) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

/** A text with the seconds that remain. */
export function Countdown({ ms, at, text }: { ms: number; at: number; text: string }) {
  useTicking(true, 250);
  return <span class="countdown">{t(text, { count: Math.ceil(leftNow(ms, at, true) / 1000) })}</span>;
}
