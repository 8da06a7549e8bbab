"""The exercises over HTTP, and what is refused."""

from typing import Any

import pytest
from starlette.testclient import TestClient

import asobiba.games  # noqa: F401  importing it registers the games
from asobiba.core.registry import find_game, game_names
from asobiba.online.http.app import make_app
from asobiba.online.settings import Settings


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> TestClient:
    """In this process: nothing of it needs a store or a bot."""
    database = f"sqlite:///{tmp_path_factory.mktemp('server')}/rooms.db"
    app = make_app(Settings(database=database, work_seconds_per_minute=100_000))
    return TestClient(app, base_url="http://127.0.0.1")


def attempted(api: TestClient, game: str, number: int, actions: list[int]) -> dict[str, Any]:
    answer = api.post(f"/api/games/{game}/exercises/{number}", json={"actions": actions})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json()
    return told


@pytest.mark.parametrize("name", game_names())
def test_everyone_is_done_move_by_move(api: TestClient, name: str) -> None:
    """Without knowing the rules: the moves that are offered are found by their texts."""
    cards = api.get(f"/api/games/{name}/exercises").json()
    assert [card["name"] for card in cards] == [each.name for each in find_game(name).text.exercises]
    for number, card in enumerate(cards, 1):
        actions: list[int] = []
        for text in card["solution"]:
            stands = attempted(api, name, number, actions)
            assert not stands["done"]
            actions.append(next(action for action, move in stands["moves"] if move == text))
        stands = attempted(api, name, number, actions)
        assert (stands["done"], stands["failed"], stands["moves"]) == (True, False, [])
        assert [step["action"] for step in stands["steps"] if step["seat"] == card["seat"]] == actions


def test_what_is_refused(api: TestClient) -> None:
    assert api.get("/api/games/chess/exercises").json()["code"] == "config"
    assert api.post("/api/games/othello/exercises/6", json={"actions": []}).status_code == 404
    assert api.post("/api/games/othello/exercises/0", json={"actions": []}).status_code == 422
    assert api.post("/api/games/othello/exercises/1", json={"actions": [0]}).json()["code"] == "illegal_move"
    assert api.post("/api/games/othello/exercises/1", json={"actions": [19] * 61}).status_code == 422
    assert api.post("/api/games/othello/exercises/1", json={"actions": ["d3"]}).status_code == 422
