"""Guests, seat tokens, room ids: what is signed, what is secret, what is refused without an error."""

import re
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from itsdangerous import URLSafeTimedSerializer
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from asobiba.core.errors import ConfigError
from asobiba.online.http.identity import COOKIE, YEAR, Guests, bearer, forget, new_secret, remember
from asobiba.online.protocol.desk import Guest
from asobiba.online.rooms.tokens import ROOM_ID, hashed, matches, new_room_id, new_token

SECRET = b"k" * 32
GUESTS = Guests(SECRET)


@pytest.mark.parametrize("name", ["Hana", "花子", "👩🏽‍🚀" * 15, "</script>"])
def test_a_token_gives_the_guest_back(name: str) -> None:
    guest, token = GUESTS.issue(name)

    assert guest.name == name
    assert GUESTS.read(token) == guest
    assert GUESTS.read(GUESTS.token(Guest(guest.id, "Other"))) == Guest(guest.id, "Other")
    assert re.fullmatch(r"[\w.-]+", token, re.ASCII)
    assert len(token) < 1024


def test_guests_are_never_the_same() -> None:
    assert len({GUESTS.issue("Hana")[0].id for _ in range(1000)}) == 1000


@given(st.text(max_size=100) | st.text(st.sampled_from("abcXYZ019-_."), max_size=200))
@example("")
@example("..")
@example("\ud800.\ud800.\ud800")
@example("é.é.é")
def test_garbage_is_nobody(token: str) -> None:
    assert GUESTS.read(token) is None


@given(st.data())
def test_a_changed_token_is_nobody(data: st.DataObject) -> None:
    token = GUESTS.token(Guest("somebody", "Hana"))
    at = data.draw(st.integers(0, len(token) - 1))
    letter = data.draw(st.sampled_from("aB0-_."))
    changed = token[:at] + letter + token[at + 1 :]

    # The last letter of base64 may hold bits that mean nothing.
    assert changed == token or GUESTS.read(changed) is None or at == len(token) - 1


def test_huge_tokens_are_nobody_even_if_signed() -> None:
    assert GUESTS.read("a" * 10_000_000) is None
    assert GUESTS.read(GUESTS.token(Guest("somebody", "".join(map(chr, range(32, 4000)))))) is None


def test_a_token_of_another_server_is_nobody() -> None:
    assert GUESTS.read(Guests(b"x" * 32).issue("Hana")[1]) is None


@pytest.mark.parametrize("payload", [["id"], ["id", 3], "id", None, {"id": "name"}, ["a", "b", "c"]])
def test_another_payload_under_our_signature_is_nobody(payload: object) -> None:
    assert GUESTS.read(str(GUESTS._signer.dumps(payload))) is None


def test_another_use_of_the_same_secret_is_nobody() -> None:
    assert GUESTS.read(str(URLSafeTimedSerializer(SECRET).dumps(["id", "name"]))) is None


def test_tokens_die_after_a_year(monkeypatch: pytest.MonkeyPatch) -> None:
    _, token = GUESTS.issue("Hana")
    now = time.time()

    monkeypatch.setattr(time, "time", lambda: now + YEAR - 60)
    assert GUESTS.read(token) is not None
    monkeypatch.setattr(time, "time", lambda: now + YEAR + 60)
    assert GUESTS.read(token) is None


def test_secrets_rotate() -> None:
    old, new = new_secret(), new_secret()
    rotated = Guests(new, old=[old])
    guest, token = Guests(old).issue("Hana")

    assert rotated.read(token) == guest
    assert Guests(new).read(rotated.token(guest)) == guest
    assert Guests(old).read(rotated.token(guest)) is None


@pytest.mark.parametrize(("secret", "old"), [(b"", []), (b"short", []), (SECRET, [b"short"])])
def test_short_secrets_are_refused(secret: bytes, old: list[bytes]) -> None:
    with pytest.raises(ConfigError, match="16 bytes"):
        Guests(secret, old)


def connection(kind: str, **headers: str) -> HTTPConnection:
    raw = [(name.encode(), value.encode("latin-1")) for name, value in headers.items()]
    return HTTPConnection({"type": kind, "headers": raw})


@pytest.mark.parametrize("kind", ["http", "websocket"])
def test_the_guest_of_a_connection(kind: str) -> None:
    guest, token = GUESTS.issue("花子")
    other, other_token = GUESTS.issue("太郎")

    assert GUESTS.of(connection(kind)) is None
    assert GUESTS.of(connection(kind, cookie=f"a=b; {COOKIE}={token}")) == guest
    assert GUESTS.of(connection(kind, authorization=f"Bearer {token}")) == guest
    assert GUESTS.of(connection(kind, authorization=f"bearer {token}", cookie=f"{COOKIE}={other_token}")) == guest
    assert GUESTS.of(connection(kind, authorization="Basic abc", cookie=f"{COOKIE}={other_token}")) == other


def test_a_wrong_bearer_token_does_not_fall_back_to_the_cookie() -> None:
    _, token = GUESTS.issue("Hana")

    assert GUESTS.of(connection("http", authorization="Bearer wrong", cookie=f"{COOKIE}={token}")) is None


@pytest.mark.parametrize(
    ("value", "token"),
    [
        ("Bearer abc", "abc"),
        ("bearer  abc ", "abc"),
        ("Bearer", None),
        ("Bearer ", None),
        ("Basic abc", None),
        ("", None),
    ],
)
def test_bearer_tokens(value: str, token: str | None) -> None:
    assert bearer(Headers({"authorization": value})) == token


@pytest.mark.parametrize("secure", [False, True])
def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(secure: bool) -> None:
    response = Response()
    remember(response, "abc", secure=secure)

    parts = response.headers["set-cookie"].split("; ")
    assert parts[0] == f"{COOKIE}=abc"
    assert {"HttpOnly", "SameSite=lax", "Path=/", f"Max-Age={YEAR}"} <= set(parts)
    assert ("Secure" in parts) == secure


def test_a_forgotten_cookie_is_deleted() -> None:
    response = Response()
    forget(response, secure=True)

    assert "Max-Age=0" in response.headers["set-cookie"]


def test_seat_tokens_are_kept_as_hashes() -> None:
    token = new_token()
    digest = hashed(token)

    assert len(token) >= 32
    assert token not in digest
    assert len(digest) == 64
    assert matches(token, digest)
    assert not matches(new_token(), digest)


@pytest.mark.parametrize("token", ["", "é", "\ud800", "x" * 100_000])
@pytest.mark.parametrize("digest", ["", "é", hashed("other")])
def test_odd_tokens_match_nothing(token: str, digest: str) -> None:
    assert not matches(token, digest)


def test_words_are_many_and_plain() -> None:
    tokens = {new_token() for _ in range(10_000)}
    rooms = {new_room_id() for _ in range(10_000)}

    assert len(tokens) == len(rooms) == 10_000
    assert all(re.fullmatch(r"[\w-]{32}", token, re.ASCII) for token in tokens)
    assert all(re.fullmatch(ROOM_ID, room) for room in rooms)
    assert not set("".join(rooms)) & set("01ilouae")
    assert len(set("".join(rooms))) ** 13 > 2**60
