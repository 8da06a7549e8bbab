"""Which moves lead to a position that somebody sets up, and where a person chose last."""

import pytest

from asobiba.cli.history import last_choice, way_to
from asobiba.core.registry import find_game
from asobiba.core.setup import set_up
from asobiba.games.othello.notation import write_position
from asobiba.games.othello.rules import Position

OTHELLO = find_game("othello")


def way(text: str, game: str = "othello") -> tuple[int, int]:
    """How many positions and plies."""
    found = find_game(game)
    position = set_up(found, text, found.options())
    states, plies = way_to(found, text, found.options(), position)
    assert states[-1] == position
    assert len(states) == 1 or states[0] == found.start(found.options())
    return len(states), len(plies)


@pytest.mark.parametrize(
    ("text", "plies"),
    [
        ("start", 0),
        ("f5d6c3", 3),
        ("F5 d6 C3", 3),
        ("f5", 1),
        ("d3c3b3b2f5a3a1c1e3", 10),  # a pass was left out
        ("d3 c3 b3 b2 f5 a3 a1 c1 pass e3", 10),
    ],
)
def test_moves_are_the_way_to_the_position(text: str, plies: int) -> None:
    assert way(text) == (plies + 1, plies)


def test_moves_of_games_with_luck_are_a_way_too() -> None:
    assert way("die=3 box>3", "coppit") == (3, 2)


def test_of_a_position_alone_nobody_knows_the_moves() -> None:
    assert way(write_position(Position().apply(19))) == (1, 0)


def test_a_person_chose_last_where_no_agent_moved_and_no_pass_was_due() -> None:
    position = set_up(OTHELLO, "d3c3b3b2f5a3a1c1e3", OTHELLO.options())
    states, _ = way_to(OTHELLO, "d3c3b3b2f5a3a1c1e3", OTHELLO.options(), position)

    assert last_choice(OTHELLO, states, {1}, 0) == 6  # black passed in ply 8
    assert last_choice(OTHELLO, states, {0}, 0) == 9
    assert last_choice(OTHELLO, states, {1}, 7) is None
    assert last_choice(OTHELLO, states[:1], {1}, 0) is None
