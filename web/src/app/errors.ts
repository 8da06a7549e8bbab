// Errors travel as codes with parameters; here they become sentences.
import { has, t } from "../i18n/texts";

export class Refused extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly params: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
  }
}

/** In the person's language; the server's own sentence is for programs. */
export function errorText(error: unknown): string {
  if (!(error instanceof Refused)) return t("error.unexpected");
  const key = `error.${error.code}`;
  if (!has(key)) return t("error.unexpected");
  const params = Object.entries(error.params).map(([name, value]) => [
    name,
    typeof value === "number" ? value : String(value),
  ]);
  return t(key, Object.fromEntries(params));
}
