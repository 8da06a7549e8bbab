"""2048's own expectimax as a player."""

import threading
import time

import pytest

from asobiba.agents.spec import make_agent
from asobiba.core.advice import Adviser
from asobiba.core.errors import ConfigError
from asobiba.core.match import play
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.expectimax import Expectimax, enough
from asobiba.games.twenty48.notation import read_position
from asobiba.games.twenty48.rules import DOWN, LEFT, RIGHT, Twenty48Options

MIDDLE = "2.4.16.64/4.8.32.128/2.4.8.16/0.2.0.4"


def agent(spec: str, options: Twenty48Options | None = None) -> Expectimax:
    made = make_agent(spec, GAME, options, seed=1)
    assert isinstance(made, Expectimax)
    return made


@pytest.mark.parametrize("spec", ["expectimax", "expectimax:depth=4,threads=2", "expectimax:ms=20"])
def test_it_values_every_move_and_plays_the_best(spec: str) -> None:
    position = read_position(MIDDLE, Twenty48Options())
    advice = agent(spec).advise(position)

    assert isinstance(agent(spec), Adviser)
    assert list(advice.values) == list(position.legal())
    assert advice.unit == "evaluation"
    assert advice.depth is not None
    assert advice.depth >= 1
    assert not advice.exact
    if "ms" not in spec:
        assert agent(spec).choose(position) in advice.best()


def test_it_plays_to_the_end_and_better_than_greedy() -> None:
    """Of both the same few games; greedy makes 512 or 1024."""
    record = play(GAME, [make_agent("expectimax:depth=2", GAME, seed=1)], seed=1)
    *_, end = record.states()

    assert end.max_tile >= 1024


def test_it_merges_what_reaches_the_target() -> None:
    options = Twenty48Options(target=64, stop_at_target=True)
    position = read_position("32.32.2.4/0.0.0.8/0.0.0.0/0.0.0.0", options)
    advice = agent("expectimax:depth=1", options).advise(position)

    assert set(advice.best()) == {LEFT, RIGHT}
    assert DOWN in advice.values


def test_tiles_beyond_32768_are_played() -> None:
    position = read_position("131072.65536.32768.16384/1024.2048.4096.8192/512.256.128.64/0.2.16.32", Twenty48Options())

    assert agent("expectimax:depth=3").choose(position) in position.legal()


@pytest.mark.parametrize(
    ("board", "depth"),
    [("2.2.0.0/0.0.0.0/0.0.0.0/0.0.0.0", 3), ("2.4.8.16/256.128.64.32/512.1024.2048.2/0.0.0.0", 7)],
)
def test_it_looks_further_the_more_kinds_of_tiles_there_are(board: str, depth: int) -> None:
    assert enough(read_position(board, Twenty48Options())) == depth


def test_another_thread_stops_it() -> None:
    position = read_position(MIDDLE, Twenty48Options())
    thinker, found = agent("expectimax:depth=60,chance=0"), list[int]()
    thread = threading.Thread(target=lambda: found.append(thinker.choose(position)))
    thread.start()
    while thread.is_alive():
        thinker.stop()
        time.sleep(0.01)

    assert found[0] in position.legal()


def test_depth_and_time_exclude_each_other() -> None:
    with pytest.raises(ConfigError, match="allowed is one of them"):
        agent("expectimax:depth=2,ms=10")
