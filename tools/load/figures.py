"""What was measured, the bars it must reach, and the machine it was measured on."""

import os
import platform
import statistics
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from asobiba.bench.measure import Row

SYNCS = 50


@dataclass(frozen=True)
class Figure(Row):
    """A row whose peer is a bar. `ratio` is above 1 where the bar is reached with room to spare."""

    peer: str | None = "bar"
    at_most: bool = True
    """The bar is a ceiling, not a floor."""

    @property
    def ratio(self) -> float | None:
        if self.theirs is None or not self.ours or not self.theirs:
            return None
        return self.theirs / self.ours if self.at_most else self.ours / self.theirs

    @property
    def met(self) -> bool | None:
        """None: there is no bar, the figure only informs."""
        if self.theirs is None:
            return None
        return self.ours <= self.theirs if self.at_most else self.ours >= self.theirs

    def as_json(self) -> dict[str, object]:
        return {"what": self.what, "figure": self.ours, "unit": self.unit, "bar": self.theirs, "met": self.met}


@dataclass(frozen=True)
class Report:
    machine: Mapping[str, object]
    limits: Mapping[str, Mapping[str, str]]
    """What the server was started with besides its defaults, by bar."""
    figures: Mapping[str, Sequence[Figure]]
    failures: Mapping[str, str]
    """Bars that could not be measured, and why."""

    def rows(self) -> list[Row]:
        return [
            replace(figure, what=f"{name}: {figure.what}")
            for name, figures in self.figures.items()
            for figure in figures
        ]

    def as_json(self) -> dict[str, object]:
        bars = {
            name: {
                "met": name not in self.failures and all(figure.met is not False for figure in figures),
                "failure": self.failures.get(name),
                "limits": self.limits[name],
                "figures": [figure.as_json() for figure in figures],
            }
            for name, figures in self.figures.items()
        }
        return {"machine": self.machine, "bars": bars}


def percentile(sample: Sequence[float], share: float) -> float:
    """percentile([1, 2, 3, 4], 0.5) -> 2: the smallest value that `share` of the sample does not exceed."""
    ordered = sorted(sample)
    return ordered[max(0, -int(-share * len(ordered) // 1) - 1)] if ordered else float("nan")


def machine() -> dict[str, object]:
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gib": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "fsync_ms": round(_sync_ms(), 3),
        "load": round(os.getloadavg()[0], 2),
    }


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), "unknown")


def _sync_ms() -> float:
    """The median of writing a page to the disk of the temporary directory, which is what a durable move waits for."""
    taken = []
    with tempfile.TemporaryFile() as file:
        for _ in range(SYNCS):
            file.write(bytes(4096))
            begun = time.perf_counter()
            file.flush()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - begun)
    return 1000 * statistics.median(taken)
