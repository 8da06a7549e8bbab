// The colour of a seat in graphs, bars and lists.

/** Of a node that has `data-seat`, within one that has `data-game`: the game's own, or else one of the graphs'. */
export function seatColour(seat: number): string {
  return `var(--seat-colour, var(--colour-${seat}))`;
}
