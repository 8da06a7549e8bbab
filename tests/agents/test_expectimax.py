"""Expectimax for any game with luck: exact to the end on small boards, and sound where it says so."""

import threading
import time
from dataclasses import replace
from typing import Any

import pytest

from asobiba.agents.advice import Adviser
from asobiba.agents.expectimax import Expectimax, Search
from asobiba.agents.players import Players, score_so_far
from asobiba.agents.spec import agents_for, make_agent
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE
from asobiba.core.match import play
from asobiba.core.registry import find_game
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.twenty48.rules import Position, Twenty48Options

TO_THE_END = 1_000
GAME = find_game("twenty48")
SMALL = Twenty48Options(rows=3, columns=3)


def agent(spec: str, options: Twenty48Options = SMALL) -> Expectimax:
    made = make_agent(spec, GAME, options, seed=1)
    assert isinstance(made, Expectimax)
    return made


def begun(options: Twenty48Options) -> Any:
    state: Any = GAME.start(options)
    while state.to_play == CHANCE:
        state = state.apply(state.legal()[0])
    return state


BEST = {(1, 4): 33.311350, (2, 2): 66.964149, (2, 3): 480.258272}
"""What independent programs found (docs/games/twenty48.md)."""


def image(state: Position) -> tuple[tuple[int, ...], int]:
    """The same of all boards that are mirror images of one another."""
    rows = state.rows()
    sides = (rows, rows[::-1], [row[::-1] for row in rows], [row[::-1] for row in rows[::-1]])
    return min(tuple(tile for row in side for tile in row) for side in sides), state.due


@pytest.mark.parametrize("size", BEST)
def test_to_the_end_it_finds_what_best_play_scores(size: tuple[int, int]) -> None:
    """Points are added on the way, so that a board counts the same whatever was scored before."""
    search = Search(lambda state: (0.0,), gains=True, key=image)
    (found,) = search.value(GAME.start(Twenty48Options(rows=size[0], columns=size[1])), TO_THE_END)

    assert found == pytest.approx(BEST[size], abs=1e-6)
    assert not search.known, "all of it was settled"


def test_judged_by_the_score_in_the_end_it_finds_the_same() -> None:
    search = Search(lambda state: (score_so_far(state, 0),))
    (found,) = search.value(GAME.start(Twenty48Options(rows=2, columns=2)), TO_THE_END)

    assert found == pytest.approx(BEST[2, 2], abs=1e-6)


def test_it_averages_over_luck_and_takes_the_best_move() -> None:
    """By hand: all outcomes of luck, and the best answer to each."""
    state = begun(SMALL)
    advice = agent("expectimax:depth=2").advise(state)

    for action in state.legal():
        after, expected = state.apply(action), 0.0
        for outcome, p in after.chances():
            board = after.apply(outcome)
            expected += p * max(GAME.part(Players).evaluate(board.apply(answer), 0) for answer in board.legal())
        assert advice.values[action] == pytest.approx(expected)
    assert (advice.depth, advice.unit) == (2, "evaluation")


def test_unlikely_ways_are_judged_where_they_are() -> None:
    state = begun(SMALL)
    two, cut = (agent(spec).advise(state) for spec in ("expectimax:depth=2", "expectimax:depth=3,chance=1"))

    assert cut.values == pytest.approx(two.values)


@pytest.mark.parametrize("size", [(2, 4), (3, 3), (3, 4), (5, 5)])
def test_where_the_games_own_refuses_the_general_one_plays(size: tuple[int, int]) -> None:
    options = Twenty48Options(rows=size[0], columns=size[1])
    state = begun(options)

    assert "expectimax" in agents_for(GAME, options)
    assert agent("expectimax:depth=1", options).choose(state) in state.legal()


def test_it_plays_a_game_better_than_greedy() -> None:
    options = Twenty48Options(rows=2, columns=3)
    scored = {}
    for spec in ("greedy", "expectimax:depth=2"):
        records = [play(GAME, [make_agent(spec, GAME, options, seed=1)], options, seed=seed) for seed in range(30)]
        scored[spec] = sum(record.returns[0] for record in records if record.returns is not None)

    assert scored["expectimax:depth=2"] > scored["greedy"]


def test_each_seat_takes_what_is_best_for_itself() -> None:
    """Coppit among two, in which every die counts: what is best to one is not to the other."""
    coppit = find_game("coppit")
    options = CoppitOptions(max_players=2, hats_per_player=1)
    state: Any = coppit.start(options)
    while state.to_play == CHANCE:
        state = state.apply(state.legal()[0])
    looks = Search(lambda end: (coppit.part(Players).evaluate(end, 0), coppit.part(Players).evaluate(end, 1)))
    after = state.apply(state.legal()[0])
    assert after.to_play == CHANCE

    expected = [0.0, 0.0]
    for outcome, p in after.chances():
        rolled = after.apply(outcome)
        found = max(
            (
                (coppit.part(Players).evaluate(end, 0), coppit.part(Players).evaluate(end, 1))
                for end in map(rolled.apply, rolled.legal())
            ),
            key=lambda values: values[rolled.to_play],
        )
        expected = [total + p * value for total, value in zip(expected, found, strict=True)]
    assert looks.value(after, 1) == pytest.approx(expected)


@pytest.mark.parametrize("name", ["othello", "puyo", "otrio"])
def test_it_refuses_games_it_is_not_sound_for(name: str) -> None:
    with pytest.raises(ConfigError, match="expectimax plays games with luck and without secrets"):
        make_agent("expectimax", find_game(name))


def test_depth_and_time_exclude_each_other() -> None:
    with pytest.raises(ConfigError, match="allowed is one of them"):
        agent("expectimax:depth=2,ms=10")


def test_time_ends_it() -> None:
    state = begun(replace(SMALL, rows=5, columns=5))
    advice = agent("expectimax:ms=20", state.options).advise(state)

    assert advice.depth is not None
    assert 1 <= advice.depth < 60
    assert list(advice.values) == list(state.legal())


def test_another_thread_stops_it() -> None:
    """Twenty moves would take for ever."""
    state = begun(SMALL)
    thinker, found = agent("expectimax:depth=20"), list[object]()
    thread = threading.Thread(target=lambda: found.append(thinker.choose(state)))
    thread.start()
    while thread.is_alive():
        thinker.stop()
        time.sleep(0.01)

    assert found[0] in state.legal()


def test_it_is_an_adviser() -> None:
    assert isinstance(agent("expectimax"), Adviser)
