"""Settings of learning an n-tuple network."""

from dataclasses import dataclass

from asobiba.agents.network_files import is_path
from asobiba.core.errors import ConfigError
from asobiba.core.options import option
from asobiba.games.twenty48.rules import LARGEST, rank
from asobiba.games.twenty48.tuples import USUAL
from asobiba.learn.settings import Pace, Settings

USUAL_CELLS, USUAL_GAMES = 16, 500
"""Of a step; a second or so."""
HALVED_EVERY = 2
"""So many cells more, and games are at least twice as long."""
LEAST_EVALUATED = 10
"""Games, where single ones are long."""


@dataclass(frozen=True)
class NTupleSettings(Settings):
    harmless = ("total_games", "measure_every", "save_every", "threads")

    total_games: int = option(100_000, "games in all", low=1, high=10**10)
    measure_every: int = option(5_000, "games between two lines of metrics", low=1, high=10**10)
    evaluate_every: int = option(50_000, "games between evaluations", low=1, high=10**10)
    save_every: int = option(100_000, "games between checkpoints", low=1, high=10**10)
    seed: int = option(0, "of the games", low=0, high=2**31)
    threads: int = option(1, "that play and learn; with more than one no two trainings are the same", low=1, high=256)

    net: str = option(USUAL, "the cells that are looked at together: 5x4, 4x5, 4x6, 8x6, lines, boxes, or 0123/0145")
    stages: str = option("", "largest tiles with which other weights begin, such as 8192/16384")
    stage_games: int = option(2_000, "games that reach a stage before it has weights of its own", low=1, high=10**9)

    td_games: int = option(0, "first games in which all weights learn at one rate, by TD", low=0, high=10**10)
    td_rate: float = option(0.1, "of learning then", low=0.0, high=10.0)
    rate: float = option(1.0, "of learning later, by temporal coherence: each weight finds its own", low=0.0, high=10.0)
    optimism: float = option(0.0, "points that every board seems to be worth at first", low=-1e6, high=1e6)
    backward: bool = option(True, "a game is learned from when it is over, from its end on; otherwise move by move")
    trace: float = option(0.5, "lambda, how far an error reaches back; 0: one move", low=0.0, high=1.0)

    rewinds: bool = option(False, "a game that is over goes on from its middle, then from the middle of that")

    after: str = option(
        "",
        "what to begin with: a network that comes with the game, its path, or that of a checkpoint.npz",
        local=is_path,
    )

    step_games: int = option(
        0,
        "games of a step, after which everything may be saved; 0: as many as suit the board, 500 up to 16 cells, half "
        "with every two cells more, at least one a thread",
        low=0,
        high=1 << 20,
    )
    lanes: int = option(4, "games of a thread that take turns, so that it need not wait for memory", low=1, high=1024)
    evaluation_games: int = option(
        0,
        "games of an evaluation, from which nothing is learned; 0: twice as many as suit the board, at least 10",
        low=0,
        high=1 << 20,
    )

    def check(self) -> None:
        if self.trace and not self.backward:
            raise ConfigError("trace: allowed is 0 where learning is not backward", option="trace")
        if self.rewinds and not self.backward:
            raise ConfigError("rewinds: allowed is false where learning is not backward", option="rewinds")
        ranks = self.stage_ranks
        if list(ranks) != sorted(set(ranks)):
            raise ConfigError(f"stages: allowed are rising tiles, not {self.stages!r}", option="stages")

    @property
    def stage_ranks(self) -> tuple[int, ...]:
        """8192/16384 -> 13, 14"""
        tiles = [int(word) if word.isascii() and word.isdecimal() else 0 for word in self.stages.split("/") if word]
        if any(tile.bit_count() != 1 or not 4 < tile <= LARGEST for tile in tiles):
            raise ConfigError(f"stages: allowed are tiles such as 8192/16384, not {self.stages!r}", option="stages")
        return tuple(map(rank, tiles))

    def games_of_step(self, cells: int) -> int:
        """On a board of so many cells. A training is stopped between steps, so nobody waits for one for long."""
        return self.step_games or max(suiting(cells), self.threads)

    def games_of_evaluation(self, cells: int) -> int:
        return self.evaluation_games or max(2 * suiting(cells), LEAST_EVALUATED)

    @property
    def pace(self) -> Pace:
        return Pace(self.total_games, self.measure_every, self.evaluate_every, self.save_every)


def suiting(cells: int) -> int:
    """Games at a time: 16 cells -> 500, 20 -> 125, 25 -> 31, 64 -> 1."""
    return max(USUAL_GAMES >> max(cells - USUAL_CELLS, 0) // HALVED_EVERY, 1)
