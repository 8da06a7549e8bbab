"""Settings of double DQN by self-play, for any game."""

from dataclasses import dataclass

from asobiba.core.errors import ConfigError
from asobiba.core.options import option
from asobiba.learn.schedules import Schedule
from asobiba.learn.settings import Pace, Settings


class LoopSettings(Settings):
    """What the loop reads from the settings of each kind of double DQN."""

    seed: int
    n_step: int
    gamma: float
    batch_size: int
    updates_per_step: int
    learning_rate: float
    weight_average: float
    per_alpha: float
    pool_size: int
    learner_thread: bool = False
    """Whether updates run beside the games; no result depends on it. It helps where many games play at once."""

    @property
    def target_every(self) -> int:
        raise NotImplementedError

    @property
    def beta(self) -> Schedule:
        raise NotImplementedError

    @property
    def rate(self) -> Schedule:
        raise NotImplementedError


@dataclass(frozen=True)
class DqnSettings(LoopSettings):
    harmless = ("total_moves", "measure_every", "save_every", "native_threads")

    total_moves: int = option(10_000_000, "moves in all", low=1, high=10**12)
    measure_every: int = option(20_000, "moves between two lines of metrics", low=1, high=10**12)
    evaluate_every: int = option(100_000, "moves between evaluations", low=1, high=10**12)
    save_every: int = option(500_000, "moves between checkpoints", low=1, high=10**12)
    seed: int = option(0, "of weights, games and exploration", low=0, high=2**31)

    parallel_games: int = option(64, "games side by side", low=1, high=1 << 16)
    updates_per_step: int = option(2, "updates while every game makes a move", low=0, high=1_000)
    max_plies: int = option(5_000, "a game that lasts longer is broken off", low=1, high=10**9)
    native_threads: int = option(1, "threads of the games; no result depends on it", low=1, high=256)

    hidden: int = option(128, "width of the network", low=1, high=4096)
    layers: int = option(2, "hidden layers", low=1, high=16)
    learning_rate: float = option(1e-3, "of Adam at first", low=1e-8, high=1.0)
    learning_rate_end: float = option(1e-4, "and at last", low=1e-8, high=1.0)
    weight_average: float = option(0.99, "of the network that is evaluated, with each update", low=0.0, high=0.999999)
    batch_size: int = option(128, "rows of an update", low=1, high=1 << 16)
    memory_megabytes: int = option(128, "of the replay", low=1, high=1 << 16)
    learning_starts: int = option(1_000, "rows before the first update", low=1, high=10**9)
    target_every: int = option(250, "updates until the target is a copy", low=1, high=10**9)
    gamma: float = option(0.99, "discount from one decision to the next", low=0.0, high=1.0)
    n_step: int = option(3, "rewards before the estimate takes over", low=1, high=100)
    per_alpha: float = option(0.5, "how much priorities count", low=0.0, high=1.0)
    per_beta_start: float = option(0.4, "how much importance weights correct at first", low=0.0, high=1.0)
    per_beta_end: float = option(1.0, "and at last", low=0.0, high=1.0)
    epsilon_start: float = option(1.0, "exploration at first", low=0.0, high=1.0)
    epsilon_end: float = option(0.05, "exploration at last", low=0.0, high=1.0)
    epsilon_updates: int = option(2_000, "updates until exploration is at its end", low=1, high=10**9)
    schedule_updates: int = option(50_000, "updates until beta and the learning rate are there", low=1, high=10**9)

    opponent_share: float = option(
        0.5, "of the games against opponents; in the others it plays every seat", low=0, high=1
    )
    random_share: float = option(0.5, "of the opponents that play at random", low=0.0, high=1.0)
    past_share: float = option(0.25, "of the opponents that are past selves", low=0.0, high=1.0)
    agent_share: float = option(0.0, "of the opponents that are `agent`", low=0.0, high=1.0)
    agent: str = option("greedy", "an agent to learn against, by its spec; slow")
    pool_size: int = option(4, "past selves that are kept", low=1, high=100)
    freeze_every: int = option(1_000, "updates until the frozen opponent becomes a copy", low=1, high=10**9)

    evaluation_games: int = option(200, "games of an evaluation", low=1, high=1 << 16)
    evaluated_against: str = option("random", "agents by their specs, with spaces between")

    def check(self) -> None:
        if self.random_share + self.past_share + self.agent_share > 1:
            raise ConfigError("random_share + past_share + agent_share: allowed is a sum of at most 1")

    @property
    def pace(self) -> Pace:
        return Pace(self.total_moves, self.measure_every, self.evaluate_every, self.save_every)

    def shapes(self) -> dict[str, tuple[int, ...]]:
        return {
            "learner/online/body.0.bias": (self.hidden,),
            f"learner/online/body.{self.layers - 1}.bias": (self.hidden,),
            "play/kinds": (self.parallel_games,),
        }

    @property
    def epsilon(self) -> Schedule:
        return Schedule("linear", self.epsilon_start, self.epsilon_end, self.epsilon_updates)

    @property
    def beta(self) -> Schedule:
        return Schedule("linear", self.per_beta_start, self.per_beta_end, self.schedule_updates)

    @property
    def rate(self) -> Schedule:
        return Schedule("exponential", self.learning_rate, self.learning_rate_end, self.schedule_updates)
