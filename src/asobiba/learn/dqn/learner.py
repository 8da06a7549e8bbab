"""Double DQN by self-play, for any game: a plain network over the observation says what every action is worth."""

from collections.abc import Mapping
from statistics import fmean
from typing import Any

import numpy as np
import torch

from asobiba.arena.batches import Chooser, agent_chooser, play_side_by_side, random_chooser
from asobiba.arena.intervals import Measured, mean
from asobiba.learn.checkpoints import number, part, take_words, under, words
from asobiba.learn.choices import choose
from asobiba.learn.dqn.double import DoubleDQN
from asobiba.learn.dqn.selfplay import SelfPlay, columns
from asobiba.learn.dqn.settings import DqnSettings
from asobiba.learn.learner import Arrays, Evaluation, Network
from asobiba.learn.methods import Course
from asobiba.learn.networks import FlatNetwork
from asobiba.learn.opponents import Pool
from asobiba.learn.replay import PrioritisedReplay, check_actions
from asobiba.learn.schedules import passed
from asobiba.learn.survey import survey

MOST_ROWS = 200_000


class DqnLearner:
    def __init__(self, course: Course, settings: DqnSettings) -> None:
        self.game, self.options, self.settings = course.game, course.options, settings
        self.known = survey(self.game, self.options, settings.seed)
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(settings.seed)
            self.learner = DoubleDQN(
                self._network,
                learning_rate=settings.learning_rate,
                target_every=settings.target_every,
                average=settings.weight_average,
            )
            shares = {"random": settings.random_share, "past": settings.past_share, "agent": settings.agent_share}
            self.opponents = Pool(self._network, shares, settings.pool_size)
        self.dice = np.random.default_rng([settings.seed, 1])
        self.opponents.begin(self.learner.online, self.epsilon)
        self.play = SelfPlay(self.game, self.options, settings, self.known.payment, self.opponents, self.dice)
        rows = columns(self.play.batch)
        size = sum(np.dtype(kind).itemsize * int(np.prod(shape)) for shape, kind in rows.values())
        capacity = min(MOST_ROWS, max((settings.memory_megabytes << 20) // size, settings.batch_size))
        self.replay = PrioritisedReplay(capacity, rows, settings.per_alpha, ("state", "next_state"))
        self.loss, self.mean_value = 0.0, 0.0

    def _network(self) -> FlatNetwork:
        actions = self.game.actions(self.options)
        return FlatNetwork(self.known.inputs.tolist(), self.settings.hidden, self.settings.layers, actions)

    @property
    def epsilon(self) -> float:
        return self.settings.epsilon(self.learner.updates)

    @property
    def alone(self) -> bool:
        return self.play.seats == 1

    @property
    def counts(self) -> dict[str, int]:
        return {"moves": self.play.moves, "games": self.play.finished}

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

    def step(self) -> None:
        for rows in self.play.play(self.learner.online, self.epsilon):
            if len(rows["lane"]):
                self.replay.add(rows)
        if len(self.replay) < max(self.settings.learning_starts, self.settings.batch_size):
            return
        before = self.learner.updates
        for _ in range(self.settings.updates_per_step):
            self._update()
        if passed(before, self.learner.updates, self.settings.freeze_every):
            self.opponents.update(self.learner.online, self.epsilon)

    def _update(self) -> None:
        updates = self.learner.updates
        self.learner.set_rate(self.settings.rate(updates))
        sample = self.replay.sample(self.settings.batch_size, self.settings.beta(updates), self.dice)
        learned = self.learner.update(sample.columns, sample.weights)
        self.replay.update(sample.places, learned.priorities)
        self.loss, self.mean_value = learned.loss, learned.mean_value

    def _lately(self) -> float:
        """Of the last games: the share of the points, or the score of who plays alone."""
        return fmean(fmean(game.scores) if self.alone else game.points for game in self.play.recent)

    def measure(self) -> dict[str, float]:
        found = {
            "loss": self.loss,
            "mean_value": self.mean_value,
            "epsilon": self.epsilon,
            "updates": self.learner.updates,
        }
        if self.play.recent:
            found["score" if self.alone else "points"] = self._lately()
            found["game_length"] = fmean(game.plies for game in self.play.recent)
        return found

    def words(self) -> str:
        lately = f"{'score' if self.alone else 'points'} {self._lately():.4g}  " if self.play.recent else ""
        return f"{lately}epsilon {self.epsilon:.2f}"

    def evaluate(self) -> Evaluation:
        """Its luck comes from the number of moves alone."""
        seed = (self.settings.seed * 1_000_003 + self.play.moves) % 2**63
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
            score = self._series([("network", ours), *[(spec, theirs)] * (self.play.seats - 1)], seed).score
            figures[spec.partition(":")[0]] = _figures("points", score)
            merit += score.value
        return Evaluation(figures, merit)

    def _series(self, players: list[tuple[str, Chooser]], seed: int) -> Any:
        games, plies = self.settings.evaluation_games, self.settings.max_plies
        return play_side_by_side(self.game, players, self.options, games=games, seed=seed, max_plies=plies)[0]

    def heed(self, evaluation: Evaluation) -> None:
        pass

    def export(self) -> Network:
        weights = self.learner.averaged.weights()
        return Network("q", len(self.known.inputs), dict(weights), {"actions": len(weights["out.bias"])})

    def state(self) -> tuple[Arrays, dict[str, Any]]:
        arrays = {
            **under("learner", self.learner.state()),
            **under("opponents", self.opponents.state()),
            **under("replay", self.replay.state()),
            **under("play", self.play.state()),
        }
        return arrays, {"dice": words(self.dice), "loss": self.loss, "mean_value": self.mean_value}

    def restore(self, arrays: Arrays, note: Mapping[str, Any]) -> None:
        self.learner.restore(part("learner", arrays))
        self.opponents.restore(part("opponents", arrays))
        self.replay.restore(part("replay", arrays))
        check_actions(self.replay.columns)
        self.play.restore(part("play", arrays))
        take_words(self.dice, note["dice"])
        self.loss, self.mean_value = (number(name, note[name]) for name in ("loss", "mean_value"))

    def close(self) -> None:
        pass


def _figures(name: str, measured: Measured) -> dict[str, float]:
    return {name: measured.value, f"{name}_low": measured.low, f"{name}_high": measured.high}
