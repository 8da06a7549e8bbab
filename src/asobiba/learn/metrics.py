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
LARGEST = 1e18
"""Of a figure; a picture has no room for more."""


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
        kept = [line for line in path.read_bytes().splitlines() if 0 < measured(line).get("step", -1) <= since]
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


def read_lines(folder: Path) -> list[dict[str, float]]:
    path = folder / LINES
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [found for line in lines if "step" in (found := measured(line))]


def measured(line: bytes) -> dict[str, float]:
    """The numbers of a line; none where it is broken, or still being written."""
    try:
        found = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return {}
    return {name: value for name, value in found.items() if type(value) in (int, float) and abs(value) <= LARGEST}


def flat(figures: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """{"greedy": {"win_rate": 0.8}} -> {"greedy_win_rate": 0.8}, for the curves."""
    return {
        f"{name}_{key}": value for name, values in figures.items() for key, value in values.items() if key != "games"
    }


def _tensorboard(folder: Path) -> Any:
    """A writer, or None where TensorBoard is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ImportError:
        return None
    return SummaryWriter(str(folder / "tensorboard"))
