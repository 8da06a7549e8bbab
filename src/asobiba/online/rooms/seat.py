"""A seat of a table: whose it is, and who plays there."""

from msgspec import Struct
from msgspec.structs import replace

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
