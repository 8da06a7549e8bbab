// A finger, a pen or a mouse that is drawn over the board.

/** CSS pixels: less may be a trembling finger. */
const FAR = 24;

/** Calls `swiped` with an action as soon as the direction is clear, once for every touch. */
export function onSwipe(board: HTMLElement, swiped: (action: number) => void): void {
  let begun: { id: number; x: number; y: number } | null = null;
  board.addEventListener("pointerdown", ({ pointerId, clientX, clientY, button, isPrimary, target }) => {
    const pressed = (target as Element).closest("button") !== null;
    begun = button === 0 && isPrimary && !pressed ? { id: pointerId, x: clientX, y: clientY } : null;
    // A mouse that leaves the board, or whose target goes, is still followed.
    if (begun) board.setPointerCapture(pointerId);
  });
  board.addEventListener("pointermove", ({ pointerId, clientX, clientY }) => {
    if (begun?.id !== pointerId) return;
    const action = directionOf(clientX - begun.x, clientY - begun.y);
    if (action === null) return;
    begun = null;
    swiped(action);
  });
  for (const end of ["pointerup", "pointercancel"]) board.addEventListener(end, () => (begun = null));
}

/** Which way a line goes, unless it is short or nearly diagonal. */
export function directionOf(x: number, y: number): number | null {
  const [across, down] = [Math.abs(x), Math.abs(y)];
  if (Math.max(across, down) < FAR || Math.min(across, down) > 0.8 * Math.max(across, down)) return null;
  if (across > down) return x > 0 ? 1 : 3;
  return y > 0 ? 2 : 0;
}
