"""The two configurations of self-play, with the specification's fields and defaults.

`SelfPlayConfig` is the specification's own and can be assigned. `SelfPlaySettings` is frozen, and has all that the
quick trainer can be told.

A file sets some of the settings, in TOML or JSON; the rewards are a table of their own:

    total_episodes = 200_000
    n_step = 5
    [reward_config]
    kind = "potential"
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, Self

from asobiba.core.errors import ConfigError
from asobiba.core.options import option
from asobiba.games.puyo.dense_rewards import RewardConfig
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.learn.dqn.settings import LoopSettings
from asobiba.learn.schedules import Schedule
from asobiba.learn.settings import Pace

REWARDS = RewardConfig()
MEASURED_EVERY = 1_000
"""Games between two lines of metrics."""
SET_BY_CURRICULUM = ("opponent_update_interval", "epsilon_start")
"""What a phase of the curriculum decides, so nobody else can."""


@dataclass(frozen=True)
class SelfPlaySettings(LoopSettings):
    harmless = ("total_episodes", "game_speed", "save_frequency", "native_threads", "learner_thread")

    total_episodes: int = option(100_000, "games in all", low=1, high=10**9)
    opponent_update_interval: int = option(1_000, "games until the opponent becomes a copy", low=1, high=10**9)
    game_speed: float = option(
        50.0, "times real time, of episodes that are awaited one by one; 0: at once", low=0.0, high=1e6
    )
    learning_starts: int = option(1_000, "games before the first update", low=0, high=10**9)
    target_update_frequency: int = option(2_000, "updates until the target is a copy", low=1, high=10**9)
    save_frequency: int = option(5_000, "games between checkpoints", low=1, high=10**9)
    evaluation_frequency: int = option(10_000, "games between evaluations", low=1, high=10**9)
    epsilon_schedule: Literal["linear", "exponential"] = option("linear", "how exploration falls")
    epsilon_start: float = option(1.0, "exploration at first", low=0.0, high=1.0)
    epsilon_end: float = option(0.01, "exploration at last", low=0.0, high=1.0)
    epsilon_decay_episodes: int = option(50_000, "games until exploration is at its end", low=1, high=10**9)
    reward_config: RewardConfig = field(
        default=REWARDS, metadata={"help": "weights and clips of the rewards", "low": None, "high": None}
    )

    memory_size: int = option(100_000, "rows of the replay", low=1, high=10**8)
    batch_size: int = option(256, "rows of an update", low=1, high=1 << 16)
    gamma: float = option(0.99, "discount of a turn", low=0.0, high=1.0)
    learning_rate: float = option(5e-4, "of Adam at first", low=1e-8, high=1.0)
    learning_rate_end: float = option(1e-4, "and at last", low=1e-8, high=1.0)
    weight_average: float = option(0.999, "of the network that is evaluated, with each update", low=0.0, high=0.999999)
    n_step: int = option(3, "rewards before the estimate takes over", low=1, high=100)
    per_alpha: float = option(0.6, "how much priorities count", low=0.0, high=1.0)
    per_beta_start: float = option(0.4, "how much importance weights correct at first", low=0.0, high=1.0)
    per_beta_end: float = option(1.0, "and at last", low=0.0, high=1.0)
    schedule_episodes: int = option(100_000, "games until beta and the learning rate are there", low=1, high=10**9)
    hidden: int = option(64, "width of the network", low=1, high=4096)
    parallel_games: int = option(1_024, "games side by side", low=1, high=1 << 20)
    updates_per_step: int = option(12, "updates while every game makes a turn", low=0, high=10_000)
    max_turns: int | None = option(200, "a game that lasts longer is truncated; none: never", low=1, high=10**6)
    seed: int = option(0, "of weights, games and exploration", low=0, high=2**63 - 1)

    learn_from_opponent: bool = option(False, "whether the opponent's moves are learned from, too")
    random_share: float = option(0.02, "of the games against the random player", low=0.0, high=1.0)
    greedy_share: float = option(0.10, "of the games against the greedy player", low=0.0, high=1.0)
    practice_share: float = option(0.125, "games alone, for each game against an opponent", low=0.0, high=1.0)
    past_share: float = option(0.20, "of the games against past selves", low=0.0, high=1.0)
    beam_share: float = option(0.0, "of the games against a small beam search", low=0.0, high=1.0)
    pool_size: int = option(4, "past selves that are kept", low=1, high=100)

    curriculum: bool = option(True, "whether phases set the interval and the exploration")
    evaluation_games: int = option(256, "games of an evaluation", low=1, high=1 << 16)
    native_threads: int = option(2, "threads of the games; no result depends on it", low=1, high=256)
    learner_thread: bool = option(True, "updates run beside the games; no result depends on it")

    def check(self) -> None:
        if self.random_share + self.greedy_share + self.past_share + self.beam_share > 1:
            raise ConfigError("random_share + greedy_share + past_share + beam_share: allowed is a sum of at most 1")
        for name in SET_BY_CURRICULUM if self.curriculum else ():
            if (value := getattr(self, name)) != type(self).__dataclass_fields__[name].default:
                raise ConfigError(
                    f"option {name}={value} of SelfPlaySettings: the curriculum sets it in each phase; leave it out, "
                    "or give curriculum=false",
                    option=name,
                    value=value,
                )

    @property
    def pace(self) -> Pace:
        return Pace(self.total_episodes, MEASURED_EVERY, self.evaluation_frequency, self.save_frequency)

    def shapes(self) -> dict[str, tuple[int, ...]]:
        return {"learner/online/first.bias": (self.hidden,), "kinds": (self.parallel_games,)}

    @property
    def options(self) -> PuyoOptions:
        return PuyoOptions(max_turns=self.max_turns)

    @property
    def rewards(self) -> RewardConfig:
        """The shaping's discount is the learner's unless it has one of its own."""
        own = self.reward_config.gamma
        return replace(self.reward_config, gamma=self.gamma if own is None else own)

    @property
    def target_every(self) -> int:
        return self.target_update_frequency

    @property
    def epsilon(self) -> Schedule:
        return Schedule(self.epsilon_schedule, self.epsilon_start, self.epsilon_end, self.epsilon_decay_episodes)

    @property
    def beta(self) -> Schedule:
        return Schedule("linear", self.per_beta_start, self.per_beta_end, self.schedule_episodes)

    @property
    def rate(self) -> Schedule:
        return Schedule("linear", self.learning_rate, self.learning_rate_end, self.schedule_episodes)

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        rewards = values.get("reward_config", {})
        if not isinstance(rewards, Mapping):
            raise ConfigError(
                f"option reward_config={rewards!r}: allowed is a table of weights", option="reward_config"
            )
        return super().read({**values, "reward_config": RewardConfig.read(rewards)})


@dataclass
class SelfPlayConfig:
    """The specification's configuration. Values are checked when they are used: `settings_of` names a wrong one.

    total_episodes, learning_starts, save_frequency and evaluation_frequency belong to a whole training: the quick
    trainer reads them, SelfPlayEngine, which plays one episode after the other, does not.
    """

    total_episodes: int = 100_000
    opponent_update_interval: int = 1_000
    game_speed: float = 50.0
    learning_starts: int = 1_000
    target_update_frequency: int = 2_000
    save_frequency: int = 5_000
    evaluation_frequency: int = 10_000
    epsilon_schedule: str = "linear"
    epsilon_start: float = 1.0
    epsilon_end: float = 0.01
    epsilon_decay_episodes: int = 50_000
    reward_config: RewardConfig = field(default_factory=RewardConfig)

    memory_size: int = 100_000
    batch_size: int = 256
    gamma: float = 0.99
    learning_rate: float = 5e-4
    hidden: int = 64
    max_turns: int | None = 200
    seed: int = 0
    learn_from_opponent: bool = False


def settings_of(config: Any) -> SelfPlaySettings:
    """Return the settings with the values of a configuration, or of any object that has some of its fields."""
    if isinstance(config, SelfPlaySettings):
        return config
    given = {each.name: getattr(config, each.name) for each in fields(SelfPlayConfig) if hasattr(config, each.name)}
    return SelfPlaySettings(**given, curriculum=False)
