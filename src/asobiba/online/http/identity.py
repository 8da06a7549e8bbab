"""Who is at the other end: a guest, signed into one token. A browser keeps it in a cookie, a program sends it as
`Authorization: Bearer`.
"""

import asyncio
import hashlib
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Final

from itsdangerous import BadData, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from asobiba.core.errors import ConfigError
from asobiba.online.protocol.desk import Guest
from asobiba.online.rooms.tokens import word
from asobiba.online.store.rows import StorageDown
from asobiba.online.store.store import Store

COOKIE: Final = "asobiba_guest"
YEAR: Final = 365 * 24 * 3600
"""Seconds that a guest's token is good for; each one issued starts anew."""
LONGEST_TOKEN: Final = 2048
"""Longer texts are no tokens: they are not even hashed."""
SHORTEST_SECRET: Final = 16
NAME_SECONDS: Final = 1.0
"""How long a guest may wait for the name that he chose last."""


class Guests:
    """Signs and reads guests' tokens. Tokens signed with one of the `old` secrets are still read."""

    def __init__(self, secret: bytes, old: Sequence[bytes] = ()) -> None:
        keys = [*old, secret]  # the last one signs
        if any(len(key) < SHORTEST_SECRET for key in keys):
            raise ConfigError(f"a secret that signs guests needs {SHORTEST_SECRET} bytes or more")
        self._signer = URLSafeTimedSerializer(
            keys,
            salt="asobiba.guest",
            signer_kwargs={"key_derivation": "hmac", "digest_method": hashlib.sha256},
        )

    def issue(self, name: str) -> tuple[Guest, str]:
        """A new guest and the token that proves it."""
        guest = Guest(word(16), name)
        return guest, self.token(guest)

    def token(self, guest: Guest) -> str:
        return str(self._signer.dumps([guest.id, guest.name]))

    def read(self, token: str) -> Guest | None:
        """None for anything but a token of ours, whole and less than a year old."""
        if len(token) > LONGEST_TOKEN or not token.isascii():
            return None
        try:
            payload = self._signer.loads(token, max_age=YEAR)
        except BadData:
            return None
        match payload:
            case [str(identity), str(name)]:
                return Guest(identity, name)
        return None

    def of(self, connection: HTTPConnection) -> Guest | None:
        """The guest of a request or of a WebSocket handshake."""
        token = shown(connection)
        return None if token is None else self.read(token)


async def latest(guest: Guest, store: Store) -> Guest:
    """By the name that was chosen last, whichever token is shown; a store that does not answer keeps nobody out."""
    name = None
    with suppress(StorageDown, TimeoutError):
        async with asyncio.timeout(NAME_SECONDS):
            name = await store.name_of(guest.id)
    return guest if name is None else Guest(guest.id, name)


def shown(connection: HTTPConnection) -> str | None:
    """The token that somebody shows, good or bad. Whoever sends a bearer token is judged by it alone."""
    token = bearer(connection.headers)
    return connection.cookies.get(COOKIE) if token is None else token


def bearer(headers: Mapping[str, str]) -> str | None:
    """`Authorization: Bearer abc` -> "abc"."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token.strip() else None


def remember(response: Response, token: str, *, secure: bool) -> None:
    """Set the guest's cookie. Lax: it is sent when somebody follows a link to a room, never with a foreign POST."""
    response.set_cookie(COOKIE, token, max_age=YEAR, path="/", httponly=True, samesite="lax", secure=secure)


def forget(response: Response, *, secure: bool) -> None:
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="lax", secure=secure)


def new_secret() -> bytes:
    """A key for `Guests`."""
    return secrets.token_bytes(32)
