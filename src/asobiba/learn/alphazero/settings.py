"""Settings of AlphaZero, for any game."""

import re
from dataclasses import dataclass
from typing import Literal

from asobiba.core.errors import ConfigError
from asobiba.core.options import option
from asobiba.learn.schedules import Schedule
from asobiba.learn.settings import Pace, Settings


@dataclass(frozen=True)
class AlphaZeroSettings(Settings):
    harmless = (
        "total_moves",
        "measure_every",
        "evaluate_every",
        "save_every",
        "threads",
        "ray",
        "judged",
        "judged_simulations",
    )
    typed = ("ray",)

    total_moves: int = option(10**9, "moves in all", low=1, high=10**12)
    measure_every: int = option(5_000, "moves between two lines of metrics", low=1, high=10**12)
    evaluate_every: int = option(200_000, "moves between evaluations", low=1, high=10**12)
    save_every: int = option(1_000_000, "moves between checkpoints", low=1, high=10**12)
    seed: int = option(0, "of weights, games and samples", low=0, high=2**31)
    threads: int = option(2, "that play, beside the one that learns; with ray=local its workers", low=1, high=256)
    ray: str = option("", "a cluster that plays instead, HOST:PORT, or local: one of this machine")

    unit_games: int = option(
        0, "games of a unit, played with the same network; 0: by their length", low=0, high=1 << 20
    )
    lanes: int = option(64, "games side by side", low=1, high=1 << 16)
    lag: int = option(3, "units after which a network plays that has learned from one", low=1, high=1 << 12)
    simulations: int = option(64, "of a full search", low=1, high=1 << 16)
    cheap_simulations: int = option(16, "of a search that only moves the game on", low=1, high=1 << 16)
    full_share: float = option(0.25, "of the searches that are full", low=0.0, high=1.0)
    considered: int = option(16, "moves that the root considers", low=1, high=1 << 16)
    gumbel_scale: float = option(1.0, "luck in which moves are considered", low=0.0, high=10.0)
    c_visit: float = option(50.0, "weight of values beside logits: this much", low=0.0, high=10**6)
    c_scale: float = option(1.0, "and the most visits, times this", low=0.0, high=10**3)
    temperature_plies: int = option(8, "moves of a game that are drawn by the policy that was found", low=0, high=10**6)
    opening_share: float = option(0.5, "of the games that begin with random moves", low=0.0, high=1.0)
    opening_plies: int = option(16, "of those, at most", low=0, high=10**6)
    max_plies: int = option(2_000, "a game that lasts longer is broken off", low=1, high=10**9)
    horizon: int = option(0, "in a game for points, moves whose points the value counts; 0: all", low=0, high=10**9)

    network: Literal["fitting", "layers"] = option("fitting", "convolutions where there is a board, or layers always")
    width: int = option(0, "channels or neurons of the network; 0: what suits the game", low=0, high=4096)
    blocks: int = option(0, "its depth; 0: what suits the game", low=0, high=64)
    learning_rate: float = option(2e-3, "of AdamW at first", low=1e-8, high=1.0)
    learning_rate_end: float = option(2e-4, "and at last", low=1e-8, high=1.0)
    schedule_samples: int = option(10_000_000, "samples until the learning rate is there", low=1, high=10**12)
    weight_decay: float = option(1e-4, "of AdamW", low=0.0, high=1.0)
    weight_average: float = option(0.998, "of the network that plays, with each update", low=0.0, high=0.999999)
    batch_size: int = option(256, "samples of an update", low=1, high=1 << 16)
    value_mix: float = option(0.5, "of the search's value in the value to learn; the rest is the result", low=0, high=1)
    settled_nodes: int = option(0, "of the game's own exact search for the value to learn", low=0, high=10**9)
    value_weight: float = option(1.0, "of the value's loss beside the policy's", low=0.0, high=100.0)

    reuse: float = option(3.0, "samples that are learned for each new position", low=0.0, high=255.0)
    uses: int = option(4, "times that a position is learned from, at most", low=1, high=255)
    learning_starts: int = option(2_000, "positions before the first update", low=1, high=10**9)
    window_start: int = option(20_000, "positions before the window grows more slowly", low=1, high=10**9)
    window_power: float = option(0.75, "of all positions, by which it grows then", low=0.0, high=1.0)
    memory_megabytes: int = option(512, "of the positions, at most", low=1, high=1 << 16)

    evaluation_games: int = option(100, "games of an evaluation", low=1, high=1 << 16)
    evaluated_against: str = option("random greedy", "agents by their specs, with spaces between")
    judged: int = option(0, "positions of an evaluation that are judged, where the game is solved", low=0, high=10**6)
    judged_simulations: int = option(64, "of the search that is judged", low=1, high=1 << 16)

    def check(self) -> None:
        if self.cheap_simulations > self.simulations:
            raise ConfigError(f"cheap_simulations={self.cheap_simulations}: allowed is at most simulations")
        if self.ray not in ("", "local") and not re.fullmatch(r".+:[0-9]{1,5}", self.ray):
            raise ConfigError(f"ray={self.ray}: allowed is local, or the HOST:PORT of a cluster", option="ray")

    @property
    def pace(self) -> Pace:
        return Pace(self.total_moves, self.measure_every, self.evaluate_every, self.save_every)

    @property
    def rate(self) -> Schedule:
        return Schedule("exponential", self.learning_rate, self.learning_rate_end, self.schedule_samples)
