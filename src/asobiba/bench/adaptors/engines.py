"""What is measured of the engines of single games: `asobiba bench GAME`."""

from collections.abc import Callable, Iterator, Mapping

from asobiba.bench.adaptors.othello import othello_rows
from asobiba.bench.adaptors.twenty48 import twenty48_rows
from asobiba.bench.adaptors.twenty48_learning import learning_rows
from asobiba.bench.adaptors.twenty48_truth import truth_rows
from asobiba.bench.measure import Row


def _twenty48(long: bool) -> Iterator[Row]:
    yield from twenty48_rows(long)
    yield from learning_rows(long)
    yield from truth_rows(long)


ENGINES: Mapping[str, Callable[[bool], Iterator[Row]]] = {"othello": othello_rows, "twenty48": _twenty48}
"""By the game's name; true: also what takes minutes."""
