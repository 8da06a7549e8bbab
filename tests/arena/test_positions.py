"""Which positions an agent is asked about."""

from itertools import islice, pairwise
from typing import Any

import pytest

from asobiba.agents.spec import make_agent
from asobiba.arena import positions
from asobiba.arena.positions import BARREN, Question, distinct, is_decision, of_own_games, of_random_games
from asobiba.core.game import OVER
from asobiba.core.registry import find_game, game_names


@pytest.mark.parametrize("name", game_names())
def test_random_games_of_any_game_have_decisions(name: str) -> None:
    game = find_game(name)
    asked = list(islice(of_random_games(game, game.options(), 1), 4))

    assert all(map(is_decision, asked))
    assert [each.move for each in asked] == [None] * 4
    assert asked == list(islice(of_random_games(game, game.options(), 1), 4))


def test_own_games_are_what_the_agent_plays_after_an_opening() -> None:
    game = find_game("otrio")
    options, noticed = game.options(players=2), list[tuple[Any, int]]()
    greedy = make_agent("greedy", game, options)

    class Noted:
        def choose(self, state: Any) -> int:
            noticed.append((state, greedy.choose(state)))
            return noticed[-1][1]

    asked = list(islice(of_own_games(game, options, Noted(), 1, 2), 50))

    assert [(each.state, each.move) for each in asked] == [one for one in noticed if len(one[0].legal()) > 1][:50]
    starts = [sum(map(int.bit_count, state.pieces)) for state, _ in noticed]
    openings = [starts[0], *(after for before, after in pairwise(starts) if after < before)]
    assert openings[:3] == [0, 1, 2]


def test_only_positions_within_reach_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    game = find_game("otrio")
    options = game.options(players=2)
    greedy = make_agent("greedy", game, options)

    def placed(state: Any) -> int:
        return sum(map(int.bit_count, state.pieces))

    for asked in (
        of_random_games(game, options, 1, lambda state: placed(state) > 7),
        of_own_games(game, options, greedy, 1, 2, lambda state: placed(state) > 7),
    ):
        assert all(placed(each.state) > 7 for each in islice(asked, 8))
    monkeypatch.setattr(positions, "BARREN", 3)
    assert list(of_random_games(game, options, 1, lambda _: False)) == []
    assert list(of_own_games(game, options, greedy, 1, 2, lambda _: False)) == []


def test_no_position_comes_twice_and_repetition_ends_it() -> None:
    asked = [*map(Question, "aba"), Question("c"), *[Question("a")] * BARREN, Question("d")]

    assert [each.state for each in distinct(asked)] == ["a", "b", "c"]


def test_where_nobody_chooses_nothing_is_asked() -> None:
    game = find_game("twenty48")
    start = game.start(game.options())

    assert start.to_play < 0
    assert start.to_play != OVER
    assert not is_decision(Question(start))
