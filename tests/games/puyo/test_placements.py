"""The 22 placements and how the top of the field closes."""

import random
from itertools import product

import pytest

from asobiba.games.puyo.field import EMPTY, IN_SIGHT, WIDTH, Field
from asobiba.games.puyo.notation import read_field
from asobiba.games.puyo.placements import (
    NUMBER_OF,
    PLACEMENTS,
    _reachable,
    distinct,
    obstacle,
    place,
    reachable,
    tears,
)

ALL = [placement.name for placement in PLACEMENTS]
LEFT = ["1u", "2u", "1d", "2d", "1r", "2l", "2r", "3l"]
"""Those that stand in column 1 or 2."""


def closed(heights: tuple[int, ...], row14: int = 0) -> set[str]:
    return set(ALL) - {PLACEMENTS[number].name for number in reachable(heights, row14)}


def test_the_order_of_the_placements_is_frozen() -> None:
    assert " ".join(ALL) == "1u 2u 3u 4u 5u 6u 1d 2d 3d 4d 5d 6d 1r 2r 3r 4r 5r 2l 3l 4l 5l 6l"
    assert [NUMBER_OF[name] for name in ("1u", "1d", "1r", "2l", "6l")] == [0, 6, 12, 17, 21]


@pytest.mark.parametrize(
    ("move", "after"),
    [
        ("3u", "..B.../..R.../..G..."),
        ("3d", "..R.../..B.../..G..."),
        ("3r", "..R.../..GB.."),
        ("3l", "..R.../.BG..."),
        ("2r", "..B.../.RG..."),
        ("4l", "..B.../..GR.."),
        ("1u", "B...../R.G..."),
    ],
)
def test_each_puyo_of_a_pair_drops_on_its_own(move: str, after: str) -> None:
    assert place(read_field("..G..."), "RB", NUMBER_OF[move]) == read_field(after)


@pytest.mark.parametrize(("move", "torn"), [("3u", False), ("3d", False), ("3r", True), ("2r", True), ("1r", False)])
def test_a_pair_tears_where_two_columns_differ_in_height(move: str, torn: bool) -> None:
    assert tears(read_field("..G..."), NUMBER_OF[move]) == torn


def test_everything_is_reachable_while_no_column_is_12_high() -> None:
    assert closed((0, 0, 0, 0, 0, 0)) == set()
    assert closed((11, 11, 11, 11, 11, 11)) == set()


@pytest.mark.parametrize(
    ("heights", "unreachable"),
    [
        # A wall of 12 and no step: neither the wall nor what is behind it.
        ((0, 12, 0, 0, 0, 0), LEFT),
        ((0, 12, 10, 10, 10, 10), LEFT),
        # A step of 11 on the near side lifts the pair; on the wall the axis may rest on row 13, not above it.
        ((0, 12, 11, 0, 0, 0), ["2d"]),
        ((0, 12, 0, 0, 0, 11), ["2d"]),
        ((0, 12, 10, 11, 10, 10), ["2d"]),
        # A step behind the wall, or behind another wall, does not help.
        ((11, 12, 0, 0, 0, 0), LEFT),
        ((0, 12, 0, 0, 12, 11), [*LEFT, "5u", "6u", "5d", "6d", "5r", "6l", "4r", "5l"]),
        # Two walls beside the spawn column: a quick turn lifts the pair.
        ((0, 12, 0, 12, 0, 0), ["2d", "4d"]),
        ((0, 12, 0, 13, 0, 0), ["2d", "4u", "5u", "6u", "4d", "5d", "6d", "3r", "4r", "5r", "4l", "5l", "6l"]),
        # A full column of 13 is never passed.
        ((0, 13, 11, 0, 0, 0), LEFT),
        ((13, 0, 11, 0, 0, 0), ["1u", "1d", "1r", "2l"]),
        # The wall in column 1 has only itself behind it.
        ((12, 0, 0, 0, 0, 0), ["1u", "1d", "1r", "2l"]),
        ((12, 11, 0, 0, 0, 0), ["1d"]),
        # The step may lie between the walls: it lifts the pair onto the first.
        ((12, 12, 11, 0, 0, 0), ["1d", "2d"]),
        ((0, 0, 0, 0, 11, 12), ["6d"]),
    ],
)
def test_a_column_of_12_has_to_be_climbed(heights: tuple[int, ...], unreachable: list[str]) -> None:
    assert closed(heights) == set(unreachable)


def test_little_is_remembered_of_what_was_reachable() -> None:
    """A server plays for months."""
    for heights in product((0, 4, 8, 11, 12), repeat=WIDTH):
        reachable(heights)
    assert _reachable.cache_info().currsize == 1 << 12


def test_a_used_row_14_closes_the_column_to_another_child() -> None:
    heights = (0, 12, 11, 0, 0, 0)

    assert closed(heights, row14=0b000010) == {"2u", "2d"}
    assert closed(heights, row14=0b111101) == {"2d"}
    assert str(obstacle(heights, NUMBER_OF["2u"], 0b000010)) == "row 14 of column 2 has been used"


def heights_near_the_top() -> list[tuple[int, ...]]:
    generator = random.Random(0)
    return [
        tuple(
            generator.choice((0, 10, 11, 11, 12, 13)) if column != 2 else generator.randrange(12) for column in range(6)
        )
        for _ in range(3000)
    ]


def test_column_3_can_always_be_played_until_it_is_closed() -> None:
    for heights in heights_near_the_top():
        for row14 in (0, 63):
            assert {NUMBER_OF["3u"], NUMBER_OF["3d"]} <= set(reachable(heights, row14))


def test_a_pair_lying_either_way_is_reachable_alike() -> None:
    for heights in heights_near_the_top():
        names = {PLACEMENTS[number].name for number in reachable(heights)}
        for column in range(1, WIDTH):
            assert (f"{column}r" in names) == (f"{column + 1}l" in names)


def test_a_pair_of_one_colour_has_eleven_distinct_placements() -> None:
    assert list(distinct("RB", range(22))) == list(range(22))
    assert [PLACEMENTS[number].name for number in distinct("RR", range(22))] == ALL[:6] + ALL[12:17]


@pytest.mark.parametrize("heights", [(0, 0, 0, 0, 0, 0), (3, 12, 11, 5, 12, 0), (12, 12, 0, 12, 13, 2)])
def test_distinct_placements_lead_wherever_all_of_them_lead(heights: tuple[int, ...]) -> None:
    field: Field = tuple(("RBYG" * 4)[:height] for height in heights)
    numbers = reachable(heights)

    assert {place(field, "RR", number) for number in distinct("RR", numbers)} == {
        place(field, "RR", number) for number in numbers
    }
    assert len({place(field, "RR", number) for number in numbers}) == len(distinct("RR", numbers))


def test_a_child_on_row_14_vanishes() -> None:
    field: Field = ("", "RBYG" * 3, *EMPTY[2:])

    assert len(field[1]) == IN_SIGHT
    assert place(field, "GY", NUMBER_OF["2u"])[1] == "RBYG" * 3 + "G"
