"""The events of a room's log. Each is stored as JSON named by `kind`, and never changed.

What others must not know of an event is in its fields all the same (a seed, the hash of a token, a hidden move): only
showing.py decides what leaves the server.
"""

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct


class _Event(Struct, frozen=True, tag_field="kind", tag=str.lower, omit_defaults=True):
    pass


class Sat(_Event, frozen=True):
    """Somebody took a free seat."""

    seat: int
    name: str
    guest: str
    token: str
    """Hashed."""


class Rekeyed(_Event, frozen=True):
    """The owner of the seat has got a new token; the older ones are good as before."""

    seat: int
    token: str
    """Hashed."""


class Reseated(_Event, frozen=True):
    """A player has gone over to a free seat, before the game."""

    seat: int
    """Which is free now."""
    to: int
    token: str
    """Hashed."""


class Installed(_Event, frozen=True):
    """A bot has the seat."""

    seat: int
    spec: str


class Left(_Event, frozen=True):
    """The seat is free, or during a game a bot's."""

    seat: int


class Closed(_Event, frozen=True):
    """The table was given up before a game began."""


class Readied(_Event, frozen=True):
    """The player is ready, or not any more."""

    seat: int
    yes: bool


class Started(_Event, frozen=True):
    """Round 1, 2, ...; from the second on the players have moved one seat."""

    round: int
    commitment: str
    """sha256 of "nonce:seed", so that the luck can be checked at the end."""
    seed: int
    nonce: str


class Moved(_Event, frozen=True):
    """A move. Of a simultaneous turn: a commit."""

    seat: int
    action: int
    ms: int
    """How long the seat's clock ran."""
    by: str = "player"
    """player, bot, clock: played because the time for the move was over, or rules: nothing but a pass was possible."""


class Drew(_Event, frozen=True):
    """Luck. What nobody may know yet has no outcome."""

    outcome: int
    takebacks: int = 0
    """So many had been in this game: the seed draws the outcome anew after each. Logs from before that have none."""


class Held(_Event, frozen=True, tag="played"):
    """A timed game: what was held, as (tick, seat, mask) where it changed, up to `tick`."""

    tick: int
    held: list[tuple[int, int, int]]
    digest: str


class Offered(_Event, frozen=True):
    """draw, takeback or rematch: the others are asked."""

    offer: str
    seat: int


class Answered(_Event, frozen=True):
    """One of the others agrees, or the offer is off."""

    offer: str
    seat: int
    yes: bool


class TookBack(_Event, frozen=True):
    """The game is as it was after `plies` plies."""

    plies: int


class Resigned(_Event, frozen=True):
    """The player gives up."""

    seat: int


class Flagged(_Event, frozen=True):
    """The seat's time is over."""

    seat: int


class Deputised(_Event, frozen=True):
    """A bot plays for a player who is away, or who is here and lets the others wait."""

    seat: int
    spec: str


class Returned(_Event, frozen=True):
    """The player is back; the bot plays no more."""

    seat: int


class Ended(_Event, frozen=True):
    """The game is over; seed and nonce of its luck are told."""

    reason: str
    """The game's own word (rules, max_turns, no_moves, target), or the table's: resign, time, draw, abandoned."""
    returns: list[float]
    seed: int
    nonce: str
    # Logs from before have neither places nor counts.
    places: list[int] = []
    """By seat, 1 is the best; equals share a place."""
    counts: dict[str, list[int]] = {}
    """By seat, what people count in this game: {"discs": [33, 31]}."""


class Said(_Event, frozen=True):
    """Chat; the seat is null for somebody who watches."""

    seat: int | None
    name: str
    text: str
    guest: str


Event: TypeAlias = (
    Sat
    | Rekeyed
    | Reseated
    | Installed
    | Left
    | Closed
    | Readied
    | Started
    | Moved
    | Drew
    | Held
    | Offered
    | Answered
    | TookBack
    | Resigned
    | Flagged
    | Deputised
    | Returned
    | Ended
    | Said
)

_decoder: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)
_encoder = msgspec.json.Encoder()


def read_event(payload: bytes) -> Event:
    return _decoder.decode(payload)


def write_event(event: Event) -> bytes:
    return _encoder.encode(event)


def kind_of(event: Event) -> str:
    return str(type(event).__struct_config__.tag)


def secrets_of(name: str) -> tuple[str, ...]:
    """The fields that leave the server in no event of this name."""
    return ("guest", "token", "seed", "nonce") if name == "Started" else ("guest", "token")


def public(event: Event) -> dict[str, Any]:
    """The fields that everybody may know whatever the game."""
    fields = msgspec.structs.asdict(event)
    for secret in secrets_of(type(event).__name__):
        fields.pop(secret, None)
    return {"kind": kind_of(event), **fields}
