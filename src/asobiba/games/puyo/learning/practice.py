"""Games alone beside the games against each other: who only ever meets opponents forgets how to build undisturbed."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.games.puyo.duels import Duels
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.experience import BEFORE, COLUMNS
from asobiba.learn.checkpoints import part, under
from asobiba.learn.choices import choose
from asobiba.learn.networks import CandidateNetwork
from asobiba.learn.returns import Returns


class Practice:
    """`games` of them. They are neither counted as episodes nor against anybody."""

    def __init__(self, config: SelfPlaySettings, games: int) -> None:
        self.config, self.games = config, games
        self.options = replace(config.options, mode="single")
        self.duels = Duels(games, config.seed + 1, self.options, config.rewards, config.native_threads)
        waiting = {name: COLUMNS[name] for name in BEFORE}
        self.returns = Returns(games, config.n_step, config.gamma, waiting)
        self._look()

    def _look(self) -> None:
        self.seen = self.duels.afterstates().numbers[:, 0]
        self.legal = self.duels.masks[:, 0].astype(np.bool_)

    def play(self, network: CandidateNetwork, epsilon: float, dice: np.random.Generator) -> dict[str, NDArray[Any]]:
        """A turn of every game; the rows that are complete."""
        seen, legal = self.seen, self.legal
        actions = choose(network.values(seen, legal), legal, epsilon, dice)
        step = self.duels.step(actions[:, None].astype(np.int32))
        self._look()
        rows = self.returns.push(
            {"state": seen, "legal": legal, "action": actions.astype(np.uint8)},
            step.rewards[:, 0],
            step.terminated | step.truncated,
            step.terminated,
        )
        after, after_legal = self.seen.copy(), self.legal.copy()
        last = self.duels.afterstates_of(step.ended, np.zeros_like(step.ended), ended=True)
        after[step.ended] = last.numbers
        after_legal[step.ended] = step.ended_masks[:, 0].astype(np.bool_)
        rows["next_state"], rows["next_legal"] = after[rows["lane"]], after_legal[rows["lane"]]
        return rows

    def state(self) -> dict[str, NDArray[Any]]:
        return {"duels": np.frombuffer(self.duels.state(), np.uint8), **under("returns", self.returns.state())}

    def restore(self, state: Mapping[str, NDArray[Any]]) -> None:
        self.duels.restore(state["duels"].tobytes())
        self.returns.restore(part("returns", state))
        self._look()
