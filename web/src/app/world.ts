// The browser as a connection sees it.
import type { Connection, Socket, World } from "../connection";
import { PROTOCOL } from "../wire";

export const browser: World = {
  open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws`, PROTOCOL) as unknown as Socket,
  now: () => performance.now(),
  later(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  random: Math.random,
  visible: () => !document.hidden,
};

/** Tell the connection when the network or the page comes back. Returns the end. */
export function watchLife(connection: Connection): () => void {
  const wake = (): void => {
    if (!document.hidden) connection.wake();
  };
  const events: [EventTarget, string][] = [
    [window, "online"],
    [window, "offline"],
    [window, "pageshow"],
    [document, "visibilitychange"],
  ];
  for (const [target, name] of events) target.addEventListener(name, wake);
  return () => {
    for (const [target, name] of events) target.removeEventListener(name, wake);
  };
}
