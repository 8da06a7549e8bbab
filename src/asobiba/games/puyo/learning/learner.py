"""Self-play of Puyo as the training loop drives it."""

from collections import deque
from collections.abc import Mapping
from typing import Any

from asobiba.games.puyo.afterstates import SIZE
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.curriculum import PHASES
from asobiba.games.puyo.learning.evaluation import against_frozen, evaluate
from asobiba.games.puyo.learning.selfplay import Finished, SelfPlayTrainer
from asobiba.learn.learner import Arrays, Evaluation, Network

RECENT = 1_000
"""Games over which the progress is averaged."""


class PuyoLearner:
    curves: Mapping[str, tuple[str, ...]] = {
        "win rate": ("frozen_win_rate", "random_win_rate", "greedy_win_rate", "past_win_rate", "beam_win_rate"),
        "longest chain": ("frozen_average_chain_length", "greedy_average_chain_length", "solo_average_chain"),
        "points of 50 placements": ("solo_average_score",),
        "loss": ("loss",),
    }

    def __init__(self, config: SelfPlaySettings) -> None:
        self.config = config
        self.engine = SelfPlayTrainer(config)
        self._recent: deque[Finished] = deque(maxlen=RECENT)

    @property
    def counts(self) -> dict[str, int]:
        return {"games": self.engine.episode_count, "placements": self.engine.placements}

    @property
    def identity(self) -> dict[str, Any]:
        return {"network inputs": SIZE, "network width": self.config.hidden}

    def step(self) -> None:
        self._recent.extend(self.engine.step())

    def _mean(self, name: str) -> float:
        """Of the last games, exploration and all."""
        return float(sum(getattr(game, name) for game in self._recent) / max(len(self._recent), 1))

    def measure(self) -> dict[str, float]:
        engine = self.engine
        return {
            "loss": engine.loss,
            "mean_value": engine.mean_value,
            "epsilon": engine.epsilon,
            "win_rate": self._mean("won"),
            "average_max_chain": self._mean("main_longest_chain"),
            "game_length": self._mean("game_length"),
            "reward": self._mean("main_agent_reward"),
            "phase": PHASES.index(engine.curriculum.phase),
            "updates": engine.main_agent.learner.updates,
        }

    def words(self) -> str:
        chain = self._mean("main_longest_chain")
        return f"wins {self._mean('won'):.2f}  chain {chain:.2f}  {self.engine.curriculum.phase}"

    def evaluate(self) -> Evaluation:
        """Its luck comes from the number of games alone."""
        engine, games = self.engine, self.config.evaluation_games
        seed = self.config.seed * 1_000_003 + engine.episode_count
        network = engine.main_agent.learner.averaged
        frozen = against_frozen(network, engine.opponents, games, seed).as_json()
        past, threads = engine.opponents.past, self.config.native_threads
        rest = evaluate(network, games=games, seed=seed + 1, past=past, threads=threads)
        merit = rest["random"]["win_rate"] + rest["greedy"]["win_rate"] + rest["solo"]["average_chain"] / 10
        return Evaluation({"frozen": frozen, **rest}, merit)

    def heed(self, evaluation: Evaluation) -> None:
        self.engine.heed(evaluation.figures["frozen"])

    def export(self) -> Network:
        return Network("candidates", SIZE, dict(self.engine.main_agent.learner.averaged.weights()))

    def state(self) -> tuple[Arrays, dict[str, Any]]:
        return self.engine.state()

    def restore(self, arrays: Arrays, note: Mapping[str, Any]) -> None:
        self.engine.restore(arrays, dict(note))

    def close(self) -> None:
        self.engine.close()
