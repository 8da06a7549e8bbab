"""Mygame. Replace the rules below by your own, then run `asobiba check mygame`."""

from dataclasses import dataclass, replace

from asobiba.core.game import OVER, Game, State
from asobiba.core.options import Options

SEATS = ("first", "second")


@dataclass(frozen=True)
class Position(State):
    """A pile of matches. An action takes one, two or three; whoever takes the last one wins."""

    matches: int = 21
    turn: int = 0

    @property
    def to_play(self) -> int:
        return self.turn if self.matches else OVER

    def legal(self) -> range:
        return range(min(3, self.matches))

    def after(self, action: int) -> "Position":
        return replace(self, matches=self.matches - action - 1, turn=(self.turn + 1) % len(SEATS))

    def returns(self) -> tuple[float, ...]:
        if self.matches:
            return (0.0,) * len(SEATS)
        return tuple(1.0 if seat == (self.turn - 1) % len(SEATS) else -1.0 for seat in range(len(SEATS)))


GAME: Game[Position, Options] = Game(
    name="mygame", seats=lambda _: SEATS, start=lambda _: Position(), actions=lambda _: 3
)
