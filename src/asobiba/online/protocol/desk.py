"""Where messages for a room go, and where its answers go."""

from dataclasses import dataclass
from typing import Protocol

from asobiba.online.protocol.messages import Hello, Message


@dataclass(frozen=True, slots=True)
class Guest:
    """Anybody who came without an account."""

    id: str
    name: str


class Line(Protocol):
    """A client's end of a connection, as a room sees it."""

    @property
    def id(self) -> str:
        """Unique over all processes."""

    @property
    def guest(self) -> Guest: ...

    @property
    def address(self) -> str:
        """Where the client is, as far as limits and shares care; "" when nobody is connected."""

    def send(self, frame: bytes) -> None:
        """Never waits. A client that reads too slowly is cut off."""

    def close(self, code: int, reason: str) -> None: ...


class Desk(Protocol):
    """The room itself, or a relay to the process that has it."""

    async def join(self, line: Line, hello: Hello) -> None: ...

    async def take(self, line: Line, message: Message) -> None: ...

    async def part(self, line: Line) -> None:
        """The client has gone."""
