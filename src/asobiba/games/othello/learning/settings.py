"""Settings of learning an evaluation by patterns."""

from dataclasses import dataclass

from asobiba._native import kernels
from asobiba.core.errors import ConfigError
from asobiba.core.options import option
from asobiba.learn.schedules import Schedule
from asobiba.learn.settings import Pace, Settings


@dataclass(frozen=True)
class PatternSettings(Settings):
    harmless = ("total_games", "measure_every", "save_every", "threads")

    total_games: int = option(300_000, "games in all", low=1, high=10**9)
    measure_every: int = option(2_000, "games between two lines of metrics", low=1, high=10**9)
    evaluate_every: int = option(20_000, "games between evaluations", low=1, high=10**9)
    save_every: int = option(40_000, "games between checkpoints", low=1, high=10**9)
    seed: int = option(0, "of the games and of the order in which they are learned", low=0, high=2**31)
    threads: int = option(1, "threads of the games; no result depends on it", low=1, high=256)

    step_games: int = option(1_000, "games until weights are learned from them", low=1, high=1 << 20)
    first_games: int = option(10_000, "games that are short-sighted, and learned from by their ends alone", low=0)
    depth: int = option(4, "plies that both sides look ahead, after the first games", low=1, high=20)
    exact: int = option(12, "empty squares from which on every position is solved", low=0, high=24)
    least_random: int = option(2, "random moves in the beginning of a game, at least", low=0, high=50)
    most_random: int = option(20, "random moves in the beginning of a game, at most", low=0, high=50)
    slips: float = option(0.03, "share of later moves that are random", low=0.0, high=1.0)
    trust: float = option(
        0.9, "in what the next position turned out to be worth; the rest in looking ahead", low=0.0, high=1.0
    )

    after: str = option("", "the checkpoint of another training: begin with its weights and positions", local=bool)
    window: float = option(0.5, "share of all positions that are kept, the newest", low=0.01, high=1.0)
    most_kept: int = option(8_000_000, "positions that are kept at most", low=1, high=10**9)
    passes: float = option(8.0, "positions that are learned from, for each new one", low=0.0, high=1_000.0)
    rate: float = option(1.0, "of learning at first, in discs", low=1e-6, high=100.0)
    rate_end: float = option(0.1, "and at last", low=1e-6, high=100.0)
    schedule_games: int = option(300_000, "games until the rate is there", low=1, high=10**9)

    evaluation_games: int = option(400, "games of an evaluation, from whose positions nothing is learned", low=2)

    def check(self) -> None:
        if self.least_random > self.most_random:
            raise ConfigError("least_random: allowed is most_random at most", option="least_random")

    @property
    def pace(self) -> Pace:
        return Pace(self.total_games, self.measure_every, self.evaluate_every, self.save_every)

    def shapes(self) -> dict[str, tuple[int, ...]]:
        return {"weights": (kernels.OthelloPatterns.size,), "slopes": (kernels.OthelloPatterns.size,)}

    @property
    def learning_rate(self) -> Schedule:
        return Schedule("exponential", self.rate, self.rate_end, self.schedule_games)

    def course(self, games: int) -> kernels.OthelloCourse:
        """How the game after so many is played."""
        is_first = games < self.first_games
        return kernels.OthelloCourse(
            min(self.depth, 2) if is_first else self.depth,
            self.exact,
            self.least_random,
            self.most_random,
            self.slips,
            1.0 if is_first else self.trust,
        )

    @property
    def match(self) -> kernels.OthelloCourse:
        """How the games of an evaluation are played."""
        return kernels.OthelloCourse(self.depth, self.exact, 8, 8)
