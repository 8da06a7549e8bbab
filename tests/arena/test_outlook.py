"""What is to come: shares and means of games that were played out, move by move."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from asobiba.agents.players import Players, Playouts
from asobiba.arena.intervals import rate
from asobiba.arena.outlook import outlooks
from asobiba.core.registry import find_game
from asobiba.core.setup import set_up

GAME = find_game("twenty48")
OPTIONS = GAME.options()
STATE = set_up(GAME, "2.4.8.2/0.2.16.64/0.0.4.128/0.0.0.2 score=1200", OPTIONS)


def test_the_chance_of_each_milestone_from_the_next_to_the_last_that_was_reached() -> None:
    def playouts(states: Sequence[Any], games: int, seed: int, network: object) -> list[Playouts]:
        assert all(state.due == 1 for state in states), "the move is made, luck is not drawn"
        return [Playouts("somebody", [2000.0, 6000.0, 4000.0, 4000.0], [128, 1024, 512, 512]) for _ in states]

    game = GAME.with_part(replace(GAME.part(Players), playouts=playouts))
    found = outlooks(game, OPTIONS, STATE, 4)

    assert list(found) == list(STATE.legal())
    for each in found.values():
        assert (each.games, each.policy, each.score.value) == (4, "somebody", 4000)
        assert each.chances == {256: rate(3, 4), 512: rate(3, 4), 1024: rate(1, 4)}
        assert each.score.low < 4000 < each.score.high
        assert each.as_json()["chances"]["1024"]["value"] == 0.25


@pytest.mark.slow
def test_the_game_plays_them_out_itself() -> None:
    found = outlooks(GAME, OPTIONS, STATE, 10, seed=1)

    assert found == outlooks(GAME, OPTIONS, STATE, 10, seed=1)
    assert found[2].policy == "ntuple"
    assert found[2].chances[256].value == 1


@pytest.mark.parametrize(
    ("name", "position", "games"), [("othello", "start", 5), ("twenty48", "start", 5), ("twenty48", "2.4/0.0", 0)]
)
def test_there_is_none_where_nobody_plays_them_out(name: str, position: str, games: int) -> None:
    game = find_game(name)
    options = game.options.read({"rows": 2, "columns": 2} if position == "2.4/0.0" else {})

    assert outlooks(game, options, set_up(game, position, options), games) == {}
