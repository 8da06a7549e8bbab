"""Double DQN of Puyo over afterstates: what the general loop plays, and how the network is judged."""

from collections.abc import Mapping
from dataclasses import replace
from statistics import fmean
from typing import Any

from asobiba.games.puyo.afterstates import SCALE, SIZE
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.curriculum import PHASES, CurriculumSelfPlay, lesson_of
from asobiba.games.puyo.learning.evaluation import evaluate, network_player, versus
from asobiba.games.puyo.learning.games import COLUMNS, DuelGames
from asobiba.learn.checkpoints import count
from asobiba.learn.dqn.learner import DqnLearner
from asobiba.learn.dqn.selfplay import Rows
from asobiba.learn.learner import Arrays, Evaluation, Network
from asobiba.learn.networks import CandidateNetwork


class PuyoLearner(DqnLearner[CandidateNetwork, SelfPlaySettings]):
    """What `asobiba train puyo` runs. Its rewards are those of specification.py, where one game is played at a time.

    A share of the games are played alone: those are neither counted as games nor against anybody. Without them the
    network forgets how to build undisturbed.
    """

    curves: Mapping[str, tuple[str, ...]] = {
        "win rate": ("frozen_win_rate", "random_win_rate", "greedy_win_rate", "past_win_rate", "beam_win_rate"),
        "longest chain": ("frozen_average_chain_length", "greedy_average_chain_length", "solo_average_chain"),
        "points of 50 placements": ("solo_average_score",),
        "loss": ("loss",),
    }

    def __init__(self, config: SelfPlaySettings) -> None:
        shares = {"random": config.random_share, "greedy": config.greedy_share}
        shares |= {"past": config.past_share, "beam": config.beam_share}
        super().__init__(config, lambda: CandidateNetwork(SCALE, config.hidden), shares)
        self.curriculum = CurriculumSelfPlay()
        self.duels = DuelGames(config, config.options, config.parallel_games, config.seed, self.dice)
        self.plays = {"": self.selfplay(self.duels, self.opponents)}
        self.practice: DuelGames | None = None
        if alone := round(config.parallel_games * config.practice_share):
            options = replace(config.options, mode="single")
            self.practice = DuelGames(config, options, alone, config.seed + 1, self.dice)
            self.plays["practice"] = self.selfplay(self.practice, None)
        self.placements = 0
        self.begin(config.memory_size, COLUMNS)

    @property
    def clock(self) -> int:
        return self.duels.finished

    @property
    def phase_config(self) -> SelfPlaySettings:
        if not self.settings.curriculum:
            return self.settings
        lesson = lesson_of(self.curriculum.phase)
        return replace(
            self.settings,
            curriculum=False,  # these are the phase's numbers, to be taken as they are
            opponent_update_interval=lesson.opponent_update_interval,
            epsilon_start=max(lesson.epsilon_start, self.settings.epsilon_end),
        )

    @property
    def epsilon(self) -> float:
        """With a curriculum it starts anew in each phase."""
        return self.phase_config.epsilon(self.curriculum.phase_episodes if self.settings.curriculum else self.clock)

    @property
    def freeze_every(self) -> int:
        return self.phase_config.opponent_update_interval

    @property
    def is_ready(self) -> bool:
        return self.clock >= self.settings.learning_starts and len(self.replay) >= self.settings.batch_size

    @property
    def counts(self) -> dict[str, int]:
        return {"games": self.duels.finished, "placements": self.placements}

    @property
    def identity(self) -> dict[str, Any]:
        return {"network inputs": SIZE, "network width": self.settings.hidden}

    def play(self, epsilon: float) -> list[Rows]:
        before = self.duels.finished
        self.placements += sum(len(each.games.turn.games) for each in self.plays.values())
        rows = super().play(epsilon)
        self.curriculum.phase_episodes += self.duels.finished - before
        return rows

    def _lately(self, name: str) -> float:
        """Mean of the last games, exploration and all."""
        return fmean(getattr(game, name) for game in self.duels.recent) if self.duels.recent else 0.0

    def measure(self) -> dict[str, float]:
        return {
            **super().measure(),
            "win_rate": self._lately("won"),
            "average_max_chain": self._lately("longest_chain"),
            "game_length": self._lately("turns"),
            "reward": self._lately("reward"),
            "phase": PHASES.index(self.curriculum.phase),
        }

    def words(self) -> str:
        return f"wins {self._lately('won'):.2f}  chain {self._lately('longest_chain'):.2f}  {self.curriculum.phase}"

    def evaluate(self) -> Evaluation:
        """Its luck comes from the number of games alone. Neither the network nor the frozen opponent explores."""
        games, threads = self.settings.evaluation_games, self.settings.native_threads
        seed = self.settings.seed * 1_000_003 + self.clock
        network, frozen = self.learner.averaged, network_player(self.opponents.frozen)
        against = versus(network_player(network), frozen, games, seed, threads=threads).as_json()
        rest = evaluate(network, games=games, seed=seed + 1, past=self.opponents.past, threads=threads)
        merit = rest["random"]["win_rate"] + rest["greedy"]["win_rate"] + rest["solo"]["average_chain"] / 10
        return Evaluation({"frozen": against, **rest}, merit)

    def heed(self, evaluation: Evaluation) -> None:
        """Promote where the evaluation says so."""
        if self.settings.curriculum:
            self.curriculum.advance(evaluation.figures["frozen"])

    def export(self) -> Network:
        return Network("candidates", SIZE, dict(self.learner.averaged.weights()))

    def state(self) -> tuple[Arrays, dict[str, Any]]:
        arrays, note = super().state()
        own = {"episode": self.clock, "placements": self.placements, "curriculum": self.curriculum.state()}
        return arrays, {**note, **own}

    def restore(self, arrays: Arrays, note: Mapping[str, Any]) -> None:
        super().restore(arrays, note)
        self.duels.finished, self.placements = (count(name, note[name]) for name in ("episode", "placements"))
        self.curriculum.restore(note["curriculum"])
