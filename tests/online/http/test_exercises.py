"""The exercises over HTTP, and what is refused."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from asobiba.core.registry import find_game, game_names
from asobiba.online.http.app import make_app
from asobiba.online.people import People
from asobiba.online.settings import Settings

pytestmark = pytest.mark.asyncio


@pytest.fixture
def api(tmp_path: Path) -> httpx.AsyncClient:
    """In this process: nothing of it needs a store or a bot."""
    app = make_app(Settings(database=f"sqlite:///{tmp_path}/rooms.db", work_seconds_per_minute=100_000))
    return httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://127.0.0.1/api/games")


async def attempted(api: httpx.AsyncClient, game: str, number: int, actions: list[int]) -> dict[str, Any]:
    answer = await api.post(f"/{game}/exercises/{number}", json={"actions": actions})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("name", game_names())
async def test_everyone_is_done_move_by_move(api: httpx.AsyncClient, name: str) -> None:
    """Without knowing the rules: the moves that are offered are found by their texts."""
    cards = (await api.get(f"/{name}/exercises")).json()
    assert [card["name"] for card in cards] == [each.name for each in find_game(name).part(People).exercises]
    for number, card in enumerate(cards, 1):
        actions: list[int] = []
        for text in card["solution"]:
            stands = await attempted(api, name, number, actions)
            assert not stands["done"]
            actions.append(next(action for action, move in stands["moves"] if move == text))
        stands = await attempted(api, name, number, actions)
        assert (stands["done"], stands["failed"], stands["moves"]) == (True, False, [])
        assert [step["action"] for step in stands["steps"] if step["seat"] == card["seat"]] == actions


async def test_what_is_refused(api: httpx.AsyncClient) -> None:
    async def refused(path: str, actions: list[Any]) -> tuple[int, str]:
        answer = await api.post(path, json={"actions": actions})
        return answer.status_code, answer.json()["code"]

    assert (await api.get("/chess/exercises")).json()["code"] == "config"
    assert (await refused("/othello/exercises/6", []))[0] == 404
    assert (await refused("/othello/exercises/0", []))[0] == 422
    assert await refused("/othello/exercises/1", [0]) == (400, "illegal_move")
    assert (await refused("/othello/exercises/1", [19] * 61))[0] == 422
    assert (await refused("/othello/exercises/1", ["d3"]))[0] == 422
