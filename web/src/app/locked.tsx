import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";

const LOCK_MS = 500;

interface LockedProps {
  /** When it changes, the button does nothing for half a second: nobody hits what was not there a moment ago. */
  about: string;
  onClick(): void;
  class?: string;
  disabled?: boolean;
  children: ComponentChildren;
}

export function LockedButton({ about, onClick, class: classes = "", disabled = false, children }: LockedProps) {
  const [locked, setLocked] = useState(true);
  useEffect(() => {
    setLocked(true);
    const timer = setTimeout(() => setLocked(false), LOCK_MS);
    return () => clearTimeout(timer);
  }, [about]);
  return (
    <button
      type="button"
      class={`button ${classes}`}
      aria-disabled={locked || disabled}
      onClick={() => {
        if (!locked && !disabled) onClick();
      }}
    >
      {children}
    </button>
  );
}
