"""Inference: what a network says of positions, logits of the moves and a value for each seat, to guide a search.

Its arrays, all of them float32; which ones there are tells what it looks like:

    scale                         [*observation], brings every number to about 1
    stem, blocks.i.first, .second convolutions [out, in, 3, 3] over planes; a block adds what it finds to what it got
    body.i                        layers [out, in] over a row of numbers, where there are no planes
    policy.squeeze, value.squeeze [out, in, 1, 1], where the board is large
    policy.out                    [actions, ...]
    value.hidden, value.out       [seats, ...], counted from the observing seat
    score                         [1], only where scores have no end: see `to_points`

onnxruntime computes it where that is installed, otherwise numpy does; docs/decisions/010-inference.md says why.
"""

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
from numpy.typing import DTypeLike, NDArray

from asobiba.agents.onnx_graph import INPUT, Graph
from asobiba.core.errors import ConfigError

Arrays = Mapping[str, NDArray[Any]]
Floats = NDArray[np.float32]
SMALL_BOARD = 16
"""Cells: on so few a convolution is one matrix, which numpy multiplies faster than it shifts planes."""
OUTPUTS = ["logits", "values"]


class Inference(Protocol):
    def judge(self, observations: NDArray[Any], /) -> tuple[Floats, Floats]:
        """[n, *observation] -> logits [n, actions], not masked; values [n, seats], seat 0 being the one that looks: in
        -1 to 1, or points that are still to come."""


def inference(arrays: Arrays, kind: DTypeLike) -> Inference:
    """The fastest that is installed; `kind` is the type of the observations."""
    try:
        return OnnxInference(arrays, kind)
    except ImportError:
        return NumpyInference(arrays)


def blocks_of(arrays: Arrays) -> int:
    return sum(name.startswith("blocks.") and name.endswith(".first.weight") for name in arrays)


def layers_of(arrays: Arrays) -> int:
    return sum(name.startswith("body.") and name.endswith(".weight") for name in arrays)


def check_network(arrays: Arrays, shape: tuple[int, ...], actions: int, seats: int) -> None:
    """ConfigError where the network is of other options, or of another game."""
    found = arrays["scale"].shape, len(arrays["policy.out.bias"]), len(arrays["value.out.bias"])
    if found != (shape, actions, seats):
        raise ConfigError(
            f"the network sees {found[0]} and knows {found[1]} actions and {found[2]} seats, with these options there "
            f"are {shape}, {actions} and {seats}"
        )


def points(values: Floats, arrays: Arrays) -> Floats:
    """What comes out of the last layer, as a search wants it."""
    return to_points(values, float(arrays["score"][0])) if "score" in arrays else np.tanh(values)


def to_points(values: Floats, size: float) -> Floats:
    """Of a score without end the network learns the square root, in parts of `size`."""
    roots = np.abs(values) * np.float32(size) + np.float32(1)
    found: Floats = np.copysign(roots * roots - 1, values)
    return found


def from_points(scores: Floats, size: float) -> Floats:
    found: Floats = np.copysign(np.sqrt(np.abs(scores) + 1) - 1, scores) / np.float32(size)
    return found


class OnnxInference:
    """By onnxruntime, in one thread."""

    def __init__(self, arrays: Arrays, kind: DTypeLike) -> None:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        options.log_severity_level = 3
        data = onnx_bytes(arrays, kind)
        self.session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        self.arrays, self.kind = arrays, np.dtype(kind)

    def judge(self, observations: NDArray[Any]) -> tuple[Floats, Floats]:
        logits, values = self.session.run(OUTPUTS, {INPUT: np.ascontiguousarray(observations, self.kind)})
        return logits, points(values, self.arrays) if "score" in self.arrays else values


def onnx_bytes(arrays: Arrays, kind: DTypeLike) -> bytes:
    graph = Graph(arrays["scale"].shape, kind)

    def named(name: str) -> tuple[NDArray[Any], NDArray[Any]]:
        return arrays[f"{name}.weight"], arrays[f"{name}.bias"]

    def head(trunk: str, name: str) -> str:
        if f"{name}.squeeze.weight" in arrays:
            trunk = graph.relu(graph.conv(trunk, *named(f"{name}.squeeze")))
        return graph.flat(trunk)

    trunk = graph.floats()
    if (arrays["scale"] != 1).any():
        trunk = graph.times(trunk, arrays["scale"])
    if "stem.weight" in arrays:
        trunk = graph.relu(graph.conv(trunk, *named("stem")))
        for block in range(blocks_of(arrays)):
            found = graph.relu(graph.conv(trunk, *named(f"blocks.{block}.first")))
            trunk = graph.relu(graph.plus(graph.conv(found, *named(f"blocks.{block}.second")), trunk))
    else:
        trunk = graph.flat(trunk)
        for layer in range(layers_of(arrays)):
            trunk = graph.relu(graph.dense(trunk, *named(f"body.{layer}")))
    logits = graph.dense(head(trunk, "policy"), *named("policy.out"))
    hidden = graph.relu(graph.dense(head(trunk, "value"), *named("value.hidden")))
    values = graph.dense(hidden, *named("value.out"))
    return graph.written({"logits": logits, "values": values if "score" in arrays else graph.tanh(values)})


