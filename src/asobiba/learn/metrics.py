"""What a training measures, for people to look at: run.json and metrics.jsonl, which the training window reads, and
TensorBoard's files where that is installed.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from asobiba.core.errors import StateError
from asobiba.learn.checkpoints import written

RUN, LINES = "run.json", "metrics.jsonl"


class Metrics:
    """Of one folder. `since`: a training that was resumed there; lines that were measured later are dropped."""

    def __init__(self, folder: Path, about: Mapping[str, Any], *, since: int = 0) -> None:
        self.folder, self.about = folder, dict(about)
        folder.mkdir(parents=True, exist_ok=True)
        self._keep(since)
        self.board = _tensorboard(folder)
        self.say(status="running")

    def _keep(self, since: int) -> None:
        path = self.folder / LINES
        if not path.exists():
            return
        kept = [line for line in path.read_bytes().splitlines() if 0 < _step(line) <= since]
        written(path, lambda file: file.write(b"".join(line + b"\n" for line in kept)))

    def say(self, **about: Any) -> None:
        """Into run.json: status=finished"""
        self.about |= about
        written(self.folder / RUN, lambda file: file.write(msgspec.json.encode(self.about)))

    def add(self, step: int, values: Mapping[str, float]) -> None:
        path = self.folder / LINES
        try:
            with path.open("ab") as file:
                file.write(msgspec.json.encode({"step": step, **values}) + b"\n")
        except OSError as error:
            raise StateError(f"cannot write to {path}: {error.strerror}; the last checkpoint is still there") from None
        if self.board is not None:
            for name, value in values.items():
                self.board.add_scalar(name, value, step)

    def close(self, status: str) -> None:
        self.say(status=status)
        if self.board is not None:
            self.board.close()


def read_lines(folder: Path) -> list[dict[str, Any]]:
    path = folder / LINES
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=dict[str, Any]) for line in lines]


def _step(line: bytes) -> float:
    try:
        return float(msgspec.json.decode(line, type=dict[str, Any]).get("step", -1))
    except (msgspec.MsgspecError, TypeError, ValueError):
        return -1


def _tensorboard(folder: Path) -> Any:
    """A writer, or None where TensorBoard is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder / "tensorboard"))
