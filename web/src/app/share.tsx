// The way of a link to a friend: copied, handed on by the phone, or read off the screen by another one.
import { useState } from "preact/hooks";
import { t } from "../i18n/texts";
import { lazy } from "./lazy";

const QrPicture = lazy(async () => (await import("./qrpicture")).QrPicture);

export function Share({ game }: { game: string }) {
  const [copied, setCopied] = useState(false);
  const [drawn, setDrawn] = useState(false);
  const link = location.href;
  const copy = async (event: Event): Promise<void> => {
    const input = (event.currentTarget as HTMLElement).previousElementSibling as HTMLInputElement;
    input.select();
    // Browsers lend the clipboard only to pages from https or from this machine; the text is selected in any case.
    await navigator.clipboard?.writeText(link).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  /** Whoever changes their mind has shared nothing, and that is no mistake. */
  const hand = (): void => void navigator.share({ title: t("share.title", { game }), url: link }).catch(() => {});
  return (
    <div class="share">
      <label for="share">{t("share")}</label>
      <div class="row">
        <input id="share" type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" class="button primary" onClick={copy}>
          {t(copied ? "share.copied" : "share.copy")}
        </button>
        {"share" in navigator && (
          <button type="button" class="button" onClick={hand}>
            {t("share.hand")}
          </button>
        )}
        <button type="button" class="button" aria-expanded={drawn} onClick={() => setDrawn(!drawn)}>
          {t("share.qr")}
        </button>
      </div>
      {drawn && <QrPicture text={link} />}
    </div>
  );
}
