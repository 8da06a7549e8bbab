"""What a game's own exact search knows of a position is learned instead of how the game happened to end.

For games of two seats that are won or lost and offer a search (`Solver.search`): where so many nodes settle what a
position is worth, that is its value. What was played, and the policy, stay those of self-play.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.players import Players
from asobiba.agents.solver import RESULT, Limits
from asobiba.core.game import AnyGame
from asobiba.core.options import Options

Read = Callable[[bytes], Any]


def settle(samples: dict[str, NDArray[Any]], game: AnyGame, options: Options, read: Read, nodes: int) -> int:
    """How many samples were settled, of those whose policy is learned; their values are changed in place."""
    if len(game.seats(options)) != 2 or tuple(game.bounds(options)) != (-1.0, 1.0):
        return 0
    solver, settled = game.part(Players).solver(options), 0
    if solver is None or solver.search is None:
        return 0
    for row in np.flatnonzero(samples["weight"] > 0).tolist():
        solving = solver.search(read(samples["position"][row].tobytes()), Limits(nodes))
        solving.work(None)
        found = solving.found()
        if found.value is None or found.unit != RESULT:
            continue
        samples["result"][row] = samples["root_value"][row] = (found.value, -found.value)
        settled += 1
    return settled
