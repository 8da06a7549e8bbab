"""What wins: the 49 lines, enumerated twice more without the rulebook's help."""

from itertools import combinations, permutations, product

import pytest

from asobiba.core.game import OVER
from asobiba.games.otrio.board import LINES, LINES_THROUGH, lines_of, slot, slots
from asobiba.games.otrio.rules import OtrioOptions
from tests.games.otrio.positions import VARIANTS, after, board, random_game

ROWS = ("a1 b1 c1", "a2 b2 c2", "a3 b3 c3", "a1 a2 a3", "b1 b2 b3", "c1 c2 c3", "a1 b2 c3", "c1 b2 a3")
CELLS = [column + row for column, row in product("abc", "123")]

ONE_SIZE = {frozenset(size + cell for cell in row.split()) for row in ROWS for size in "SML"}
IN_ORDER = {
    frozenset(size + cell for size, cell in zip(sizes, row.split(), strict=True))
    for row in ROWS
    for sizes in ("SML", "LMS")
}
ONE_SPACE = {frozenset(size + cell for size in "SML") for cell in CELLS}
WINNING = {frozenset(map(slot, names)) for names in ONE_SIZE | IN_ORDER | ONE_SPACE}


def test_the_three_ways_to_win_are_24_and_16_and_9_lines() -> None:
    assert (len(ONE_SIZE), len(IN_ORDER), len(ONE_SPACE)) == (24, 16, 9)
    assert {frozenset(slots(line)) for line in LINES} == WINNING
    assert len(LINES) == 49


def test_they_are_the_straight_lines_of_the_cube() -> None:
    points = list(product(range(3), repeat=3))
    straight = {
        frozenset(9 * size + 3 * row + column for size, row, column in three)
        for three in combinations(points, 3)
        if any(
            all(one + other == 2 * middle for one, middle, other in zip(p, q, r, strict=True))
            for p, q, r in permutations(three)
        )
    }

    assert straight == WINNING


def test_every_line_runs_through_its_three_slots() -> None:
    assert sum(map(len, LINES_THROUGH)) == 3 * 49
    assert [len(LINES_THROUGH[slot(name)]) for name in ("Sa1", "Sb1", "Sb2", "Ma1", "Mb1", "Mb2")] == [
        7,
        4,
        5,
        4,
        5,
        13,
    ]


@pytest.mark.parametrize("sizes", ["".join(sizes) for sizes in product("SML", repeat=3)])
@pytest.mark.parametrize("row", ROWS)
def test_sizes_in_a_row_win_only_when_equal_or_in_order(row: str, sizes: str) -> None:
    first, second, third = (size + cell for size, cell in zip(sizes, row.split(), strict=True))
    idle = iter(
        name for name in ("La1", "Lb3", "Sc2", "Mc1", "Ma3", "Sb1", "Sa3") if name not in (first, second, third)
    )

    position = after(f"{first} {next(idle)} {next(idle)} {second} {next(idle)} {next(idle)} {third}", players=3)

    wins = sizes in ("SSS", "MMM", "LLL", "SML", "LMS")
    assert (position.winner, position.to_play) == ((0, OVER) if wins else (None, 1))


@pytest.mark.parametrize("order", list(permutations("SML")), ids="".join)
def test_a_space_may_be_filled_in_any_order(order: tuple[str, str, str]) -> None:
    first, second, third = order

    assert after(f"{first}b2 Sa1 Sc1 {second}b2 La1 Mc2 {third}b2", players=3).winner == 0


def test_a_line_of_two_colours_of_one_player_does_not_win() -> None:
    position = board("R.. B.. R.. ... ... ... ... ... ... G", players=2)

    assert (position.winner, position.to_play) == (None, 1)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_game_ends_with_the_first_line_and_never_before(options: dict[str, object]) -> None:
    for seed in range(40):
        *running, last = random_game(OtrioOptions.read(options), seed)

        assert all(lines_of(mine) == () for position in running for mine in position.pieces)
        with_line = [
            colour for colour, mine in enumerate(last.pieces) if any(three <= set(slots(mine)) for three in WINNING)
        ]
        assert with_line == ([] if last.winner is None else [last.winner])
