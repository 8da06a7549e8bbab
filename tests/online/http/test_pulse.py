"""What holds the event loop is seen, in processor time and as lateness."""

import asyncio
import time

import pytest

from asobiba.online import metrics
from asobiba.online.http.pulse import felt

HELD_SECONDS = 0.05


def count_above(seconds: float, name: str) -> float:
    (metric,) = getattr(metrics, name).collect()
    within = {sample.labels["le"]: sample.value for sample in metric.samples if sample.name.endswith("_bucket")}
    return float(within["+Inf"] - within[str(seconds)])


@pytest.mark.asyncio
async def test_what_holds_the_loop_is_counted() -> None:
    before = [count_above(0.04, name) for name in ("loop_held_seconds", "loop_lag_seconds")]
    async with felt():
        await asyncio.sleep(0)
        used = time.thread_time()
        while time.thread_time() - used < HELD_SECONDS:
            pass
        for _ in range(3):
            await asyncio.sleep(0.01)
    after = [count_above(0.04, name) for name in ("loop_held_seconds", "loop_lag_seconds")]
    assert all(new > old for new, old in zip(after, before, strict=True))
