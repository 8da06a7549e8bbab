"""What is measured of the engines of single games: `asobiba bench GAME`."""

from collections.abc import Callable, Iterator, Mapping

from asobiba.bench.adaptors.othello import othello_rows
from asobiba.bench.adaptors.twenty48 import twenty48_rows
from asobiba.bench.measure import Row

ENGINES: Mapping[str, Callable[[bool], Iterator[Row]]] = {"othello": othello_rows, "twenty48": twenty48_rows}
"""By the game's name; true: also what takes minutes."""
