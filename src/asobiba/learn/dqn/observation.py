"""Double DQN for any game: a plain network over the observation says what every action is worth."""

from statistics import fmean
from typing import Any

import numpy as np

from asobiba.arena.batches import Chooser, agent_chooser, play_side_by_side, random_chooser
from asobiba.arena.intervals import Measured, mean
from asobiba.learn.choices import choose
from asobiba.learn.dqn.batches import BatchGames
from asobiba.learn.dqn.learner import DqnLearner
from asobiba.learn.dqn.settings import DqnSettings
from asobiba.learn.learner import Evaluation, Network
from asobiba.learn.methods import Course
from asobiba.learn.networks import FlatNetwork
from asobiba.learn.survey import survey

MOST_ROWS = 200_000


class ObservationLearner(DqnLearner[FlatNetwork, DqnSettings]):
    def __init__(self, course: Course, settings: DqnSettings) -> None:
        self.game, self.options = course.game, course.options
        self.known = survey(self.game, self.options, settings.seed)
        shares = {"random": settings.random_share, "past": settings.past_share, "agent": settings.agent_share}
        super().__init__(settings, self._network, shares)
        self.games = BatchGames(self.game, self.options, settings, self.known.payment, self.dice)
        self.plays = {"play": self.selfplay(self.games, self.opponents)}
        columns = self.games.columns
        size = sum(np.dtype(kind).itemsize * int(np.prod(shape)) for shape, kind in columns.values())
        self.begin(min(MOST_ROWS, max((settings.memory_megabytes << 20) // size, settings.batch_size)), columns)

    def _network(self) -> FlatNetwork:
        actions = self.game.actions(self.options)
        return FlatNetwork(self.known.inputs.tolist(), self.settings.hidden, self.settings.layers, actions)

    @property
    def clock(self) -> int:
        return self.learner.updates

    @property
    def epsilon(self) -> float:
        return self.settings.epsilon(self.clock)

    @property
    def freeze_every(self) -> int:
        return self.settings.freeze_every

    @property
    def is_ready(self) -> bool:
        return len(self.replay) >= max(self.settings.learning_starts, self.settings.batch_size)

    @property
    def alone(self) -> bool:
        return self.games.seats == 1

    @property
    def counts(self) -> dict[str, int]:
        return {"moves": self.games.moves, "games": self.games.finished}

    @property
    def identity(self) -> dict[str, Any]:
        return {
            "network inputs": len(self.known.inputs),
            "network width": self.settings.hidden,
            "network layers": self.settings.layers,
        }

    @property
    def curves(self) -> dict[str, tuple[str, ...]]:
        against = [name.partition(":")[0] for name in self.settings.evaluated_against.split()]
        result = (
            ("score", "alone_score", "random_score") if self.alone else ("points", *(f"{n}_points" for n in against))
        )
        return {
            "score" if self.alone else "share of the points": result,
            "length of a game": ("game_length",),
            "mean value": ("mean_value",),
            "loss": ("loss",),
        }

    def _lately(self) -> float:
        """Of the last games: the share of the points, or the score of who plays alone."""
        return fmean(fmean(game.scores) if self.alone else game.points for game in self.games.recent)

    def measure(self) -> dict[str, float]:
        found = super().measure()
        if self.games.recent:
            found["score" if self.alone else "points"] = self._lately()
            found["game_length"] = fmean(game.plies for game in self.games.recent)
        return found

    def words(self) -> str:
        lately = f"{'score' if self.alone else 'points'} {self._lately():.4g}  " if self.games.recent else ""
        return f"{lately}epsilon {self.epsilon:.2f}"

    def evaluate(self) -> Evaluation:
        """Its luck comes from the number of moves alone."""
        seed = (self.settings.seed * 1_000_003 + self.games.moves) % 2**63
        network, dice = self.learner.averaged, np.random.default_rng(seed)

        def ours(batch: Any, places: Any) -> Any:
            seen, legal = batch.observation[places].reshape(len(places), -1), batch.mask[places].astype(np.bool_)
            return choose(network.values(seen, legal), legal, 0.0, dice)

        if self.alone:
            scores = mean(self._series([("network", ours)], seed).returns)
            baseline = {"score": self.known.score}
            return Evaluation({"alone": _figures("score", scores), "random": baseline}, scores.value)
        figures, merit = {}, 0.0
        for spec in self.settings.evaluated_against.split():
            theirs = random_chooser if spec == "random" else agent_chooser(spec, self.game, self.options, seed)
            score = self._series([("network", ours), *[(spec, theirs)] * (self.games.seats - 1)], seed).score
            figures[spec.partition(":")[0]] = _figures("points", score)
            merit += score.value
        return Evaluation(figures, merit)

    def _series(self, players: list[tuple[str, Chooser]], seed: int) -> Any:
        games, plies = self.settings.evaluation_games, self.settings.max_plies
        return play_side_by_side(self.game, players, self.options, games=games, seed=seed, max_plies=plies)[0]

    def export(self) -> Network:
        weights = self.learner.averaged.weights()
        return Network("q", len(self.known.inputs), dict(weights), {"actions": len(weights["out.bias"])})


def _figures(name: str, measured: Measured) -> dict[str, float]:
    return {name: measured.value, f"{name}_low": measured.low, f"{name}_high": measured.high}
