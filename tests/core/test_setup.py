"""A text that stands for a position: the start, a position, or a list of moves, in every game."""

import random
from typing import Any

import pytest

from asobiba.core.errors import NotationError
from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.core.registry import find_game, game_names
from asobiba.core.setup import set_up


@pytest.mark.parametrize("name", game_names())
def test_the_moves_of_a_game_lead_to_its_positions(name: str) -> None:
    game, generator, luck = find_game(name), random.Random(2), Luck(2)
    options = game.options()
    state, words = game.start(options), list[str]()
    for ply in range(70):
        if state.to_play == OVER:
            break
        action = luck.draw(state, ply) if state.to_play == CHANCE else generator.choice(state.legal())
        passed = game.must_pass(state)
        if not passed:
            words.append(game.notation.write_move(state, action))
        state = state.apply(action)
        assert passed or set_up(game, " ".join(words), options) == state

    assert set_up(game, game.notation.write_position(state), options) == state
    assert set_up(game, " start", options) == game.start(options)


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("othello", "d3 d3", "move 2 of the list: white to d3: the square is taken"),
        ("otrio", "Mb2 Sb2 Mb2", "move 3 of the list: blue to Mb2: the slot is taken by red"),
        ("otrio", "Mb2 nonsense", "move 2 of the list: 'nonsense' is no move"),
        ("twenty48", "left", "move 1 of the list: left: luck places a tile"),
        ("coppit", "die=3 box>5", "move 2 of the list: RED box>5: the die shows 3, it needs 5"),
        ("puyo", "3u", "move 1 of the list: 3u: a seed is due here, not a placement"),
        ("othello", "nonsense", "a position is 64 squares and the side to move, 65 letters; found 8"),
        ("othello", "", "a position is 64 squares"),
    ],
)
def test_what_is_wrong_is_named_with_its_place(name: str, text: str, sentence: str) -> None:
    game: Any = find_game(name)

    with pytest.raises(NotationError) as refused:
        set_up(game, text, game.options())

    assert str(refused.value).startswith(sentence)
