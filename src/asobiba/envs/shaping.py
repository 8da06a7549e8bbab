"""Potential-based shaping: extra reward that changes how fast an agent learns, but not what is best to learn."""

from collections.abc import Callable
from typing import Any

import gymnasium

from asobiba.envs.gym import GameEnv


class PotentialShaping(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Adds gamma * potential(after) - potential(before) to every reward; the potential of a finished game is 0.

    `potential(state, seat)` defaults to the game's own `evaluate`, times `scale`. Use the learner's gamma.
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
        if not isinstance(base, GameEnv) or base.seat is None:
            raise TypeError("shaping needs a GameEnv with a seat of its own")
        self.base = base
        self.potential = potential or base.game.minds.evaluate
        self.before = 0.0

    def now(self) -> float:
        return 0.0 if self.base.over else self.scale * self.potential(self.base.state, self.base.seat or 0)

    def reset(self, **keywords: Any) -> Any:
        result = self.env.reset(**keywords)
        self.before = self.now()
        return result

    def step(self, action: Any) -> Any:
        observation, reward, terminated, truncated, info = self.env.step(action)
        after = self.now()
        shaped = float(reward) + self.gamma * after - self.before
        self.before = after
        return observation, shaped, terminated, truncated, info
