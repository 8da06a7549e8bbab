"""Trainings, running and past, for the page that shows them.

Those of the networks that come with the games are told by their recipes, `weights/NAME.json`, with the figures at the
end; the curves are there where the training's metrics.jsonl was kept beside it, as `weights/NAME.jsonl`. Any other is a
folder of the setting `runs` with two files: run.json, `{"game":"puyo","status":"running"}`, and metrics.jsonl, one line
for each step that was measured, `{"step":1000,"loss":0.31,"win_rate":0.62}`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from asobiba.core.registry import every_game
from asobiba.learn.metrics import LINES, RUN, flat, measured

MOST_RUNS, MOST_POINTS, MOST_BYTES = 50, 400, 64 << 20

T = TypeVar("T")
Curves = dict[str, list[tuple[float, float]]]


def trainings(folder: Path) -> list[dict[str, Any]]:
    """The latest first. A folder that is no training, or a broken line, is left out."""
    found = [path for path in folder.iterdir() if (path / RUN).is_file()] if folder.is_dir() else []
    found.sort(key=lambda path: -path.stat().st_mtime)
    return [training for path in found[:MOST_RUNS] if (training := _training(path)) is not None]


def shipped() -> list[dict[str, Any]]:
    """Of the networks that come with the games."""
    folders = [(game.name, game.resource("weights")) for game in every_game()]
    return [
        recipe(game, file)
        for game, folder in folders
        if folder is not None
        for file in sorted(Path(str(folder)).glob("*.json"))
    ]


def recipe(game: str, file: Path) -> dict[str, Any]:
    """Of one of them."""
    about = msgspec.json.decode(file.read_bytes(), type=dict[str, Any])
    return {
        "name": file.stem,
        "game": game,
        "status": "shipped",
        "method": str(about.get("method", "")),
        "curves": {name: thinned(points) for name, points in _curves(file.with_suffix(".jsonl")).items()},
        "figures": flat(about.get("figures", {})),
    }


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
        "method": str(about.get("method", "")),
        "curves": curves,
        "figures": {},
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
