"""What holds the event loop is seen, in processor time and as lateness."""

import asyncio
import time

import pytest

from asobiba.online import metrics
from asobiba.online.http.pulse import BEAT_SECONDS, DEAREST, Pulse, felt

HELD_SECONDS = 0.05


def count_above(seconds: float, name: str) -> float:
    (metric,) = getattr(metrics, name).collect()
    within = {sample.labels["le"]: sample.value for sample in metric.samples if sample.name.endswith("_bucket")}
    return float(within["+Inf"] - within[str(seconds)])


@pytest.mark.asyncio
async def test_what_holds_the_loop_is_counted() -> None:
    before = {name: count_above(0.04, name) for name in ("loop_held_seconds", "loop_lag_seconds")}
    async with felt(Pulse()):
        await asyncio.sleep(0)
        used = time.thread_time()
        while time.thread_time() - used < HELD_SECONDS:
            pass
        async with asyncio.timeout(60):
            while not all(count_above(0.04, name) > count for name, count in before.items()):
                await asyncio.sleep(0.01)


@pytest.mark.parametrize(
    ("late", "price"),
    [
        pytest.param(0.0, 1.0, id="nobody is there"),
        pytest.param(0.001, 1.0, id="much is done, and nobody waits"),
        pytest.param(0.005, 1.0, id="as long as between two beats"),
        pytest.param(0.01, 3.92, id="twice as long"),
        pytest.param(0.1, DEAREST, id="everybody waits"),
    ],
)
def test_work_is_dear_while_the_loop_is_late(late: float, price: float) -> None:
    pulse = Pulse()
    for _ in range(round(20 / (BEAT_SECONDS + late))):
        pulse.beat(BEAT_SECONDS + late, late)
    assert pulse.price == pytest.approx(price, abs=0.01)
    for _ in range(4000):
        pulse.beat(BEAT_SECONDS, 0.0)
    assert pulse.price == 1.0
