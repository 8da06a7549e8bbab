"""How far a shallow search of Othello's engine is from a deep one: python -m tools.data.othello_probcut

Positions of games with a random beginning are searched to every depth with nothing left out. What the value of depth d
differs from that of the shallow search that stands for it is an error; its size is fitted to 1, the shallow depth, the
depth and the empty squares by least squares. The four numbers belong into ERRORS of the engine's plan.py.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator

import numpy as np

from asobiba.games.othello.engine.engine import Engine, empties
from asobiba.games.othello.engine.plan import ERRORS, WHOLE, Plan, Step
from asobiba.games.othello.rules import Position

TO_DEVIATION = 1.2533
"""The mean size of an error that is distributed normally, as its standard deviation."""
LEAST, MOST = 14, 54
"""Empty squares."""


def shallow_for(depth: int) -> int:
    """As in native/othello/probcut.hpp: about half, and as odd or even."""
    return 2 * (depth // 4) + depth % 2


def positions(count: int, seed: int) -> Iterator[Position]:
    """Of games in which the engine looks two plies ahead, after some random ones."""
    generator, engine = random.Random(seed), Engine(plan=Plan(2, exact=0, loss=2.0))
    while count > 0:
        position, chosen = Position(), generator.randint(LEAST, MOST)
        beginning = generator.randint(6, 20)
        while position.legal() and empties(position) > chosen:
            is_random = 60 - empties(position) < beginning or len(position.legal()) == 1
            position = position.apply(generator.choice(position.legal()) if is_random else engine.choose(position))
        if len(position.legal()) > 1:
            count -= 1
            yield position


def values(engine: Engine, position: Position, deepest: int) -> list[float]:
    """In discs, by depth from 0 on."""
    found = [engine.begin(position).discs]
    for depth in range(1, min(deepest, empties(position) - 1) + 1):
        engine.look(Step(depth, WHOLE), every_move=False)
        found.append(engine.found().discs)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=400)
    parser.add_argument("--depth", type=int, default=9)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    engine, rows, sizes = Engine(plan=Plan(20, exact=0)), [], []
    by_depth = defaultdict[tuple[int, int], list[float]](list)
    for position in positions(asked.positions, asked.seed):
        found = values(engine, position, asked.depth)
        for depth in range(3, len(found)):
            size = abs(found[depth] - found[shallow_for(depth)]) * TO_DEVIATION
            rows.append((1, shallow_for(depth), depth, empties(position)))
            sizes.append(size)
            by_depth[depth, shallow_for(depth)].append(size)
    fitted = np.linalg.lstsq(np.array(rows, float), np.array(sizes), rcond=None)[0]
    for (depth, shallow), each in sorted(by_depth.items()):
        print(f"depth {depth}, shallow {shallow}: {np.mean(each):.2f} discs ({len(each)} positions)")
    print("now", ERRORS)
    print("fitted", [round(float(term), 4) for term in fitted])


if __name__ == "__main__":
    main()
