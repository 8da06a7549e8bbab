// The picture of a QR code: dark on light in both themes, for that is what cameras expect.
import { encode } from "uqr";
import { t } from "../i18n/texts";

/** Light modules around it that the standard asks for. */
const QUIET = 4;

export function QrPicture({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: "M", border: QUIET });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={t("share.qr.label")}>
      <rect class="qr-light" width={size} height={size} />
      <path class="qr-dark" d={path.join("")} />
    </svg>
  );
}
