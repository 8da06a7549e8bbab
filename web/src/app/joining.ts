// The table at which somebody wants to sit down, said where it was chosen and done where it is shown.
let wanted: string | null = null;

export function willJoin(room: string): void {
  wanted = room;
}

/** Once: whoever comes back to the table later only looks at it. */
export function isJoining(room: string): boolean {
  const is = wanted === room;
  wanted = null;
  return is;
}