class NumpyInference:
    """By numpy alone."""

    def __init__(self, arrays: Arrays) -> None:
        self.arrays = arrays
        self.has_planes = "stem.weight" in arrays
        board = arrays["scale"].shape[1:] if self.has_planes else (0, 0)
        self.board: tuple[int, int] = (board[0], board[1])
        self.is_small = self.board[0] * self.board[1] <= SMALL_BOARD
        self.matrices = {
            name.removesuffix(".weight"): self._matrix(weight)
            for name, weight in arrays.items()
            if name.endswith(".weight")
        }

    def _matrix(self, weight: NDArray[Any]) -> Floats:
        if weight.ndim == 2:
            return np.ascontiguousarray(weight.T, np.float32)
        if weight.ndim == 4 and self.is_small:
            return unrolled(weight, self.board)
        return np.ascontiguousarray(weight.transpose(2, 3, 1, 0).reshape(-1, weight.shape[0]), np.float32)

    def judge(self, observations: NDArray[Any]) -> tuple[Floats, Floats]:
        seen = observations.astype(np.float32) * self.arrays["scale"]
        if self.has_planes:
            trunk = self._relu(self._conv("stem", seen))
            for block in range(blocks_of(self.arrays)):
                found = self._relu(self._conv(f"blocks.{block}.first", trunk))
                trunk = self._relu(self._conv(f"blocks.{block}.second", found) + trunk)
        else:
            trunk = seen.reshape(len(seen), -1)
            for layer in range(layers_of(self.arrays)):
                trunk = self._relu(self._dense(f"body.{layer}", trunk))
        logits = self._dense("policy.out", self._head("policy", trunk))
        hidden = self._relu(self._dense("value.hidden", self._head("value", trunk)))
        return logits, points(self._dense("value.out", hidden), self.arrays)

    def _head(self, name: str, trunk: Floats) -> Floats:
        if f"{name}.squeeze" in self.matrices:
            trunk = self._relu(self._conv(f"{name}.squeeze", trunk))
        return trunk.reshape(len(trunk), -1)

    def _dense(self, name: str, given: Floats) -> Floats:
        found: Floats = given @ self.matrices[name] + self.arrays[f"{name}.bias"]
        return found

    def _relu(self, found: Floats) -> Floats:
        return np.maximum(found, 0, out=found)

    def _conv(self, name: str, planes: Floats) -> Floats:
        """[n, in, rows, columns] -> [n, out, rows, columns]"""
        weight, bias = self.arrays[f"{name}.weight"], self.arrays[f"{name}.bias"]
        if self.is_small:
            flat = planes.reshape(len(planes), -1) @ self.matrices[name]
            return flat.reshape(len(planes), len(bias), *self.board) + bias[:, None, None]
        (rows, columns), reach = self.board, weight.shape[2] // 2
        wide = np.zeros((len(planes), rows + 2 * reach, columns + 2 * reach, planes.shape[1]), np.float32)
        wide[:, reach : reach + rows, reach : reach + columns] = planes.transpose(0, 2, 3, 1)
        shifts = [(y, x) for y in range(2 * reach + 1) for x in range(2 * reach + 1)]
        around = np.concatenate([wide[:, y : y + rows, x : x + columns] for y, x in shifts], axis=3)
        found: Floats = around @ self.matrices[name] + bias
        return np.ascontiguousarray(found.transpose(0, 3, 1, 2))


def unrolled(weight: NDArray[Any], board: tuple[int, int]) -> Floats:
    """A convolution on this board as one matrix [in * cells, out * cells]."""
    rows, columns = board
    outputs, inputs, side, _ = weight.shape
    reach = side // 2
    matrix = np.zeros((inputs, rows, columns, outputs, rows, columns), np.float32)
    for y in range(rows):
        for x in range(columns):
            for dy in range(-reach, reach + 1):
                for dx in range(-reach, reach + 1):
                    if 0 <= y + dy < rows and 0 <= x + dx < columns:
                        matrix[:, y + dy, x + dx, :, y, x] = weight[:, :, dy + reach, dx + reach].T
    return matrix.reshape(inputs * rows * columns, -1)
