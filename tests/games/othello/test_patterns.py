"""The evaluation by patterns as Python sees it."""

import json
from importlib.resources import as_file
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.arena.series import play_series
from asobiba.core.errors import ConfigError
from asobiba.games.othello import GAME
from asobiba.games.othello.engine.labels import boards_of, solve_batch
from asobiba.games.othello.notation import read_position
from asobiba.games.othello.patterns import SIZE, UNIT, WEIGHTS, Patterns, shipped
from asobiba.games.othello.rules import OthelloOptions, Position
from tests.native.test_othello_patterns import random_positions


def test_a_constant_counts_for_the_side_to_move() -> None:
    weights = np.zeros(SIZE, np.int16)
    weights[-60:] = 3 * UNIT
    patterns = Patterns(weights)

    assert patterns.of_positions([Position()]) == [3.0]
    assert set(patterns.values(Position()).values()) == {-3.0}


def test_a_move_that_ends_the_game_is_worth_its_result() -> None:
    """d3c3b3d2e1d6d7e3 and then f4, after which white has no disc."""
    position = read_position("d3c3b3d2e1d6d7e3", OthelloOptions())
    last = GAME.notation.read_move(position, "f4")

    assert Patterns(np.zeros(SIZE, np.int16)).values(position)[last] == 64.0


@pytest.mark.parametrize("weights", [np.zeros(3, np.int16), np.zeros(SIZE, np.float32)])
def test_other_weights_are_refused(weights: NDArray[Any]) -> None:
    with pytest.raises(ConfigError, match="here int16"):
        Patterns(weights)


def test_the_shipped_weights_are_small_and_have_a_recipe() -> None:
    recipe = json.loads((WEIGHTS / "patterns.json").read_text(encoding="utf-8"))
    with as_file(WEIGHTS / "patterns.npz") as path:
        size = path.stat().st_size

    assert size < 3_000_000
    assert recipe["command"].startswith("asobiba train othello patterns")
    assert len(recipe["commit"]) == 40
    assert recipe["figures"]["held_out"]["error"] < 6.0


def test_the_shipped_weights_know_what_is_solved() -> None:
    """Positions of random games against perfect play: nearer to it than the discs on the board are."""
    positions = [
        each for each in random_positions(40, 7) if each.legal() and (each.black | each.white).bit_count() == 54
    ]
    labels = solve_batch(boards_of(positions))
    found = np.array(shipped().of_positions(positions))
    counted = np.array([each.mine.bit_count() - each.theirs.bit_count() for each in positions])

    assert np.abs(found - labels.scores).mean() < 0.6 * np.abs(counted - labels.scores).mean()


def test_it_is_a_player() -> None:
    learned, _ = play_series(GAME, ["learned:weights=patterns", "greedy"], GAME.options(), games=8, opening=6)

    assert learned.score.value > 0.7
