"""The driver: the same seed gives the same game, and agents see only what is theirs."""

from typing import Any

import numpy as np
import pytest

from asobiba.agents.spec import make_agent
from asobiba.core.contract import CHANCE, AnyGame
from asobiba.core.errors import ConfigError
from asobiba.core.match import play
from asobiba.core.records import Record, read_records, write_record
from asobiba.core.registry import find_game, game_names


def random_game(found: AnyGame, seed: int) -> Record:
    seats = len(found.rules.seats(found.options()))
    agents = [make_agent("random", found, seed=f"{seed}/{seat}") for seat in range(seats)]
    return play(found, agents, seed=seed, max_plies=300)


class Numpy:
    """An agent as people write one with numpy."""

    def choose(self, state: Any) -> Any:
        return np.random.default_rng(1).choice(np.array(state.legal()))


@pytest.mark.parametrize("name", game_names())
def test_numpy_integers_are_actions(name: str) -> None:
    found = find_game(name)
    record = play(found, [Numpy() for _ in found.rules.seats(found.options())], seed=1, max_plies=60)

    assert {type(ply.action) for ply in record.plies} == {int}
    assert list(read_records(write_record(record).splitlines())) == [record]


@pytest.mark.parametrize("name", game_names())
def test_the_same_seed_gives_the_same_game(name: str) -> None:
    def actions(seed: int) -> list[int]:
        return [ply.action for ply in random_game(find_game(name), seed).plies]

    assert actions(1) == actions(1)
    assert actions(1) != actions(2)


@pytest.mark.parametrize("name", game_names())
def test_thinking_is_timed_and_luck_is_not(name: str) -> None:
    for ply in random_game(find_game(name), 0).plies:
        assert (ply.seconds is None) == (ply.seat == CHANCE)


def test_a_game_can_be_broken_off() -> None:
    found = find_game("othello")
    record = play(found, [make_agent("random", found)] * 2, max_plies=7)

    assert len(record.plies) == 7
    assert record.returns is None


def test_every_seat_needs_an_agent() -> None:
    found = find_game("othello")

    with pytest.raises(ConfigError, match="othello has 2 seats"):
        play(found, [make_agent("random", found)])


def test_a_random_opening_varies_agents_that_never_do() -> None:
    found = find_game("othello")
    agents = [make_agent("minimax:depth=1", found), make_agent("minimax:depth=1", found)]

    def actions(seed: int, opening: int) -> tuple[int, ...]:
        return tuple(ply.action for ply in play(found, agents, seed=seed, opening=opening).plies)

    assert actions(1, 0) == actions(2, 0)
    assert len({actions(seed, 6) for seed in range(6)}) > 3
