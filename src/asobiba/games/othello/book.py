"""The opening book: what positions of the opening are worth after long searches, book.npz.

`own [n] uint64` and `other [n] uint64` are the discs of the side to move and of the other, each the least of its eight
images; `discs [n] int16` is what the side to move wins in the end, in hundredths, by the best replies in the book.
Made by tools/data/othello_book.py; book.json is the recipe.
"""

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files

import numpy as np

from asobiba.core.game import OVER
from asobiba.games.othello.notation import read_transcript
from asobiba.games.othello.rules import Position
from asobiba.games.othello.symmetry import SYMMETRIES

FOLDER = files("asobiba.games.othello") / "openings"
HUNDREDTHS = 100
Key = tuple[int, int]
"""Discs of the side to move and of the other."""


class Book:
    def __init__(self, discs: Mapping[Key, float]) -> None:
        self.discs = discs
        """By `key`, for the side to move."""

    def values(self, position: Position) -> dict[int, float]:
        """Discs that every move wins; nothing if the book does not know them all."""
        found: dict[int, float] = {}
        for action, after in moves(position):
            known = self.discs.get(key(after))
            if known is None:
                return {}
            found[action] = -known
        return found


def moves(position: Position) -> Iterator[tuple[int, Position]]:
    """Each move and what it leads to. The book has no passes and no ends."""
    for action in position.legal():
        yield action, position.apply(action)


def key(position: Position) -> Key:
    """The same for all that look like it."""
    images = (symmetry.position(position) for symmetry in SYMMETRIES)
    return min((image.mine, image.theirs) for image in images)


def has_move(position: Position) -> bool:
    return position.to_play != OVER and bool(position.placements)


@cache
def book() -> Book:
    """The one that comes with the game."""
    path = FOLDER / "book.npz"
    with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        keys = zip(arrays["own"].tolist(), arrays["other"].tolist(), strict=True)
        return Book(dict(zip(keys, (arrays["discs"] / HUNDREDTHS).tolist(), strict=True)))


@cache
def balanced() -> tuple[tuple[int, ...], ...]:
    """Openings of eight moves after which our search finds neither side much better: balanced.csv, for fair matches."""
    rows = csv.DictReader((FOLDER / "balanced.csv").read_text(encoding="utf-8").splitlines())
    return tuple(tuple(read_transcript(row["moves"])) for row in rows)
