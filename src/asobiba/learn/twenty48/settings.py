"""Settings of learning an n-tuple network."""

from dataclasses import dataclass

from asobiba.core.errors import ConfigError
from asobiba.core.network import is_path
from asobiba.core.options import option
from asobiba.games.twenty48.rules import LARGEST, rank
from asobiba.games.twenty48.tuples import USUAL
from asobiba.learn.settings import Pace, Settings


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

    step_games: int = option(500, "games of a step, after which everything may be saved", low=1, high=1 << 20)
    lanes: int = option(1, "games of a thread that take turns, so that it need not wait for memory", low=1, high=1024)
    evaluation_games: int = option(1_000, "games of an evaluation, from which nothing is learned", low=1, high=1 << 20)

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

    @property
    def pace(self) -> Pace:
        return Pace(self.total_games, self.measure_every, self.evaluate_every, self.save_every)
