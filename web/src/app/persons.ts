// What people are called.
import { t } from "../i18n/texts";

/** As the server calls who has told no name. */
const NAMELESS = /^Guest (\d+)$/;
/** Who calls himself so wants no more of it. */
const TITLED = /(?:さん|さま|様|くん|君|ちゃん|先生)$/;

/** A name as it was chosen; one that was made up in the person's language. */
export function plainName(name: string): string {
  const number = NAMELESS.exec(name)?.[1];
  return number === undefined ? name : t("guest", { number });
}

/** A person as one speaks of him: たろうさん. */
export function personName(name: string): string {
  return TITLED.test(name) ? name : t("person", { name: plainName(name) });
}
