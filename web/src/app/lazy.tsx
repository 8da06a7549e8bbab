import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Refused } from "./errors";
import { complain } from "./notices";

const RETRY_MS = 2000;

/** A page or a dialog that is loaded when it is first opened. Without a network it waits for one. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let found: ComponentType<P> | null = null;
  return function Lazy(props: P) {
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
  };
}
