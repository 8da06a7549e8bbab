"""Actions as the observing seat sees them.

Some games turn the board for the observer, so that every seat sees itself in the same place, but number actions by the
board as it is. A network that sees the turned board can only name turned actions: `Perspective` turns them back. It
uses the first symmetry that takes a seat to seat 0; if there is none, actions stay as they are.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.symmetry import IDENTITY


class Perspective:
    def __init__(self, game: AnyGame, options: Options) -> None:
        seats, actions = len(game.seats(options)), game.actions(options)
        symmetries = game.symmetries(options)
        turns = [next((turn for turn in symmetries if turn.seat(seat) == 0), IDENTITY) for seat in range(seats)]
        self.table = np.array([[turn.action(action) for action in range(actions)] for turn in turns], np.int64)
        """[seats, actions]: by seat, what an action is called in its perspective."""
        self.is_plain = bool((self.table == np.arange(actions)).all())

    def outward(self, named: NDArray[Any], seats: NDArray[Any]) -> NDArray[Any]:
        """[n, actions] as the network names them -> as the rules do."""
        return named if self.is_plain else np.take_along_axis(named, self.table[seats], axis=1)

    def inward(self, numbered: NDArray[Any], seats: NDArray[Any]) -> NDArray[Any]:
        """The same backwards."""
        if self.is_plain:
            return numbered
        found = np.empty_like(numbered)
        np.put_along_axis(found, self.table[seats], numbered, axis=1)
        return found
