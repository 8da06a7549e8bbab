"""The unguessable: the words that name rooms and prove seats, and the luck of games. Of a token the hash is stored."""

import hashlib
import hmac
import secrets
from typing import Final

from asobiba.online.rooms.decisions import Secret

# Neither 0/o nor 1/i/l, and no vowels, so that chance spells no words. 28 ** 13 is more than 62 bits.
ALPHABET: Final = "23456789bcdfghjkmnpqrstvwxyz"
ROOM_ID: Final = f"^[{ALPHABET}]{{13}}$"
"""What every id of a room looks like."""


def new_room_id() -> str:
    """Private rooms are kept by nothing but this word: 62 bits."""
    return word(13)


def new_token() -> str:
    """A seat's own: 192 bits."""
    return secrets.token_urlsafe(24)


def new_secret() -> Secret:
    """The luck of a game: 62 bits, and a nonce so that nobody can guess them from their commitment."""
    return Secret(secrets.randbits(62), secrets.token_hex(16))


def hashed(token: str) -> str:
    """What is stored of a seat's token. A fast hash is enough, for there is nothing to guess in 192 random bits."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def matches(token: str, digest: str) -> bool:
    """Whether `digest` is the hash of `token`; how long it takes says nothing about where they differ."""
    return hmac.compare_digest(hashed(token).encode(), digest.encode())


def word(length: int) -> str:
    """Of the alphabet, drawn evenly."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
