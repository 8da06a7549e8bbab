/** From here on a clock shows tenths and warns. */
export const SHORT_MS = 10_000;

/** 65000 -> "1:05"; under ten seconds with tenths. */
export function clockText(ms: number): string {
  if (ms < SHORT_MS) return (Math.floor(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
