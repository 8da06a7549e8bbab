"""A seat of a table: whose it is, and who plays there."""

from msgspec import Struct
from msgspec.structs import replace

from asobiba.core.errors import StateError

OLDER_TOKENS = 8
"""So many of a seat's earlier tokens are kept."""


class Seat(Struct, frozen=True):
    name: str = ""
    guest: str | None = None
    token: str = ""
    """Hashed."""
    older: tuple[str, ...] = ()
    """Earlier tokens, hashed: a token is good as long as its owner has a seat."""
    bot: str | None = None
    """The bot that has the seat."""
    deputy: str | None = None
    """The bot that plays for its absent owner."""
    gone: bool = False
    """Resigned or out of time: a bot moves for the seat to the end, and it cannot win."""
    ready: bool = False

    def rekeyed(self, token: str) -> "Seat":
        return replace(self, token=token, older=(self.token, *self.older)[:OLDER_TOKENS])

    @property
    def free(self) -> bool:
        return self.guest is None and self.bot is None

    @property
    def human(self) -> bool:
        return self.guest is not None

    @property
    def played_by_bot(self) -> bool:
        return self.bot is not None or self.deputy is not None or self.gone


Seats = tuple[Seat, ...]


def with_seat(seats: Seats, number: int, seat: Seat) -> Seats:
    if not 0 <= number < len(seats):
        raise StateError(f"there is no seat {number}")
    return (*seats[:number], seat, *seats[number + 1 :])


def moved_over(seats: Seats, number: int, to: int, token: str) -> Seats:
    """A player has gone from a seat to a free one, and has a new token there."""
    return with_seat(with_seat(seats, number, Seat()), to, seats[number].rekeyed(token))


def vacated(seats: Seats, number: int, after: Seat) -> Seats:
    """The seat has no owner any more. What opened it opens the others that he has."""
    left = seats[number]
    for other in (each for each in owned(seats, number) if each != number):
        kept = (*seats[other].older, left.token, *left.older)
        seats = with_seat(seats, other, replace(seats[other], older=kept[: 2 * OLDER_TOKENS]))
    return with_seat(seats, number, after)


def owned(seats: Seats, number: int) -> tuple[int, ...]:
    """All seats of whoever has this one."""
    guest = seats[number].guest
    return tuple(each for each, seat in enumerate(seats) if each == number or (guest and seat.guest == guest))
