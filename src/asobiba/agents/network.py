"""What the files of trained networks have in common, whoever computes with them."""

from collections.abc import Mapping, Sequence
from typing import Any

SUFFIX = ".npz"


def is_path(weights: str) -> bool:
    """`default` is a name; `runs/puyo/policy.npz` and `./policy` are paths."""
    return weights.endswith(SUFFIX) or "/" in weights or "\\" in weights


def check_layers(arrays: Mapping[str, Any], names: Sequence[str]) -> None:
    """ValueError where `scale` and these layers, one after the other, are no network; KeyError where one is missing."""
    scale = arrays["scale"]
    width = scale.size
    for name in names:
        weight, bias = arrays[f"{name}.weight"], arrays[f"{name}.bias"]
        if scale.ndim != 1 or weight.shape != (*bias.shape, width) or bias.ndim != 1:
            raise ValueError(f"{name} of {weight.shape} and {bias.shape} does not follow on {width} numbers")
        width = bias.size
