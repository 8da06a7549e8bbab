"""Full collections come when the server chooses, and nothing of it outlives the server."""

import asyncio
import gc
import weakref

import pytest

from asobiba.online.http import tidying


class Cycle:
    def __init__(self) -> None:
        self.me = self


@pytest.mark.asyncio
async def test_a_quiet_server_is_tidied_and_python_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tidying, "PAUSE_SECONDS", 0.05)
    monkeypatch.setattr(tidying, "QUIET", 1.0)
    before = gc.get_threshold()
    async with tidying.tidied():
        assert gc.get_threshold()[2] == tidying.NEVER
        assert gc.get_freeze_count() > 0
        garbage = weakref.ref(Cycle())
        async with asyncio.timeout(60):
            while garbage() is not None:
                sum(range(100_000))  # something to tidy up after
                await asyncio.sleep(0.01)
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_tidying_collects() -> None:
    garbage = weakref.ref(Cycle())
    assert tidying.tidy() > 0
    assert garbage() is None


@pytest.mark.asyncio
async def test_garbage_that_nobody_collected_during_the_start_is_collected_from_then_on() -> None:
    gc.disable()
    try:
        async with tidying.tidied():
            assert gc.isenabled()
    finally:
        gc.enable()
