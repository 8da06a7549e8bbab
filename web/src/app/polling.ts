import { useEffect } from "preact/hooks";

/** Runs at once and then every so often while somebody looks at the page. */
export function usePolling(ms: number, run: () => Promise<void>): void {
  useEffect(() => {
    let timer = 0;
    let ended = false;
    const turn = async (): Promise<void> => {
      clearTimeout(timer);
      if (!document.hidden) await run().catch(() => undefined);
      if (!ended) timer = setTimeout(turn, ms) as unknown as number;
    };
    const shown = (): void => {
      if (!document.hidden) void turn();
    };
    document.addEventListener("visibilitychange", shown);
    void turn();
    return () => {
      ended = true;
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", shown);
    };
  }, []);
}
