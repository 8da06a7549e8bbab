"""Numbers that change while a training goes on."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Schedule:
    """From `start` to `end` in `span` steps, then it stays: linear(1.0, 0.0, 10) is 0.7 after 3."""

    kind: Literal["linear", "exponential"]
    start: float
    end: float
    span: int

    def __call__(self, step: int) -> float:
        done = min(max(step / self.span, 0.0), 1.0)
        if self.kind == "linear" or self.start <= 0 or self.end <= 0:
            return self.start + (self.end - self.start) * done
        return float(self.start * (self.end / self.start) ** done)


def passed(before: int, now: int, every: int) -> bool:
    """Whether a counter has reached a multiple of `every` on its way: passed(990, 1003, 1000)."""
    return now // every > before // every
