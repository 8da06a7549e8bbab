// A dialog of the browser's own: it keeps the focus, Escape closes it, and the focus returns.
import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../i18n/texts";
import { Cross } from "./icons";

interface DialogProps {
  title: string;
  close(): void;
  children: ComponentChildren;
  wide?: boolean;
  /** Classes of its own. It is not asked for, so the title has the focus and no button: nobody hits one by accident. */
  name?: string;
}

export function Dialog({ title, close, children, wide, name }: DialogProps) {
  const node = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const before = document.activeElement;
    node.current?.showModal();
    if (name) node.current?.querySelector("h2")?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  const clicked = (event: Event): void => {
    if (event.target === node.current) close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, too
    <dialog
      ref={node}
      class={["dialog", wide && "wide", name].filter(Boolean).join(" ")}
      aria-labelledby={heading}
      onClose={close}
      onClick={clicked}
    >
      <div class="dialog-body">
        <header class="dialog-head">
          <h2 id={heading} tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="button quiet round" aria-label={t("close")} onClick={close}>
            <Cross />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}

interface ConfirmProps {
  title: string;
  text: string;
  yes: string;
  onYes(): void;
  close(): void;
}

export function Confirm({ title, text, yes, onYes, close }: ConfirmProps) {
  const agreed = (): void => {
    onYes();
    close();
  };
  return (
    <Dialog title={title} close={close}>
      <p>{text}</p>
      <div class="row end">
        <button type="button" class="button" onClick={close}>
          {t("cancel")}
        </button>
        <button type="button" class="button danger" onClick={agreed}>
          {yes}
        </button>
      </div>
    </Dialog>
  );
}
