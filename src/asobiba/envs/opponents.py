"""Who plays the other seats while one agent learns.

"random"           uniformly random moves, by the kernel
"minimax:depth=2"  any agent spec; it thinks in Python, one game at a time
a function         opponent(batch, waiting) -> actions [n], asked only for the games where `waiting` [n] is true
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.spec import make_agent, read_spec
from asobiba.core.errors import ConfigError
from asobiba.core.game import as_action
from asobiba.envs.batch import HOLD, Batch

Opponent: TypeAlias = "str | Callable[[Batch, NDArray[np.bool_]], NDArray[Any]]"


class Opponents:
    def __init__(self, opponent: Opponent, batch: Batch, seed: int = 0) -> None:
        self.opponent = opponent
        self.agent: Any = None
        self.at_random = isinstance(opponent, str) and read_spec(opponent)[0] == "random"
        if isinstance(opponent, str) and not self.at_random:
            self.agent = make_agent(opponent, batch.game, batch.options, seed=seed)
        elif not isinstance(opponent, str) and not callable(opponent):
            raise ConfigError(f"opponent={opponent!r}: allowed is an agent spec or a function")

    def answer(self, batch: Batch, seat: int, gained: NDArray[np.float32]) -> None:
        """Plays until `seat` is to move or the game is over, everywhere; `gained` [n] grows by the seat's rewards."""
        while True:
            waiting = (batch.to_play != seat) & (batch.to_play >= 0)
            if not waiting.any():
                return
            gained += batch.step(np.where(waiting, self.choices(batch, waiting), HOLD).astype(np.int32))[:, seat]

    def choices(self, batch: Batch, waiting: NDArray[np.bool_]) -> NDArray[Any]:
        if callable(self.opponent):
            return np.asarray(self.opponent(batch, waiting))
        if self.at_random:
            return batch.random_actions()
        actions = np.full(len(batch), HOLD, np.int32)
        for index in np.flatnonzero(waiting).tolist():
            actions[index] = self.choice(batch, index)
        return actions

    def choice(self, batch: Batch, index: int) -> int:
        """One game's move of the agent, who is shown only what its seat may know."""
        state = batch.state(index)
        return as_action(self.agent.choose(batch.game.conceal(state, state.to_play)), state)
