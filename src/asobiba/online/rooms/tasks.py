"""What a room does beside the messages it is sent: bots think, timers ring, a timed game runs."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import structlog

from asobiba.online import metrics

logger = structlog.get_logger()


class Tasks:
    def __init__(self, room_id: str) -> None:
        self._room = room_id
        self._running: set[asyncio.Task[None]] = set()

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, name=f"room {self._room}")
        self._running.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            metrics.failures.labels("room").inc()
            logger.error("a task of a room failed", room=self._room, exc_info=error)

    async def cancel(self) -> None:
        """All but the one that asks for it."""
        tasks = [task for task in self._running if task is not asyncio.current_task()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
