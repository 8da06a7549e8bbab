"""Potential-based shaping: extra reward that changes how fast an agent learns, but not what is best to learn."""

from collections.abc import Callable
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.players import Players
from asobiba.core.extras import extra
from asobiba.core.game import OVER, AnyGame
from asobiba.envs.gym import GameEnv

with extra("envs"):
    import gymnasium


@runtime_checkable
class Shapeable(Protocol):
    """GameEnv, or an environment of a game's specification."""

    game: AnyGame
    seat: int | None
    """None: who steps plays every seat, and info["rewards"] pays each."""

    @property
    def state(self) -> Any: ...


class PotentialShaping(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Adds gamma * potential(after) - potential(before) to every reward; the potential of a finished game is 0.

    `potential(state, seat)` defaults to the game's own `evaluate`, times `scale`. Use the learner's gamma. Where every
    seat is paid, info["rewards"] has the same added for each seat: what a seat is paid between two of its turns counts.
    """

    def __init__(
        self,
        env: Any,
        gamma: float,
        potential: Callable[[Any, int], float] | None = None,
        scale: float = 1.0,
    ) -> None:
        super().__init__(env)
        self.gamma, self.scale = gamma, scale
        base = env.unwrapped
        if not isinstance(base, Shapeable) or (base.seat is None and isinstance(base, GameEnv)):
            raise TypeError("shaping needs a GameEnv with a seat of its own, or an environment that pays every seat")
        self.base: Shapeable = base
        self.potential = potential or base.game.part(Players).evaluate
        self.seats = range(len(base.state.returns())) if base.seat is None else (base.seat,)
        self.before = np.zeros(len(self.seats))

    def now(self) -> NDArray[np.float64]:
        """Of each seat that is paid."""
        state = self.base.state
        return self.scale * np.array([self.potential(state, seat) for seat in self.seats], np.float64)

    def reset(self, **keywords: Any) -> Any:
        result = self.env.reset(**keywords)
        self.before = np.zeros(len(self.seats)) if self.base.state.to_play == OVER else self.now()
        return result

    def step(self, action: Any) -> Any:
        mover = self.base.state.to_play if self.base.seat is None else 0
        observation, reward, terminated, truncated, info = self.env.step(action)
        after = np.zeros(len(self.seats)) if terminated else self.now()
        added = self.gamma * after - self.before
        self.before = after
        if self.base.seat is None:
            info["rewards"] = info["rewards"] + added
        return observation, float(reward) + float(added[mover]), terminated, truncated, info
