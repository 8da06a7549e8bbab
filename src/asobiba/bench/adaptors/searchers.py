"""Other libraries that search one of our games from the first position, with random playouts."""

from collections.abc import Callable
from typing import Any

from asobiba.bench.adaptors.peers import Peer

SIMULATIONS = 1_000
MEMORY_MB = 1_000


def openspiel(game: str) -> Callable[[Any], Callable[[], int]]:
    """The bot in C++, one playout a simulation."""

    def prepare(pyspiel: Any) -> Callable[[], int]:
        found = pyspiel.load_game(game)
        bot = pyspiel.MCTSBot(found, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, MEMORY_MB, True, 1, False)

        def run() -> int:
            bot.step(found.new_initial_state())
            return SIMULATIONS

        return run

    return prepare


SEARCHERS: dict[str, list[Peer]] = {"othello": [Peer("OpenSpiel MCTSBot", "pyspiel", openspiel("othello"))]}
