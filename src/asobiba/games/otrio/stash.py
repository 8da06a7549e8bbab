"""A position from a board, a stash, a turn and a winner, which a search over specification 000 changes one by one."""

from dataclasses import dataclass, replace
from operator import lt
from typing import Any, Self

from numpy.typing import NDArray

from asobiba.core.errors import StateError
from asobiba.games.otrio.board import OF_SIZE, STOCK
from asobiba.games.otrio.rules import PASS, OtrioOptions, Position


@dataclass(frozen=True)
class Stocked(Position):
    """A position with a stash that holds fewer pieces than the board alone would tell."""

    stash: tuple[int, ...] = ()
    """By colour, in the order of play, and size."""

    def stock(self, colour: int) -> tuple[int, int, int]:
        first = 3 * self.options.order.index(colour)
        small, medium, large = map(min, super().stock(colour), self.stash[first : first + 3])
        return small, medium, large

    def open_to(self, colour: int) -> int:
        spent = sum(slots for slots, left in zip(OF_SIZE, self.stock(colour), strict=True) if not left)
        return super().open_to(colour) & ~spent

    def apply(self, action: int) -> Self:
        after, left = super().apply(action), list(self.stash)
        if action != PASS:
            left[3 * self.turn + action // 9] -= 1
        return replace(after, stash=tuple(left))


def position_of(options: OtrioOptions, cells: NDArray[Any], stash: list[int], turn: int, winner: Any) -> Position:
    """The position of a board, a stash by colour and size, a turn and a winner.

    Colours that can place nothing are skipped. A value that the game cannot have is a StateError.
    """
    order, held, pieces = options.order, cells.ravel().tolist(), [0, 0, 0, 0]
    fits = cells.shape == (3, 9) and cells.dtype.kind in "iu" and {-1, *order}.issuperset(held)
    expect(fits, "board", cells, "-1 or one of {order} in [3, 9] slots", order)
    known = all(map(range(STOCK + 1).__contains__, stash))
    expect(known, "stash", stash, "0 to 3 pieces of each size for each of {order}", order)
    expect(turn in range(len(order)), "turn", turn, "a place in {order}, from 0", order)
    expect(winner is None or winner in order, "winner", winner, "None or one of {order}", order)
    for at, color in enumerate(held):
        if color != -1:
            pieces[color] |= 1 << at
    red, green, blue, yellow = pieces
    expect(not sum(pieces) & ~options.slots, "board", cells, "nothing in the medium slot of the middle space")
    position = Position((red, green, blue, yellow), int(turn), None if winner is None else int(winner), options)
    implied = [left for color in order for left in position.stock(color)]
    expect(min(implied) >= 0, "board", cells, "three pieces of each colour and size at most")
    if any(map(lt, stash, implied)):
        position = Stocked(position.pieces, position.turn, position.winner, options, tuple(stash))
    while position.allows(PASS):
        position = position.apply(PASS)
    return position


def expect(holds: bool, name: str, found: object, allowed: str, order: object = None) -> None:
    if not holds:
        raise StateError(f"{name}: {found!r} given; allowed is {allowed.format(order=order)}")
