"""An n-tuple network as a player: it takes the best of reward and value, and sees large tiles as smaller ones."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.agents.arrays import Arrays
from asobiba.agents.learned import Learned
from asobiba.agents.players import Players
from asobiba.agents.spec import make_agent
from asobiba.core.errors import ConfigError
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.ntuple import NTuple, downgraded, written
from asobiba.games.twenty48.rules import LEFT, RIGHT, Position, Twenty48Options, shift
from asobiba.learn import checkpoints

USUAL = Twenty48Options()
PAIRS = ((0, 1), (5, 6))
NOTE = {"game": "twenty48", "rules": GAME.version, "options": {}, "kind": "ntuple", "inputs": 512}


def some_weights(seed: int = 1) -> NDArray[np.float32]:
    return np.random.default_rng(seed).normal(0, 20, 512).astype(np.float32)


def saved(path: Path, weights: NDArray[np.float32], options: Twenty48Options = USUAL) -> Path:
    checkpoints.save_small(path, written(options, PAIRS, (), weights, 0.0, 15), NOTE)
    return path


def board(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split()))


MIXED = board("2 4 8 16  2 4 0 0  0 0 0 0  4 0 0 2")


def test_a_move_is_worth_score_reward_and_what_comes() -> None:
    network = NTuple(USUAL, PAIRS, (), some_weights())
    position = Position(MIXED, 100)

    found = network.values(position)

    assert found.keys() == set(position.legal())
    for action, value in found.items():
        after, reward = shift(MIXED, action, USUAL)
        assert value == pytest.approx(100 + reward + network.of_boards([after])[0], abs=1e-3)


def test_where_the_target_ends_the_game_nothing_comes_after_it() -> None:
    options = Twenty48Options(target=8, stop_at_target=True)
    position = Position(board("4 4 0 0  2 0 0 0  0 0 0 0  0 0 0 0"), 0, 0, options)

    found = NTuple(options, PAIRS, (), some_weights()).values(position)

    assert found[LEFT] == found[RIGHT] == 8
    assert found.keys() > {LEFT, RIGHT}


@pytest.mark.parametrize("name", ["learned", "ntuple"])
def test_a_file_plays_as_the_network_that_was_written(tmp_path: Path, name: str) -> None:
    path = saved(tmp_path / "net.npz", some_weights())
    agent = make_agent(f"{name}:weights={path}", GAME, seed=1)
    again = make_agent(f"{name}:weights={path}", GAME, seed=2)
    position = Position(MIXED)
    assert isinstance(agent, Learned)
    assert isinstance(again, Learned)

    advice = agent.advise(position)

    assert advice.unit == "points"
    assert advice.values == again.advise(position).values
    exact = NTuple(USUAL, PAIRS, (), some_weights()).values(position)
    assert advice.values == pytest.approx(exact, abs=0.1)
    assert agent.choose(position) == max(advice.values, key=lambda action: advice.values[action])


def test_the_name_alone_means_a_network_that_comes_with_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    without = replace(GAME, package="", parts=(GAME.part(Arrays), GAME.part(Players)))
    with pytest.raises(ConfigError, match="ntuple:weights=PATH"):
        make_agent("ntuple", without)
    saved(tmp_path / "twenty48" / "ntuple.npz", some_weights())
    monkeypatch.setenv("ASOBIBA_WEIGHTS", str(tmp_path))

    assert isinstance(make_agent("ntuple", without), Learned)


def test_a_network_of_another_board_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path / "net.npz", some_weights(), Twenty48Options(rows=3))

    with pytest.raises(ConfigError, match="for a board of 3x4, not 4x4"):
        make_agent(f"ntuple:weights={path}", GAME)


EDITS: dict[str, Any] = {
    "board": lambda array: array[:1],
    "tuples": lambda array: np.zeros((2, 8), np.int32),
    "stages": lambda array: array.astype(np.float32),
    "scales": lambda array: array[:1],
}


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_file_is_refused(tmp_path: Path, name: str) -> None:
    arrays = written(USUAL, PAIRS, (), some_weights(), 0.0, 15)
    checkpoints.save(tmp_path / "net.npz", arrays | {name: EDITS[name](arrays[name])}, NOTE)

    with pytest.raises(ConfigError, match="is damaged"):
        make_agent(f"ntuple:weights={tmp_path / 'net.npz'}", GAME)


@pytest.mark.parametrize(
    ("given", "familiar", "seen"),
    [
        ("64 32 8 4", 6, "64 32 8 4"),
        ("64 32 8 4", 5, "32 16 8 4"),
        ("64 32 8 2", 4, "16 8 4 2"),
        ("64 64 8 0", 5, "32 32 8 0"),
        ("16 8 4 2", 2, "16 8 4 2"),
        ("131072 65536 2 0", 15, "32768 16384 2 0"),
        ("131072 131072 2 0", 15, "131072 131072 2 0"),
        ("64 16 16 4", 5, "32 8 8 4"),
        ("512 64 64 8", 8, "256 64 64 8"),
    ],
)
def test_tiles_above_the_largest_that_is_missing_are_halved(given: str, familiar: int, seen: str) -> None:
    assert downgraded(board(given), familiar) == board(seen)


def test_a_downgraded_board_has_the_same_moves() -> None:
    dice = np.random.default_rng(3)
    for _ in range(200):
        ranks = dice.integers(0, 17, 16) * (dice.random(16) < 0.8)  # two tiles of rank 17 would not merge, halves do
        tiles = tuple(1 << rank if rank else 0 for rank in ranks.tolist())
        assert Position(tiles).legal() == Position(downgraded(tiles, 9)).legal()


def test_a_player_survives_the_largest_tiles() -> None:
    network = NTuple(USUAL, PAIRS, (), some_weights())
    full = Position(tuple(1 << rank for rank in (17, 17, *range(16, 3, -1), 4)))

    assert set(network.values(full)) == {LEFT, RIGHT} == set(full.legal())
