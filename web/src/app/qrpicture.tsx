// The picture of a QR code: dark on light in both themes, for that is what cameras expect.
import { t } from "../i18n/texts";
import { qrCode } from "./qr";

/** Light modules around it that the standard asks for. */
const QUIET = 4;

export function QrPicture({ text }: { text: string }) {
  const modules = qrCode(text);
  if (!modules) return null;
  const size = modules.length + 2 * QUIET;
  const path = modules.flatMap((row, y) =>
    row.flatMap((dark, x) => (dark ? [`M${x + QUIET} ${y + QUIET}h1v1h-1z`] : [])),
  );
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("share.qr.label")}>
      <rect class="qr-light" width={size} height={size} />
      <path class="qr-dark" d={path.join("")} />
    </svg>
  );
}
