// What a board adds beside itself: buttons, and a panel of its own.
import type { ReadonlySignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Board } from "../games/board";
import { t } from "../i18n/texts";

export function Tools({ board }: { board: ReadonlySignal<Board | null> }) {
  const now = board.value;
  const tools = now?.tools?.value ?? [];
  if (tools.length === 0 && !now?.panel) return null;
  return (
    <section class="tools" aria-label={t("tools")}>
      {tools.length > 0 && (
        <div class="row">
          {tools.map(({ id, label, run, pressed, disabled }) => (
            <button
              key={id}
              type="button"
              class="button"
              disabled={disabled ?? false}
              aria-pressed={pressed}
              onClick={run}
            >
              {label}
            </button>
          ))}
        </div>
      )}
      {now?.panel && <Panel node={now.panel} />}
    </section>
  );
}

function Panel({ node }: { node: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.replaceChildren(node);
  }, [node]);
  return <div ref={place} />;
}
