"""The networks that learn: the same arrays as agents/inference.py computes with, in torch.

The shape of the observation decides what a network looks like; `width` and `blocks` how large it is. Boards of planes
get convolutions that keep the board's size, anything else layers over a row of numbers. `layers` may be wanted of a
board, too: they see less in each position, and many times as many of them in the same time.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from asobiba.agents.inference import SMALL_BOARD, points

torch.set_num_threads(1)
KEPT = 4
"""Channels that a head looks at on a board that is not small."""
WIDTHS = {"small board": 32, "board": 16, "numbers": 128}
BLOCKS = {"small board": 1, "board": 2, "numbers": 2}
VALUE_WIDTH = 32


def look_of(shape: tuple[int, ...]) -> str:
    if len(shape) != 3:
        return "numbers"
    return "small board" if shape[1] * shape[2] <= SMALL_BOARD else "board"


class Block(nn.Module):
    """At first it adds nothing, so that a deep network begins as a flat one."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1)
        self.second = nn.Conv2d(width, width, 3, padding=1)
        nn.init.zeros_(self.second.weight)

    def forward(self, planes: Tensor) -> Tensor:
        found: Tensor = self.second(self.first(planes).relu_())
        return (found + planes).relu_()


class Head(nn.Module):
    """From the trunk, [n, width, rows, columns] or [n, width], to a row of numbers."""

    def __init__(self, width: int, cells: int, outputs: int, hidden: int = 0) -> None:
        super().__init__()
        kept = width if cells <= SMALL_BOARD else min(width, KEPT)
        if kept < width:
            self.squeeze = nn.Conv2d(width, kept, 1)
        if hidden:
            self.hidden = nn.Linear(kept * cells, hidden)
        self.out = nn.Linear(hidden or kept * cells, outputs)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(self, trunk: Tensor) -> Tensor:
        if hasattr(self, "squeeze"):
            trunk = self.squeeze(trunk).relu_()
        trunk = trunk.flatten(1)
        if hasattr(self, "hidden"):
            trunk = self.hidden(trunk).relu_()
        found: Tensor = self.out(trunk)
        return found


class PolicyValue(nn.Module):
    """[n, *observation] of any kind -> logits [n, actions], values [n, seats] before tanh."""

    scale: Tensor

    def __init__(
        self,
        scale: NDArray[np.float32],
        actions: int,
        seats: int,
        *,
        layers: bool = False,
        width: int = 0,
        blocks: int = 0,
        score: float = 0,
    ) -> None:
        """Of width and blocks 0 means what suits the shape. With a `score`, values are roots of points."""
        super().__init__()
        look = "numbers" if layers else look_of(scale.shape)
        width, blocks = width or WIDTHS[look], blocks or BLOCKS[look]
        self.register_buffer("scale", torch.from_numpy(scale.copy()))
        if score:
            self.register_buffer("score", torch.tensor([score], dtype=torch.float32))
        self.has_planes = look != "numbers"
        if self.has_planes:
            self.stem = nn.Conv2d(scale.shape[0], width, 3, padding=1)
            self.blocks = nn.ModuleList(Block(width) for _ in range(blocks))
        else:
            widths = [int(np.prod(scale.shape)), *[width] * blocks]
            self.body = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(widths))
        cells = int(np.prod(scale.shape[1:])) if self.has_planes else 1
        self.policy = Head(width, cells, actions)
        self.value = Head(width, cells, seats, hidden=VALUE_WIDTH if cells > SMALL_BOARD else 2 * VALUE_WIDTH)

    def forward(self, seen: Tensor) -> tuple[Tensor, Tensor]:
        trunk = seen.float() * self.scale
        if self.has_planes:
            trunk = self.stem(trunk).relu_()
            for block in self.blocks:
                trunk = block(trunk)
        else:
            trunk = trunk.flatten(1)
            for layer in self.body:
                trunk = layer(trunk).relu_()
        return self.policy(trunk), self.value(trunk)

    def weights(self) -> dict[str, NDArray[np.float32]]:
        return {name: tensor.detach().numpy().copy() for name, tensor in self.state_dict().items()}

    def take(self, weights: Mapping[str, NDArray[Any]]) -> None:
        """Becomes a copy. ValueError for weights of another network."""
        for name, own in self.state_dict().items():
            if name not in weights or tuple(own.shape) != weights[name].shape:
                shape = weights[name].shape if name in weights else "missing"
                raise ValueError(f"{name} of the network is {shape}, here {tuple(own.shape)} is needed")
        self.load_state_dict({name: torch.from_numpy(np.array(array)) for name, array in weights.items()})


class TorchInference:
    """The same network as torch computes it; the others are faster, see docs/decisions/010-inference.md."""

    def __init__(self, network: PolicyValue) -> None:
        self.network, self.arrays = network, network.weights()

    def judge(self, observations: NDArray[Any]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        with torch.inference_mode():
            logits, values = self.network(torch.from_numpy(observations))
        return logits.numpy(), points(values.numpy(), self.arrays)
