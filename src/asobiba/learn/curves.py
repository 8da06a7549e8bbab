"""The curves of a training as a picture, where matplotlib is installed."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from asobiba.learn.checkpoints import written


def plot(lines: Sequence[Mapping[str, Any]], curves: Mapping[str, tuple[str, ...]], unit: str, path: Path) -> bool:
    """A PNG with a part for each of `curves`, which name figures of the lines; False where it cannot be drawn."""
    if find_spec("matplotlib") is None:
        return False
    from matplotlib.figure import Figure  # it takes a second to load

    rows = -(-len(curves) // 2)
    figure = Figure(figsize=(12, 4 * rows), layout="constrained")
    places = list(figure.subplots(rows, 2, squeeze=False).flat)
    for axes in places[len(curves) :]:
        axes.set_axis_off()
    for axes, (title, names) in zip(places, curves.items(), strict=False):
        known = {name: [(line["step"], line[name]) for line in lines if name in line] for name in names}
        for name, points in known.items():
            if points:
                axes.plot(*zip(*points, strict=True), label=name, marker=".")
        axes.set(title=title, xlabel=unit)
        if any(known.values()):
            axes.legend()
    written(path, lambda file: figure.savefig(file, format="png"))
    return True
