"""Measuring: CPU seconds, the best of several runs, because the machine is rarely ours alone."""

import time
from collections.abc import Callable
from dataclasses import asdict, dataclass

REPEATS = 5


@dataclass(frozen=True)
class Row:
    """One line of a benchmark. `ratio` is how many times better ours is; 1.2 is a fifth faster, or a fifth smaller."""

    what: str
    ours: float
    unit: str
    peer: str | None = None
    theirs: float | None = None
    """None: the peer is not installed."""
    digits: int = 4
    """So many of them are shown."""

    @property
    def ratio(self) -> float | None:
        if not self.theirs or not self.ours:
            return None
        return self.theirs / self.ours if self.unit in SMALLER_IS_BETTER else self.ours / self.theirs

    def as_json(self) -> dict[str, object]:
        return {**asdict(self), "ratio": self.ratio}


SMALLER_IS_BETTER = ("µs", "s", "bytes/game")


def best_rate(run: Callable[[], int], repeats: int = REPEATS) -> float:
    """Units per CPU second, the best of `repeats` calls; `run` says how many units it did."""
    best = 0.0
    for _ in range(repeats):
        begun = time.process_time()
        done = run()
        best = max(best, done / max(time.process_time() - begun, 1e-9))
    return best
