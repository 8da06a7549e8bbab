// The app on the home screen, and the page for when there is no network: /sw.js has only that.
import { signal } from "@preact/signals";

/** What Chromium gives a page that can be installed. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): string };
}

const WORKER = "/sw.js";

export const installing = signal<InstallPrompt | null>(null);

export function prepareInstall(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the settings have a button for it
    installing.value = event as InstallPrompt;
  });
  addEventListener("appinstalled", () => (installing.value = null));
  // Not while the page still loads: nobody waits for it.
  if ("serviceWorker" in navigator && import.meta.env.PROD) setTimeout(register, 3000);
}

function register(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy("asobiba-worker", { createScriptURL: () => WORKER });
  navigator.serviceWorker.register(policy?.createScriptURL(WORKER) ?? WORKER).catch(() => {});
}

export async function install(): Promise<void> {
  const prompt = installing.value;
  installing.value = null; // it can be used once
  await prompt?.prompt();
}
