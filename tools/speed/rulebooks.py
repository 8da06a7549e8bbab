"""Random plies per second of every rulebook, in plain Python. Run by `make bench`."""

import random
import time

from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.core.registry import find_game, game_names

SECONDS = 2.0


def plies_per_second(name: str) -> float:
    found = find_game(name)
    start = found.start(found.options())
    generator, luck = random.Random(0), Luck(0)
    state, plies, begun = start, 0, time.process_time()
    while (spent := time.process_time() - begun) < SECONDS:
        if state.to_play == OVER:
            state = start
        elif state.to_play == CHANCE:
            state = state.apply(luck.draw(state, plies))
        else:
            state = state.apply(generator.choice(state.legal()))
        plies += 1
    return plies / spent


if __name__ == "__main__":
    import asobiba  # noqa: F401  registers the games

    print(f"{'game':12} {'plies/s':>10}   (one core, CPU seconds)")
    for name in game_names():
        print(f"{name:12} {plies_per_second(name):10,.0f}")
