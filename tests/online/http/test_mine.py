"""A guest's own page of a real server: what he has played, as a file, and the end of it."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from asobiba.online.client import Client
from tests.online.playing import Served

PATIENCE = 60.0


@contextmanager
def guest(server: Served, name: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        client.post("/api/guests", json={"name": name})
        yield client


def give_up(server: Served, who: httpx.Client, game: str, other: httpx.Client | None = None, **wish: Any) -> str:
    """Sit down, against bots or somebody, and resign; the room."""
    made = who.post("/api/rooms", json={"game": game, "seat": 0, "ready": True, **wish}).json()
    room = str(made["room"])
    tokens = [(who, str(made["token"]))]
    if other is not None:
        tokens.append((other, str(other.post(f"/api/rooms/{room}/seats", json={}).json()["token"])))

    async def resign() -> None:
        async with asyncio.timeout(PATIENCE):
            for player, token in reversed(tokens):
                cookie = player.cookies["asobiba_guest"]
                async with Client(server.url, token=cookie) as client, client.join(room, token) as joined:
                    if joined.state.status == "open":
                        await joined.ready()
                    await joined.until(lambda state: state.status == "playing")
                    if player is who:
                        await joined.resign()
                        await joined.until(lambda state: state.status == "over")

    asyncio.run(resign())
    return room


def test_what_was_played_is_on_the_page_and_in_the_file(server: Served) -> None:
    with guest(server, "Ann") as ann:
        empty = ann.get("/api/guests/me/games").json()
        assert (empty["games"], empty["latest"], empty["counted"]) == ([], [], 0)
        alone = give_up(server, ann, "twenty48")
        bots = give_up(server, ann, "othello", bots={"1": "greedy"}, private=True)

        page = ann.get("/api/guests/me/games").json()
        othello, twenty48 = page["games"]
        assert (othello["game"], othello["lost"], othello["won"], othello["streak"]) == ("othello", 1, 0, 0)
        assert [(each["level"]["agent"], each["lost"]) for each in othello["against"]] == [("greedy", 1)]
        assert (twenty48["alone"], len(twenty48["history"]), twenty48["bests"].keys()) == (1, 1, {"score", "max_tile"})
        assert [(each["room"], each["end"], each["seat"]) for each in page["latest"]] == [
            (bots, "lost", 0),
            (alone, "alone", 0),
        ]

        file = ann.get("/api/guests/me/export")
        assert file.headers["content-disposition"] == 'attachment; filename="asobiba.json"'
        assert file.json()["guest"] == ann.get("/api/guests/me").json()
        assert [game["room"] for game in file.json()["games"]] == [bots, alone]


def test_the_page_is_of_the_one_who_asks(server: Served) -> None:
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as nobody:
        for answer in (
            nobody.get("/api/guests/me/games"),
            nobody.get("/api/guests/me/export"),
            nobody.delete("/api/guests/me"),
        ):
            assert (answer.status_code, answer.json()["code"]) == (401, "no_guest")


def test_what_is_deleted_is_gone_and_games_of_others_stay(server: Served) -> None:
    with guest(server, "Ann") as ann, guest(server, "Bob") as bob:
        alone = give_up(server, ann, "twenty48")
        shared = give_up(server, ann, "othello", bob)
        running = ann.post("/api/rooms", json={"game": "twenty48", "seat": 0, "ready": True}).json()["room"]
        replay = f"/api/rooms/{alone}/games/1/replay"
        assert ann.get(replay).status_code == 200

        assert ann.delete("/api/guests/me").json() == {"deleted": 2}

        assert "asobiba_guest" not in ann.cookies
        for room in (alone, running):
            assert bob.get(f"/api/rooms/{room}").status_code == 404
        assert bob.get(replay).status_code == 404, "not even from memory"
        assert bob.get(f"/api/rooms/{shared}/games/1/replay").json()["seats"] == ["Ann", "Bob"]
        assert [game["room"] for game in bob.get("/api/guests/me/games").json()["latest"]] == [shared]


def test_who_shows_the_old_token_again_has_nothing(server: Served) -> None:
    with guest(server, "Ann") as ann:
        give_up(server, ann, "twenty48")
        token = ann.cookies["asobiba_guest"]
        ann.delete("/api/guests/me")
        again = {"Authorization": f"Bearer {token}"}
        assert httpx.get(f"{server.url}/api/guests/me/games", headers=again).json()["games"] == []


@pytest.mark.parametrize("game", ["puyo"])
def test_what_rose_highest_in_a_game_is_among_the_best(server: Served, game: str) -> None:
    with guest(server, "Ann") as ann:
        give_up(server, ann, game, bots={"1": "random"})
        assert ann.get("/api/guests/me/games").json()["games"][0]["bests"].keys() == {"score", "max_chain"}
