"""2048's own expectimax as a player."""

import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from asobiba.agents.advice import Adviser
from asobiba.agents.arrays import Arrays
from asobiba.agents.learned import load_network
from asobiba.agents.players import Players
from asobiba.agents.spec import make_agent
from asobiba.core.errors import ConfigError
from asobiba.core.match import play
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.expectimax import Expectimax, enough
from asobiba.games.twenty48.notation import read_position
from asobiba.games.twenty48.ntuple import NTuple, written
from asobiba.games.twenty48.rules import DOWN, LEFT, RIGHT, Position, Twenty48Options
from asobiba.learn import checkpoints

MIDDLE = "2.4.16.64/4.8.32.128/2.4.8.16/0.2.0.4"


def agent(spec: str, options: Twenty48Options | None = None) -> Expectimax:
    made = make_agent(spec, GAME, options, seed=1)
    assert isinstance(made, Expectimax)
    return made


@pytest.mark.parametrize(
    "spec",
    [
        "expectimax:evaluation=hand",
        "expectimax:depth=4,threads=2,evaluation=hand",
        "expectimax:ms=20,evaluation=hand",
    ],
)
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


@pytest.mark.thorough
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


PAIRS = ((0, 1), (5, 6))
NOTE = {"game": "twenty48", "rules": GAME.version, "options": {}, "kind": "ntuple", "inputs": 512}
BARE = replace(GAME, package="", parts=(GAME.part(Arrays), GAME.part(Players)))
"""The game as if no network came with it."""


def saved(path: Path, familiar: int = 15) -> Path:
    weights = np.random.default_rng(1).normal(100, 200, 512).astype(np.float32)
    checkpoints.save_small(path, written(Twenty48Options(), PAIRS, (), weights, 0.0, familiar), NOTE)
    return path


def test_with_a_network_it_says_what_will_be_scored_in_the_end(tmp_path: Path) -> None:
    path = saved(tmp_path / "net.npz")
    position = replace(read_position(MIDDLE, Twenty48Options()), score=5000)
    network = load_network(GAME, Twenty48Options(), str(path))
    assert isinstance(network, NTuple)

    advice = agent(f"expectimax:depth=1,weights={path}").advise(position)

    assert (advice.unit, advice.depth) == ("points", 1)
    assert advice.values == pytest.approx(network.values(position), abs=0.01)
    assert agent(f"expectimax:weights={path}").advise(position).depth == 3


@pytest.mark.parametrize("setting", ["depth=2", "ms=2", "depth=3,threads=2"])
def test_it_plays_a_game_with_a_network(tmp_path: Path, setting: str) -> None:
    spec = f"expectimax:{setting},weights={saved(tmp_path / 'net.npz', familiar=4)}"
    record = play(GAME, [make_agent(spec, GAME, seed=1)], seed=1, max_plies=60)

    assert len(record.plies) == 60


def test_a_network_that_comes_with_the_game_is_used_if_nothing_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = Position(read_position(MIDDLE, Twenty48Options()).board)

    def unit(spec: str, options: Twenty48Options | None = None) -> str:
        made = make_agent(spec, BARE, options)
        assert isinstance(made, Expectimax)
        return made.advise(replace(position, options=options or Twenty48Options())).unit

    assert unit("expectimax:depth=1") == "evaluation"
    saved(tmp_path / "twenty48" / "ntuple.npz")
    monkeypatch.setenv("ASOBIBA_WEIGHTS", str(tmp_path))
    assert unit("expectimax:depth=1") == "points"
    assert unit("expectimax:depth=1,evaluation=hand") == "evaluation"
    assert unit("expectimax:depth=1", Twenty48Options(stop_at_target=True)) == "evaluation"


def test_a_network_that_is_named_has_to_be_there(tmp_path: Path) -> None:
    for weights in ("nothing", str(tmp_path / "nothing.npz")):
        with pytest.raises(ConfigError, match=r"no network"):
            agent(f"expectimax:weights={weights}")
    with pytest.raises(ConfigError, match="it has no weights"):
        agent("expectimax:evaluation=hand,weights=./net.npz")


def test_a_stranger_may_not_name_a_file(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="a file of the server"):
        make_agent(f"expectimax:weights={saved(tmp_path / 'net.npz')}", GAME, local=False)


def test_a_network_of_another_kind_is_refused() -> None:
    class Other:
        def values(self, state: object) -> dict[int, float]:
            return {}

    with pytest.raises(ConfigError, match="by n-tuple networks"):
        agent("expectimax").take(Other())
