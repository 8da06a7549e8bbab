import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Refused } from "./errors";
import { complain } from "./notices";

/** A page that is loaded when it is first opened. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let found: ComponentType<P> | null = null;
  return function Lazy(props: P) {
    const [, setLoaded] = useState(found !== null);
    useEffect(() => {
      if (found) return;
      load().then(
        (page) => {
          found = page;
          setLoaded(true);
        },
        () => complain(new Refused("not_loaded", "")),
      );
    }, []);
    const Found = found;
    return Found ? <Found {...props} /> : null;
  };
}
