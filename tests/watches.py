"""Time that passes when a test says so."""

from typing import Any


class Watch:
    def __init__(self) -> None:
        self.seconds = 0.0

    def now(self) -> float:
        return self.seconds


class Slow:
    """Thinks so long about every move, plays the first legal one, and writes down what it is told of the clock."""

    def __init__(self, watch: Watch, seconds: float) -> None:
        self.watch, self.seconds = watch, seconds
        self.told: list[tuple[float, int | None, float]] = []

    def allow(self, seconds: float, moves: int | None, increment: float) -> None:
        self.told.append((seconds, moves, increment))

    def choose(self, state: Any) -> int:
        self.watch.seconds += self.seconds
        return int(state.legal()[0])
