"""The opening book and the balanced openings: what they say, and how they are grown."""

import json
from itertools import islice

import pytest

from asobiba.games.othello.book import FOLDER, Book, balanced, book, key
from asobiba.games.othello.notation import read_position, read_transcript
from asobiba.games.othello.rules import OthelloOptions, Position
from asobiba.games.othello.symmetry import SYMMETRIES
from tools.data.othello_book import Growth


def after(transcript: str) -> Position:
    return read_position(transcript, OthelloOptions())


def test_the_book_knows_the_first_moves_and_that_they_are_alike() -> None:
    values = book().values(Position())

    assert sorted(values) == sorted(Position().legal())
    assert len(set(values.values())) == 1


def test_the_book_prefers_what_is_known_to_be_good() -> None:
    """After f5 the parallel opening loses a good deal; the other two keep the balance."""
    position = after("f5")
    values = book().values(position)
    best = max(values, key=lambda action: values[action])

    assert best in (*read_transcript("f5d6")[1:], *read_transcript("f5f6")[1:])
    assert values[read_transcript("f5f4")[1]] < values[best] - 3


@pytest.mark.parametrize("number", range(8))
def test_a_position_is_found_from_every_side(number: int) -> None:
    position = after("f5d6c3")
    turned = SYMMETRIES[number].position(position)

    assert key(turned) == key(position)
    assert sorted(book().values(turned).values()) == sorted(book().values(position).values())


def test_where_a_move_is_unknown_the_book_says_nothing() -> None:
    assert Book({}).values(Position()) == {}


def test_the_book_is_small_and_has_a_recipe() -> None:
    recipe = json.loads((FOLDER / "book.json").read_text(encoding="utf-8"))

    assert recipe["command"].startswith("python -m tools.data.othello_book grow")
    assert len((FOLDER / "book.npz").read_bytes()) < 300_000


def test_it_grows_where_the_fewest_discs_are_lost() -> None:
    """A search that counts discs: what turns most looks best, and the deeper look counts more."""
    growth = Growth(lambda position: float(position.mine.bit_count() - position.theirs.bit_count()))
    growth.expand(growth.root)
    (reached,) = growth.after[growth.root][:1]
    assert growth.discs()[growth.root] == 3.0  # four discs against one

    assert growth.nearest(ply=0.5) == reached
    growth.expand(reached)

    assert growth.discs()[growth.root] == 0.0  # white turns one back: three each
    assert growth.nearest(ply=0.5) in growth.after[reached]


def test_balanced_openings_are_eight_moves_each_and_all_different() -> None:
    lines = balanced()
    positions = set()
    for line in islice(lines, 20):
        position = Position()
        for action in line:
            position = position.apply(action)
        positions.add(key(position))

    assert len(lines) >= 100
    assert {len(line) for line in lines} == {8}
    assert len(positions) == 20
