"""Symmetries as a network sees them: a turned array is the array of the turned position, in every game."""

import random
from typing import Any

import numpy as np
import pytest

from asobiba.agents.arrays import Arrays
from asobiba.agents.augmentation import augmentations_of, indices
from asobiba.agents.perspective import Perspective
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.registry import find_game

GAMES: list[tuple[str, dict[str, Any], int]] = [
    ("otrio", {"players": 2}, 16),
    ("otrio", {"players": 3}, 16),
    ("otrio", {"players": 2, "two_player_alternation": False}, 16),
    ("othello", {}, 8),
    ("twenty48", {}, 8),
    ("twenty48", {"rows": 2, "columns": 3}, 4),
    ("coppit", {}, 1),
    ("puyo", {"mode": "single"}, 1),
]
"""With the number of symmetries that a network can tell apart: Coppit is turned, and Puyo's colours are renamed, by
what a seat sees already."""


def positions(game: AnyGame, options: Any, count: int, seed: int) -> list[Any]:
    dice, found = random.Random(seed), list[Any]()
    state = game.start(options)
    while len(found) < count:
        if state.to_play == OVER:
            state = game.start(options)
        elif state.to_play == CHANCE:
            state = state.apply(dice.choice(state.legal()))
        else:
            found.append(state)
            state = state.apply(dice.choice(state.legal()))
    return found


def seen_by_mover(game: AnyGame, state: Any) -> Any:
    return game.part(Arrays).encode.observe(state, state.to_play)


@pytest.mark.parametrize(("name", "options", "count"), GAMES, ids=str)
def test_a_turned_array_is_the_array_of_the_turned_position(name: str, options: dict[str, Any], count: int) -> None:
    game = find_game(name)
    chosen = game.options(**options)
    frames = Perspective(game, chosen)
    turns = augmentations_of(game, chosen, frames)

    assert len(turns) == count
    for turn in turns[1:]:
        assert turn.places is not None
        for state in positions(game, chosen, 40, seed=3):
            seat, image = state.to_play, turn.symmetry.position(state)
            turned = seen_by_mover(game, state).ravel()[turn.places]
            assert (turned == seen_by_mover(game, image).ravel()).all()
            mine, theirs = frames.table[seat, list(state.legal())], frames.table[image.to_play, list(image.legal())]
            assert sorted(turn.actions[seat, mine]) == sorted(theirs)


def test_all_symmetries_of_all_games_are_seen_or_look_alike() -> None:
    """What is left out really looks the same: the colours of Puyo and the quarter turns of Coppit."""
    for name, symmetries in (("coppit", 4), ("puyo", 24)):
        game = find_game(name)
        options = game.options()
        frames = Perspective(game, options)
        every = game.symmetries(options)
        assert len(every) == symmetries
        for state in positions(game, options, 4, seed=5):
            for symmetry in every:
                image = symmetry.position(state)
                assert (seen_by_mover(game, state) == seen_by_mover(game, image)).all()
                for action in state.legal():
                    there = frames.table[image.to_play, symmetry.action(action)]
                    assert there == frames.table[state.to_play, action]


def test_tiles_that_never_came_up_are_turned_too() -> None:
    """Random play of 2048 never shows a tile of 2048."""
    game = find_game("twenty48")
    options = game.options()
    high = game.notation.read_position(LARGE_TILES, options)
    for turn in augmentations_of(game, options, Perspective(game, options)):
        assert turn.places is not None
        image = seen_by_mover(game, turn.symmetry.position(high))
        assert (seen_by_mover(game, high).ravel()[turn.places] == image.ravel()).all()


LARGE_TILES = "2048.4096.8.0/0.16384.0.0/0.0.32768.0/2.0.0.65536"


def test_where_an_array_cannot_be_turned_the_position_is() -> None:
    """An encoder that counts instead of showing where: no exchange of its numbers turns it."""
    before, after = np.array([[[1, 0], [0, 3]]]), np.array([[[3, 0], [0, 2]]])

    assert indices(before, after) is None
