"""A guest of a server: who one is there, and which rooms there are."""

from collections.abc import Mapping
from typing import Any, Self, TypeVar
from urllib.parse import quote, urlsplit

from msgspec import Struct

from asobiba.core.errors import ConfigError
from asobiba.core.records import Record, read_records
from asobiba.online.client.errors import Unreachable
from asobiba.online.client.http import Http

T = TypeVar("T")


class Ticket(Struct, frozen=True):
    """A room, and with a token the seat in it."""

    room: str
    seat: int | None = None
    token: str | None = None

    def __repr__(self) -> str:
        return f"Ticket(room={self.room!r}, seat={self.seat})"


class _GuestCard(Struct, frozen=True):
    name: str
    token: str


class Visitor:
    """`token` of an earlier one makes it the same guest."""

    def __init__(
        self,
        url: str,
        name: str | None = None,
        *,
        token: str | None = None,
        patience: float = 300.0,
        silence: float = 10.0,
        messages_per_20s: int = 100,
    ) -> None:
        """`patience`: seconds without a connection until a room is given up. `silence`: seconds without a word until
        the client asks whether the server is still there; after twice as many it connects anew. `messages_per_20s`:
        the server's setting of that name; who sends more is thrown out, so the client waits instead."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username is not None:
            raise ConfigError(f"url {url!r}: write http://host:port or https://host", url=url)
        self.url, self.name = url.rstrip("/"), name
        self.patience, self.silence, self.messages_per_20s = patience, silence, messages_per_20s
        self.token = token
        self._http = Http(self.url)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.url!r}, name={self.name!r})"

    async def __aenter__(self) -> Self:
        if self.token is None or self.name is not None:
            wish = {} if self.name is None else {"name": self.name}
            guest = await self._read(_GuestCard, "POST", "/api/guests", wish)
            self.name, self.token = guest.name, guest.token
        return self

    async def __aexit__(self, *_: object) -> None:
        return None

    async def games(self) -> list[dict[str, Any]]:
        return await self._read(list[dict[str, Any]], "GET", "/api/games")

    async def rooms(self, limit: int = 50) -> list[dict[str, Any]]:
        """The lobby."""
        return await self._read(list[dict[str, Any]], "GET", f"/api/rooms?limit={limit}")

    async def create_room(
        self,
        game: str,
        *,
        options: Mapping[str, Any] | None = None,
        seat: int | None = None,
        ready: bool = False,
        bots: Mapping[int, str] | None = None,
        **settings: Any,
    ) -> Ticket:
        """`settings` are those of POST /api/rooms: private, timed, clocks, bot_fill_seconds, start_seconds, ..."""
        wish = {"game": game, "options": dict(options or {}), "seat": seat, "ready": ready, **settings}
        return await self._read(Ticket, "POST", "/api/rooms", {**wish, "bots": dict(bots or {})})

    async def sit(self, room: str, seat: int | None = None) -> Ticket:
        """A free seat, or a new token for the seat that this guest has; its connection, if there is one, is closed."""
        return await self._read(Ticket, "POST", f"/api/rooms/{quote(room, safe='')}/seats", {"seat": seat})

    async def end(self, room: str) -> None:
        """Give up a game that this guest plays alone or against bots; where others play, leave it."""
        await self._http.ask("POST", f"/api/rooms/{quote(room, safe='')}/end", token=self.token)

    async def record(self, room: str, round: int = 1) -> Record:  # noqa: A002  the protocol's word
        """A finished game, checked move by move against the rules."""
        lines = await self._http.ask("GET", _of_game(room, round, "record"), token=self.token)
        for record in read_records(lines.decode(errors="replace").splitlines()):
            return record
        raise Unreachable(f"{self.url} answers with an empty record")

    async def replay(self, room: str, round: int = 1) -> dict[str, Any]:  # noqa: A002
        """A finished game with its commitment, nonce and seed, and every position as a spectator saw it."""
        return await self._read(dict[str, Any], "GET", _of_game(room, round, "replay"))

    async def _read(self, kind: type[T], method: str, path: str, body: object = None) -> T:
        return await self._http.read(kind, method, path, body, self.token)


def _of_game(room: str, number: int, what: str) -> str:
    return f"/api/rooms/{quote(room, safe='')}/games/{number}/{what}"
