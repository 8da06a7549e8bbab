import type { ComponentType, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Refused } from "./errors";
import { complain } from "./notices";

const RETRY_MS = 2000;

export interface Later<P> {
  (props: P): JSX.Element | null;
  /** Begins to load it, for whoever knows that it will be opened. */
  prepare(): void;
}

/** A page or a dialog that is loaded when it is first opened. Without a network it waits for one. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): Later<P> {
  let found: ComponentType<P> | null = null;
  const prepare = (): void => {
    // Who opens it says what went wrong.
    load().then(
      (it) => (found = it),
      () => {},
    );
  };
  return Object.assign(Lazy, { prepare });

  function Lazy(props: P) {
    const [, setLoaded] = useState(found !== null);
    useEffect(() => {
      let later: number | null = 0;
      const fetchIt = async (first: boolean): Promise<void> => {
        try {
          found ??= await load();
          setLoaded(true);
        } catch {
          if (first) complain(new Refused("not_loaded", ""));
          if (later !== null) later = window.setTimeout(() => void fetchIt(false), RETRY_MS);
        }
      };
      void fetchIt(true);
      return () => {
        clearTimeout(later ?? 0);
        later = null;
      };
    }, []);
    const Found = found;
    return Found ? <Found {...props} /> : null;
  }
}
