"""Statistics of random play, against 3000 games of another program: how long, who wins, who gets stuck.

That program stopped where a colour was stuck, in about one game of twenty; a full game is hardly longer.
"""

from typing import NamedTuple

import pytest

from asobiba.games.otrio.rules import OtrioOptions
from tests.games.otrio.positions import random_game

GAMES = 2000


class Tally(NamedTuple):
    pieces: float
    """On the board at the end, on average."""
    with_a_pass: float
    drawn: float
    won: tuple[float, ...]
    """By the colours in their order; all these are shares of the games."""


def tally(options: OtrioOptions) -> Tally:
    pieces = with_a_pass = 0
    winners: list[int | None] = []
    for seed in range(GAMES):
        game = list(random_game(options, seed))
        placed = sum(mine.bit_count() for mine in game[-1].pieces)
        pieces += placed
        with_a_pass += len(game) - 1 > placed
        winners.append(game[-1].winner)
    won = tuple(winners.count(colour) / GAMES for colour in options.order)
    return Tally(pieces / GAMES, with_a_pass / GAMES, winners.count(None) / GAMES, won)


# A game's length has a standard deviation of 5.1 pieces, so the difference between a mean of 2000 games and one of 3000
# has 0.15; that of a share has 0.012 near a fifth and 0.006 near a twentieth. The tolerances are three of these.


@pytest.mark.parametrize("players", [2, 4])
def test_four_colours(players: int) -> None:
    found = tally(OtrioOptions(players=players))

    assert found.pieces == pytest.approx(20.4, abs=0.45)
    assert found.won == pytest.approx((0.27, 0.24, 0.19, 0.16), abs=0.036)
    assert found.with_a_pass == pytest.approx(0.045, abs=0.018)
    # Games that were stopped there go on here, and some of them find a winner.
    assert 0.095 - 0.03 < found.drawn < 0.095 + 0.047 + 0.03


def test_three_colours() -> None:
    found = tally(OtrioOptions(players=3))

    assert found.pieces == pytest.approx(17.1, abs=0.45)
    assert found.drawn == pytest.approx(0.01, abs=0.01)
    assert found.with_a_pass == 0


def test_with_three_colours_the_whole_stock_fits_the_board() -> None:
    drawn = [
        last for seed in range(GAMES) if (last := list(random_game(OtrioOptions(players=3), seed))[-1]).winner is None
    ]

    assert drawn
    assert all(position.stock(colour) == (0, 0, 0) for position in drawn for colour in range(3))
