"""Positions from loose values; tests/specifications/test_000_otrio.py sets them one by one, and wrong ones."""

from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import IllegalMove
from asobiba.core.game import OVER
from asobiba.games.otrio.board import slot
from asobiba.games.otrio.encode import flat
from asobiba.games.otrio.rules import PASS, OtrioOptions, Position, start
from asobiba.games.otrio.stash import Stocked, position_of
from tests.games.otrio.positions import RED_IS_STUCK, VARIANTS, board, random_game


def values(position: Position) -> tuple[Any, list[int], int, int | None]:
    stash = [left for colour in position.options.order for left in position.stock(colour)]
    return flat(position).reshape(3, 9), stash, position.turn, position.winner


@pytest.mark.parametrize("values_of", [each for each in VARIANTS if each.get("two_player_alternation", True)], ids=str)
def test_the_values_of_a_position_give_the_position(values_of: dict[str, Any]) -> None:
    options = OtrioOptions(**values_of)
    for seed in range(20):
        for position in random_game(options, seed):
            found = position_of(options, *values(position))
            while position.allows(PASS):
                position = position.apply(PASS)  # noqa: PLW2901  a skip is a pass
            assert found == position


def test_a_colour_without_a_move_is_skipped() -> None:
    stuck = board(RED_IS_STUCK)

    assert stuck.legal() == (PASS,)
    assert position_of(stuck.options, *values(stuck)) == stuck.apply(PASS).apply(PASS)


def test_a_lower_stash_closes_its_sizes_and_goes_along() -> None:
    options = OtrioOptions()
    cells, stash, turn, winner = values(start(options))
    stash[:3] = [0, 1, 0]
    position = position_of(options, cells, stash, turn, winner)

    assert isinstance(position, Stocked)
    assert (position.stock(0), position.stock(1)) == ((0, 1, 0), (3, 3, 3))
    assert position.legal() == tuple(range(9, 18))
    with pytest.raises(IllegalMove, match="red to Sa1: no small piece is left"):
        position.apply(0)
    for action in (13, 0, 1, 2):
        position = position.apply(action)
    assert (position.stock(0), position.stock(1), position.legal()) == ((0, 0, 0), (2, 3, 3), (PASS,))
    assert position.apply(PASS).legal() == tuple(at for at in range(27) if at not in (0, 1, 2, 13))


def test_a_stash_without_pieces_ends_the_game() -> None:
    options = OtrioOptions(players=2, colors=(0, 1))
    cells, _, turn, winner = values(start(options))

    assert position_of(options, cells, [0] * 6, turn, winner).to_play == OVER


def test_a_stash_never_holds_more_than_the_board_leaves() -> None:
    options = OtrioOptions()
    cells, stash, turn, winner = values(start(options))
    cells[0, [0, 1, 5]] = 0
    position = position_of(options, cells, stash, turn, winner)

    assert type(position) is Position
    assert position.stock(0) == (0, 3, 3)
    assert slot("Sc1") not in position.legal()


def test_the_winner_is_what_is_said() -> None:
    """A line on the board does not decide it: a subclass of the specification's class may count lines otherwise."""
    options = OtrioOptions()
    cells, stash, turn, _ = values(board("RRR ... ... ... ... ... ... ... ... G"))

    assert position_of(options, cells, stash, turn, None).to_play == 1
    for winner in (2, np.int8(2)):
        found = position_of(options, cells, stash, turn, winner)
        assert (found.to_play, found.winner, type(found.winner)) == (OVER, 2, int)
