"""Levels: every one of them plays, and each is stronger than the one below."""

import random
from typing import Any

import pytest

from asobiba.agents.players import Players
from asobiba.agents.spec import make_agent
from asobiba.arena.series import play_series
from asobiba.core.game import OVER, AnyGame
from asobiba.core.luck import Luck
from asobiba.core.options import Options
from asobiba.core.registry import find_game
from tests.variants import name_of, variants

OTHELLO = find_game("othello")
LEVELS = OTHELLO.part(Players).levels(OTHELLO.options())
CHOSEN_COLOUR = find_game("otrio").options(players=2, two_player_alternation=False)


def in_the_middle(found: AnyGame, options: Options) -> Any:
    """A position of a random game in which a seat is to move, as that seat sees it."""
    generator, luck, seen = random.Random(6), Luck(6), None
    state = found.start(options)
    for ply in range(20):
        if state.to_play == OVER:
            break
        if state.to_play >= 0:
            seen = found.conceal(state, state.to_play)
        state = state.apply(luck.draw(state, ply) if state.to_play < 0 else generator.choice(state.legal()))
    return seen


@pytest.mark.parametrize(
    ("found", "options"),
    [
        *(
            pytest.param(found, options, marks=[] if options == found.options() else pytest.mark.slow)
            for found, options in variants()
        ),
        (find_game("otrio"), CHOSEN_COLOUR),
    ],
    ids=name_of,
)
def test_every_level_plays_a_legal_move(found: AnyGame, options: Options) -> None:
    state = in_the_middle(found, options)
    levels = found.part(Players).levels(options)

    assert len(levels) == len(set(levels)) >= 2
    for spec in levels:
        assert make_agent(spec, found, options).choose(state) in state.legal()


def test_minimax_is_a_level_where_it_is_sound() -> None:
    otrio = find_game("otrio")

    assert "minimax:depth=3" in otrio.part(Players).levels(otrio.options(players=2))
    assert "minimax:depth=2" in otrio.part(Players).levels(CHOSEN_COLOUR)
    for players in (3, 4):
        assert not any("minimax" in spec for spec in otrio.part(Players).levels(otrio.options(players=players)))


@pytest.mark.parametrize(
    ("level", "games"),
    [
        (1, 20),
        pytest.param(2, 20, marks=pytest.mark.slow),
        *(pytest.param(level, 10, marks=pytest.mark.slow) for level in (3, 4)),  # minimax takes its time
        (5, 10),
        pytest.param(6, 4, marks=pytest.mark.slow),
    ],
)
def test_each_level_beats_the_one_below(level: int, games: int) -> None:
    rivals = LEVELS[level], LEVELS[level - 1]

    above, below = play_series(OTHELLO, rivals, OTHELLO.options(), games=games, seed=1, opening=6)

    assert above.wins > 1.5 * below.wins


@pytest.mark.parametrize(("count", "middle"), [(1, 1), (2, 1), (3, 2), (4, 2), (6, 3), (20, 10)])
def test_who_names_nobody_meets_the_level_in_the_middle(count: int, middle: int) -> None:
    players = Players[Any, Any](levels=lambda _: tuple(f"level {number}" for number in range(1, count + 1)))

    assert players.agent_for("opponent", OTHELLO.options()) == f"level {middle}"
