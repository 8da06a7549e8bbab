"""Trainings, running and past, for the page that shows them.

A training is a folder of the setting `runs` with two files: run.json, `{"game":"puyo","status":"running"}`, and
metrics.jsonl, one line for each step that was measured, `{"step":1000,"loss":0.31,"win_rate":0.62}`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from asobiba.learn.metrics import LINES, RUN, measured

MOST_RUNS, MOST_POINTS, MOST_BYTES = 50, 400, 64 << 20

T = TypeVar("T")
Curves = dict[str, list[tuple[float, float]]]


def trainings(folder: Path) -> list[dict[str, Any]]:
    """The latest first. A folder that is no training, or a broken line, is left out."""
    found = [path for path in folder.iterdir() if (path / RUN).is_file()] if folder.is_dir() else []
    found.sort(key=lambda path: -path.stat().st_mtime)
    return [training for path in found[:MOST_RUNS] if (training := _training(path)) is not None]


def _training(path: Path) -> dict[str, Any] | None:
    try:
        about = msgspec.json.decode(_bytes(path / RUN), type=dict[str, Any])
    except (OSError, msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
    curves = {name: thinned(points) for name, points in _curves(path / LINES).items()}
    return {
        "name": path.name,
        "game": str(about.get("game", "")),
        "status": str(about.get("status", "")),
        "curves": curves,
    }


def _curves(path: Path) -> Curves:
    curves: Curves = {}
    try:
        lines = _bytes(path).splitlines()
    except OSError:
        return curves
    for line in map(measured, lines):
        if (step := line.pop("step", None)) is not None:
            for name, value in line.items():
                curves.setdefault(name, []).append((step, value))
    return curves


def _bytes(path: Path) -> bytes:
    """Nothing of what is no file, or too large."""
    return path.read_bytes() if path.is_file() and path.stat().st_size <= MOST_BYTES else b""


def thinned(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """At most MOST_POINTS of them, the last one always."""
    stride = -(-len(points) // MOST_POINTS) or 1
    return points[::-1][::stride][::-1]


class Lately(Generic[T]):
    """An answer that is made anew every few seconds at most, however many ask for it."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._until = seconds, 0.0
        self._made: T | None = None
        self._turn = asyncio.Lock()

    async def get(self, make: Callable[[], Awaitable[T]]) -> T:
        async with self._turn:
            if self._made is None or time.monotonic() >= self._until:
                self._made = await make()
                self._until = time.monotonic() + self._seconds
            return self._made
