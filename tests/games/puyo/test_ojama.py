"""The arithmetic of ojama."""

import pytest

from asobiba.games.puyo.field import EMPTY
from asobiba.games.puyo.ojama import bought, fall, offset, price, tray


@pytest.mark.parametrize(
    ("carry", "points", "ojama", "left"),
    [(0, 69, 0, 69), (0, 70, 1, 0), (40, 29, 0, 69), (69, 1, 1, 0), (0, 4900, 70, 0), (2100, 0, 0, 2100)],
)
def test_points_that_buy_nothing_are_carried(carry: int, points: int, ojama: int, left: int) -> None:
    assert bought(carry, points, 70) == (ojama, left)


@pytest.mark.parametrize(("attack", "other", "left"), [(20, 6, (14, 0)), (6, 20, (0, 14)), (70, 70, (0, 0))])
def test_amounts_cancel_one_for_one(attack: int, other: int, left: tuple[int, int]) -> None:
    assert offset(attack, other) == left


def test_pitfall_6_the_price_falls_by_a_quarter_then_halves_every_second_step() -> None:
    prices = [70, 52, 35, 26, 17, 13, 8, 6, 4, 3, 2, 1, 1, 1, 1, 1]

    assert [price(70, 96, 60 * (80 + 16 * step)) for step in range(16)] == prices
    assert price(70, 96, 60 * 96 - 1) == 70
    assert price(70, 96, 60 * 112 - 1) == 52
    assert price(70, 192, 60 * 191) == 70


def test_another_price_follows_the_same_rule_for_fourteen_steps() -> None:
    assert [price(120, 0, 60 * 16 * step) for step in range(5)] == [90, 60, 45, 30, 22]
    assert price(10**6, 0, 60 * 16 * 13) == price(10**6, 0, 60 * 16 * 1000) == 10**6 >> 7


def test_without_margin_time_the_price_stays() -> None:
    assert price(70, None, 10**9) == 70


def test_ojama_above_row_13_are_lost() -> None:
    assert fall(("R" * 11, *EMPTY[1:]), 5) == ("R" * 11 + "OO", *["OOOOO"] * 5)
    assert fall(EMPTY, 10**12) == ("O" * 13,) * 6
    assert fall(EMPTY, 1, 0b100001) == ("O", "", "", "", "", "O")


@pytest.mark.parametrize(
    ("count", "symbols"),
    [
        (0, ""),
        (5, "small small small small small"),
        (37, "rock large small"),
        (1439, "crown moon star rock rock rock"),
        (9999, "comet comet comet comet comet comet"),
    ],
)
def test_the_tray_shows_the_six_largest_symbols(count: int, symbols: str) -> None:
    assert " ".join(tray(count)) == symbols
