"""Who cannot change the result brings the end about."""

import random
from typing import Any

from asobiba.agents.advice import settled_move
from asobiba.agents.players import Players
from asobiba.core.registry import find_game

GAME = find_game("othello")


def test_nothing_is_settled_unless_the_game_says_so() -> None:
    assert settled_move(GAME, GAME.start(GAME.options()), random.Random(1)) is None


def test_then_the_move_that_looks_best_is_played_whatever_it_brings() -> None:
    start = GAME.start(GAME.options())
    wanted = start.legal()[2]
    players = Players[Any, Any](settled=lambda _: True, evaluate=lambda state, _: float(state == start.apply(wanted)))

    assert settled_move(GAME.with_part(players), start, random.Random(1)) == wanted
