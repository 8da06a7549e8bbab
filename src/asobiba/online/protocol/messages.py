"""What goes over the wire: one JSON object a frame, named by `t`. The subprotocol `asobiba.v1` is this version.

    -> {"t":"hello","room":"k3f9…","token":"…","last_seq":41}
    <- {"t":"welcome",…} {"t":"snapshot",…}                or {"t":"events",…} from 42 on
    -> {"t":"move","id":"c7","base":41,"action":19}
    <- {"t":"ack","id":"c7","seq":42}                      stored; only then everybody gets
    <- {"t":"events","seq":42,"list":[…],"state":{…}}

A refused message gets `reject` with a code. Anything that is not written here closes the connection with 4400.
"""

from enum import IntEnum
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Raw, Struct

from asobiba.online.protocol.text import check_json

PROTOCOL = "asobiba.v1"

Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[^\x00-\x1f\x7f]+$")]
"""Without control characters: it is a name, and people see it in logs."""
Token: TypeAlias = Annotated[str, Meta(max_length=128)]
Seq: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=0, le=15)]
Spec: TypeAlias = Annotated[str, Meta(min_length=1, max_length=100)]
Proposal: TypeAlias = Literal["draw", "takeback", "rematch"]


INTERNAL = 1011
"""WebSocket's own word for an error of the server, which a damaged room is, too."""


class Closing(IntEnum):
    """Why the server closed a connection. A client comes back after 4001 and 4408, and not after the others."""

    RESTARTING = 4001
    BAD_MESSAGE = 4400
    NOT_ALLOWED = 4403
    NO_ROOM = 4404
    TOO_SLOW = 4408
    ANOTHER_TAB = 4409
    TOO_MANY = 4429


class _Said(Struct, frozen=True, forbid_unknown_fields=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """A message of a client."""


class Hello(_Said, frozen=True):
    """First of all. With a token the connection speaks for its seat; without one it watches."""

    room: Annotated[str, Meta(min_length=1, max_length=40)]
    token: Token | None = None
    last_seq: Seq | None = None
    """The last event that the client has; it gets those after it."""
    lang: Literal["en", "ja"] = "en"


class Sync(_Said, frozen=True):
    """The client has missed something: send the events after `last_seq` again."""

    last_seq: Seq


class Sit(_Said, frozen=True):
    """Take a seat, any free one if none is named. The answer is `seated` with the token of the seat."""

    seat: SeatNumber | None = None
    also: bool = False
    """Besides the seat that one has: both are played at one device."""


class Leave(_Said, frozen=True):
    """Give the seat up. During a game a bot plays on for it."""

    seat: SeatNumber | None = None
    """Of several this one; none is all of them."""


class End(_Said, frozen=True):
    """Give up a game that nobody else plays, or close a table where nobody else sits; where others do, leave it."""

    id: Id
    unseen: bool = False
    """Only if nobody is looking at it."""


class Bot(_Said, frozen=True):
    """The host puts a bot on a free seat, or with no spec takes the bot away."""

    seat: SeatNumber
    spec: Spec | None = None


class Fill(_Said, frozen=True):
    """Do not wait for people any longer: bots take the free seats."""


class Hurry(_Said, frozen=True):
    """All the others are bots: they move without a pause until a person is to decide something."""


class Ready(_Said, frozen=True):
    """The game starts when every seat is taken and every player is ready, or when a countdown of `presence` ends.

    During a game it says that the player is back for whom a bot plays; so does any other message.
    """

    yes: bool = True


class Move(_Said, frozen=True):
    """A move by its number or in the game's notation. Sent again with the same id it is played only once."""

    id: Id
    base: Seq
    """The last event that the player knew when choosing."""
    action: Annotated[int, Meta(ge=0, le=2**31)] | None = None
    text: Annotated[str, Meta(max_length=200)] | None = None


class Inputs(_Said, frozen=True):
    """What the player holds, from `tick` on, one number a tick; only in a timed game."""

    tick: Seq
    held: Annotated[list[Annotated[int, Meta(ge=0, le=255)]], Meta(min_length=1, max_length=60)]


class Pause(_Said, frozen=True):
    """A timed game stands still, or runs on after a countdown. Only who plays against bots alone may ask for it."""

    on: bool = True


class Offer(_Said, frozen=True):
    kind: Proposal


class Answer(_Said, frozen=True):
    kind: Proposal
    yes: bool


class Resign(_Said, frozen=True):
    seat: SeatNumber | None = None
    """Of several this one; none is the one that is to move."""


class Chat(_Said, frozen=True):
    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=400)]


