"""What Adam remembers of every parameter, for a checkpoint: without it a training that is resumed stumbles."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor


def adam_state(optimizer: torch.optim.Optimizer) -> dict[str, NDArray[Any]]:
    """{"0/exp_avg": ..., "0/exp_avg_sq": ..., "0/step": ..., "1/exp_avg": ...}"""
    memory = optimizer.state_dict()["state"]
    return {f"{at}/{key}": tensor.numpy().copy() for at, kept in memory.items() for key, tensor in kept.items()}


def restore_adam(
    optimizer: torch.optim.Optimizer,
    parameters: Sequence[Tensor],
    state: Mapping[str, NDArray[Any]],
    updates: int,
) -> None:
    """ValueError where it is not the memory of these parameters after so many updates: torch would notice only in the
    next one."""
    kept: dict[int, dict[str, Tensor]] = {}
    for path, array in state.items():
        number, _, key = path.partition("/")
        kept.setdefault(int(number), {})[key] = torch.from_numpy(np.array(array))
    shapes = [tuple(parameter.shape) for parameter in parameters]
    if not set(kept) <= set(range(len(shapes))) or bool(kept) != bool(updates):
        raise ValueError(f"Adam remembers {len(kept)} parameters of {len(shapes)} after {updates} updates")
    for at, memory in kept.items():
        wanted = {"step": (), "exp_avg": shapes[at], "exp_avg_sq": shapes[at]}
        if {key: tuple(tensor.shape) for key, tensor in memory.items()} != wanted:
            raise ValueError(f"what Adam remembers of parameter {at} is not of shape {shapes[at]}")
        if memory["step"] < 0 or (memory["exp_avg_sq"] < 0).any():
            raise ValueError(f"Adam's count or squares of parameter {at} are below 0")
    groups = optimizer.state_dict()["param_groups"]
    optimizer.load_state_dict({"state": kept, "param_groups": groups})
