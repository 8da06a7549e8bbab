"""Sets of tuples: by name, spelled out, for boards of any shape; what is none is refused with a sentence."""

import pytest

from asobiba.core.errors import ConfigError
from asobiba.core.symmetry import grid_symmetries
from asobiba.games.twenty48.rules import Twenty48Options
from asobiba.games.twenty48.tuples import MOST_CELLS, MOST_TUPLES, tuples_of

USUAL = Twenty48Options()
SHAPES = [(1, 2), (1, 8), (2, 2), (2, 4), (3, 3), (3, 4), (5, 5), (6, 7), (8, 8)]


def test_the_named_sets() -> None:
    assert tuples_of("4x6", USUAL)[1] == (4, 5, 6, 7, 8, 9)
    assert tuples_of("4x6", USUAL)[3] == (4, 5, 6, 8, 9, 10)
    assert {len(cells) for cells in tuples_of("8x6", USUAL)} == {6}
    assert len(tuples_of("8x6", USUAL)) == 8
    assert [len(cells) for cells in tuples_of("4x5", USUAL)] == [5] * 4
    assert tuples_of("5x4", USUAL) == ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 4, 5), (1, 2, 5, 6), (5, 6, 9, 10))
    assert tuples_of("lines", USUAL) == tuples_of("5x4", USUAL)
    assert tuples_of("usual", USUAL) == tuples_of("4x6", USUAL)


def test_tuples_are_spelled_in_any_order() -> None:
    assert tuples_of("fa5/01", USUAL) == ((5, 10, 15), (0, 1))
    assert tuples_of("oA", Twenty48Options(rows=8, columns=8)) == ((24, 36),)


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_every_board_has_a_usual_set_that_sees_every_cell(rows: int, columns: int) -> None:
    options = Twenty48Options(rows=rows, columns=columns)
    found = tuples_of("usual", options)
    images = [
        frozenset(places[cell] for cell in cells)
        for cells in found
        for places in grid_symmetries(rows, columns).values()
    ]

    assert 1 <= len(found) <= MOST_TUPLES
    assert max(map(len, found)) <= MOST_CELLS
    assert frozenset().union(*images) == set(range(rows * columns))
    for cells in found:
        alike = {frozenset(places[cell] for cell in cells) for places in grid_symmetries(rows, columns).values()}
        assert sum(frozenset(other) in alike for other in found) == 1, "one of those that are the same by symmetry"


@pytest.mark.parametrize(
    ("net", "rows", "sentence"),
    [
        ("4x6", 3, "4x6 is for a board of 4x4"),
        ("", 4, "1 to 32 tuples"),
        ("01/", 4, "1 to 32 tuples"),
        ("00", 4, "different cells"),
        ("01234567", 4, "1 to 7"),
        ("0g", 4, "'0g' is no tuple of cells of a board of 4x4"),
        ("0 1", 4, "no tuple"),
        ("/".join(["01"] * 33), 4, "1 to 32 tuples"),
    ],
)
def test_other_words_are_refused(net: str, rows: int, sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        tuples_of(net, Twenty48Options(rows=rows))


def test_a_board_may_have_too_many_boxes() -> None:
    with pytest.raises(ConfigError, match=r"that would be .* tuples"):
        tuples_of("boxes", Twenty48Options(rows=6, columns=7))
