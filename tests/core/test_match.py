"""The driver: the same seed gives the same game, and agents see only what is theirs."""

from typing import Any

import numpy as np
import pytest

from asobiba.agents.spec import make_agent
from asobiba.core.clock import CLOCK, Clocks, TimeControl
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE, AnyGame
from asobiba.core.match import play
from asobiba.core.records import Record, read_records, write_record
from asobiba.core.registry import find_game, game_names
from asobiba.games.othello.notation import after_transcript
from asobiba.games.othello.rules import PASS
from tests.watches import Slow, Watch


def random_game(found: AnyGame, seed: int) -> Record:
    seats = len(found.seats(found.options()))
    agents = [make_agent("random", found, seed=f"{seed}/{seat}") for seat in range(seats)]
    return play(found, agents, seed=seed, max_plies=300)


class Numpy:
    """An agent as people write one with numpy."""

    def choose(self, state: Any) -> Any:
        return np.random.default_rng(1).choice(np.array(state.legal()))


@pytest.mark.parametrize("name", game_names())
def test_numpy_integers_are_actions(name: str) -> None:
    found = find_game(name)
    record = play(found, [Numpy() for _ in found.seats(found.options())], seed=1, max_plies=60)

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


def on_clock(control: TimeControl, seconds: tuple[float, float], **words: Any) -> tuple[Record, list[Slow]]:
    """A game of Othello between two who think so long about each move."""
    watch = Watch()
    agents = [Slow(watch, each) for each in seconds]
    return play(find_game("othello"), agents, clocks=Clocks(control, 2, watch.now), **words), agents


def test_whose_flag_falls_loses_and_the_record_says_why() -> None:
    record, (black, white) = on_clock(TimeControl(6.0, 0.5), (0.0, 2.0))

    assert white.told == [(6.0, None, 0.5), (4.5, None, 0.5), (3.0, None, 0.5), (1.5, None, 0.5)]
    assert black.told == [(6.0 + 0.5 * move, None, 0.5) for move in range(4)]
    assert [ply.seat for ply in record.plies] == [0, 1, 0, 1, 0, 1, 0], "the move that came too late is not played"
    assert [ply.seconds for ply in record.plies[:2]] == [0.0, 2.0]
    assert (record.returns, record.reason, record.places) == ((1.0, -1.0), "time", (1, 2))
    assert record.notes == {CLOCK: "0.1+0.5"}
    assert list(read_records(write_record(record).splitlines())) == [record]


def test_who_has_time_enough_plays_as_without_a_clock() -> None:
    record, agents = on_clock(TimeControl(600.0), (1.0, 1.0), opening=6, seed=3)
    unhurried = play(find_game("othello"), agents, opening=6, seed=3)

    assert record.reason is None
    assert [ply.action for ply in record.plies] == [ply.action for ply in unhurried.plies]
    assert record.returns == unhurried.returns is not None
    assert agents[0].told[0] == (600.0, None, 0.0), "the opening is free"


def test_no_clock_runs_for_a_pass() -> None:
    """After eight discs black must pass."""
    forced: list[int] = []
    state = after_transcript("", find_game("othello").options())
    for move in ("d3", "c3", "b3", "b2", "f5", "a3", "a1", "c1"):
        forced.append(find_game("othello").notation.read_move(state, move))
        state = state.apply(forced[-1])

    record, (black, _) = on_clock(TimeControl(60.0), (100.0, 0.0), opening=forced)

    assert record.plies[8].action == PASS
    assert (len(record.plies), record.reason, record.places) == (10, "time", (2, 1))
    assert black.told == [(60.0, None, 0.0)]
