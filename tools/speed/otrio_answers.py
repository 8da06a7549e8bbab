"""How soon and how well Otrio's solver answers, for two: python -m tools.speed.otrio_answers

As the first player it plays so many games against each rival and counts wins, the last ply of the longest, and how
long each answer took. Then it is asked about positions of random games, one of each: how long, and how many it settles.
"""

import argparse
import random
import time
from collections.abc import Iterator

from asobiba._native import kernels
from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.agents.spec import make_agent
from asobiba.core.game import OVER
from asobiba.core.registry import find_game
from asobiba.games.otrio.native import pack, rules
from asobiba.games.otrio.rules import OtrioOptions, Position, start
from asobiba.games.otrio.solver import Solver, search

OTRIO = find_game("otrio")
OPTIONS = OtrioOptions(players=2)
SOON = 0.05


class Timed:
    """Asks the solver, and remembers what it said and how long that took, in wall and in CPU seconds."""

    def __init__(self, spec: str) -> None:
        made = make_agent(spec, OTRIO, OPTIONS)
        assert isinstance(made, Solver)
        self.agent, self.known = made, dict[Position, int]()
        self.wall, self.cpu = list[float](), list[float]()

    def choose(self, position: Position) -> int:
        if position not in self.known:
            wall, cpu = time.perf_counter(), time.thread_time()
            self.known[position] = self.agent.choose(position)
            self.wall.append(time.perf_counter() - wall)
            self.cpu.append(time.thread_time() - cpu)
        return self.known[position]

    def report(self) -> str:
        def soon(seconds: list[float]) -> str:
            share = sum(each <= SOON for each in seconds) / len(seconds)
            return f"{share:.2%} within 50 ms (slowest {1000 * max(seconds):.0f} ms)"

        return f"{len(self.wall)} answers: by the clock {soon(self.wall)}; of CPU {soon(self.cpu)}"


class Glance:
    """`greedy`, by the kernel: one of the moves that look best."""

    def __init__(self, seed: str) -> None:
        self.mind, self.generator = kernels.OtrioForesight(rules(OPTIONS), 0), random.Random(seed)

    def choose(self, position: Position) -> int:
        return one_of_the_best(Advice(dict(self.mind.looks(pack(position)))), self.generator)


def games(first: Timed, rival: str, count: int) -> str:
    second = Glance("1") if rival == "greedy" else make_agent(rival, OTRIO, OPTIONS, seed="1")
    won = longest = 0
    for _ in range(count):
        position, plies = start(OPTIONS), 0
        while position.to_play != OVER:
            position, plies = position.apply((first, second)[position.to_play].choose(position)), plies + 1
        won, longest = won + (position.returns()[0] > 0), max(longest, plies)
    return f"against {rival}: {won} of {count} won, at ply {longest} at the latest"


def random_positions(count: int, seed: int) -> Iterator[Position]:
    """One decision of each random game."""
    for number in range(count):
        dice, found, position = random.Random(f"{seed}/{number}"), list[Position](), start(OPTIONS)
        while position.to_play != OVER:
            found.append(position)
            position = position.apply(dice.choice(position.legal()))
        yield dice.choice(found)


def is_settled(position: Position, nodes: int) -> bool:
    """Whether the search proves a best move: a win, or all the others lose sooner."""
    searching = search(position, nodes)
    return searching.solve(every_move=False)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--games", type=int, default=100, help="against each rival")
    parser.add_argument("--rivals", nargs="*", default=["random", "greedy", "mcts:simulations=200"])
    parser.add_argument("--positions", type=int, default=1000, help="of random games")
    parser.add_argument("--solver", default="solver")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    own = Timed(asked.solver)
    for rival in asked.rivals:
        print(games(own, rival, asked.games), flush=True)
    if asked.rivals:
        print(f"its own games, {own.report()}")
    if asked.positions == 0:
        return
    other, settled = Timed(asked.solver), 0
    for position in random_positions(asked.positions, asked.seed):
        other.choose(position)
        settled += is_settled(position, other.agent.nodes)
    print(f"random games, {other.report()}; {settled / asked.positions:.2%} settled")


if __name__ == "__main__":
    main()
