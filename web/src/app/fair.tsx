// Luck that can be checked: the server's promise from before the game against what it shows after it.
import { useState } from "preact/hooks";
import { t } from "../i18n/texts";

type Verdict = "unknown" | "kept" | "broken" | "cannot";

/** Whether sha256 of "nonce:seed" is what was promised. */
export async function isKept(promise: string, nonce: string, seed: string): Promise<boolean> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${nonce}:${seed}`));
  const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex === promise;
}

export function FairLuck({ promise, nonce, seed }: { promise: string; nonce: string; seed: string }) {
  const [verdict, setVerdict] = useState<Verdict>("unknown");
  const check = async (): Promise<void> => {
    // Browsers calculate it only on pages from https or from this machine.
    if (!("subtle" in crypto)) setVerdict("cannot");
    else setVerdict((await isKept(promise, nonce, seed)) ? "kept" : "broken");
  };
  return (
    <details class="fair" onToggle={(event) => event.currentTarget.open && void check()}>
      <summary>{t("fair.title")}</summary>
      <p>{t("fair.how")}</p>
      <dl>
        <dt>{t("fair.promise")}</dt>
        <dd>{promise}</dd>
        <dt>{t("fair.nonce")}</dt>
        <dd>{nonce}</dd>
        <dt>{t("fair.seed")}</dt>
        <dd>{seed}</dd>
      </dl>
      <p class={`verdict ${verdict}`} role="status">
        {verdict !== "unknown" && t(`fair.${verdict}`)}
      </p>
    </details>
  );
}