class Ping(_Said, frozen=True):
    at: float = 0


Message: TypeAlias = (
    Sync
    | Sit
    | Leave
    | End
    | Bot
    | Fill
    | Hurry
    | Ready
    | Move
    | Inputs
    | Pause
    | Offer
    | Answer
    | Resign
    | Chat
    | Ping
)
"""Everything that may follow a hello."""


class _Told(Struct, frozen=True, tag_field="t", tag=str.lower, omit_defaults=True):
    """A message of the server."""


class You(Struct, frozen=True):
    name: str
    seat: int | None
    """None watches."""
    host: bool


class RoomInfo(Struct, frozen=True):
    """What does not change while the room lives."""

    id: str
    game: str
    rules: int
    options: dict[str, Any]
    settings: dict[str, Any]
    seats: list[str]
    """The seats' names in this game."""


class Welcome(_Told, frozen=True):
    you: You
    room: RoomInfo
    server_ms: int
    protocol: str = PROTOCOL


class Snapshot(_Told, frozen=True):
    """Everything, when the client is too far behind for a delta."""

    seq: int
    state: Raw
    history: list[tuple[int, int, str]]
    """The game so far: (seat or -1 for luck, action, text)."""


class Events(_Told, frozen=True):
    """What has happened from `seq` on, one item a number, and how things stand after it."""

    seq: int
    list: list[Raw]
    state: Raw


class Ack(_Told, frozen=True):
    """Message `id` is stored as event `seq`."""

    id: str
    seq: int


class Reject(_Told, frozen=True):
    """Refused, and nothing has changed. `message` is for people who read English; `code` and `params` for clients."""

    code: str
    message: str
    id: str | None = None
    seq: int | None = None
    params: dict[str, str | int | float] = {}


class Seated(_Told, frozen=True):
    """Only to the one who sat down. The token is shown this once."""

    seat: int
    token: str


class Presence(_Told, frozen=True):
    """Who is there. It is no event: it has no number and is not kept."""

    seats: list[bool]
    watchers: int
    bots_in_ms: int | None = None
    """Until bots take the free seats and the game starts."""
    starts_in_ms: int | None = None
    """Of a full table: until the game starts without those who are not ready."""
    away_ms: dict[str, int] = {}
    """Seats whose player has gone, or is here and lets the others wait: until a bot plays for them."""


class Clock(_Told, frozen=True):
    """Milliseconds left for each seat, and whose clocks run."""

    left: list[int | None]
    running: list[int]


class Tick(_Told, frozen=True):
    """A timed game as the server sees it, many times a second."""

    tick: int
    digest: str
    """Of the view; a client that simulates the game too can compare."""
    view: Raw
    applied: int | None = None
    """The last tick for which the receiver's own inputs were used."""
    corrected: bool = False
    """Some of them came too late and counted from a later tick on."""
    stands: Literal["starting", "paused", "away"] | None = None
    """Why it stands still: a countdown, a pause, a player who is missed; none: it runs."""
    runs_in_ms: int | None = None
    """Of a countdown: until it runs."""


class Bye(_Told, frozen=True):
    code: str
    message: str


class Pong(_Told, frozen=True):
    at: float
    server_ms: int


Reply: TypeAlias = Welcome | Snapshot | Events | Ack | Reject | Seated | Presence | Clock | Tick | Bye | Pong

_hello = msgspec.json.Decoder(Hello)
_message: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_encoder = msgspec.json.Encoder()

BadMessage = msgspec.MsgspecError
"""What the two readers raise, besides RecursionError and UnicodeDecodeError, for anything that is no message."""


def read_hello(frame: str | bytes) -> Hello:
    check_json(frame)
    return _hello.decode(frame)


def read_message(frame: str | bytes) -> Message:
    check_json(frame)
    return _message.decode(frame)


def write(message: Reply | Hello | Message) -> bytes:
    return _encoder.encode(message)


def write_any(value: Any) -> bytes:
    return _encoder.encode(value)
