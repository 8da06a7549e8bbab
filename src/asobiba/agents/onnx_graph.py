"""A network as a file of ONNX, the format that other programs compute networks from; written here byte by byte, because
the library that writes it is larger than all that plays with it.

    graph = Graph((3, 8, 8), np.int8)
    hidden = graph.relu(graph.conv(graph.floats("seen"), weight, bias))
    data = graph.written({"logits": graph.dense(hidden, ...)})

The format is protobuf: a message is a row of fields, each with its number, its kind (0 a number, 2 bytes with their
length before them) and its contents.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

IR_VERSION, OPSET = 8, 17
ELEMENTS = {np.dtype(kind): number for kind, number in ((np.float32, 1), (np.uint8, 2), (np.int8, 3), (np.int64, 7))}
INPUT = "seen"


class Graph:
    """Its input is `seen`, [n, *shape]. Each method adds a step and names what comes out of it."""

    def __init__(self, shape: tuple[int, ...], kind: DTypeLike) -> None:
        self.shape, self.kind = shape, np.dtype(kind)
        self.nodes: list[bytes] = []
        self.constants: list[bytes] = []

    def floats(self, name: str = INPUT) -> str:
        return name if self.kind == np.float32 else self._step("Cast", [name], to=1)

    def times(self, name: str, factor: NDArray[Any]) -> str:
        return self._step("Mul", [name, self._constant(factor)])

    def conv(self, name: str, weight: NDArray[Any], bias: NDArray[Any]) -> str:
        """The board keeps its size. weight [out, in, k, k], k odd."""
        side = weight.shape[2]
        inputs = [name, self._constant(weight), self._constant(bias)]
        return self._step("Conv", inputs, kernel_shape=[side, side], pads=[side // 2] * 4)

    def dense(self, name: str, weight: NDArray[Any], bias: NDArray[Any]) -> str:
        """weight [out, in]."""
        return self._step("Gemm", [name, self._constant(np.ascontiguousarray(weight.T)), self._constant(bias)])

    def relu(self, name: str) -> str:
        return self._step("Relu", [name])

    def tanh(self, name: str) -> str:
        return self._step("Tanh", [name])

    def plus(self, name: str, other: str) -> str:
        return self._step("Add", [name, other])

    def flat(self, name: str) -> str:
        return self._step("Flatten", [name])

    def written(self, outputs: Mapping[str, str]) -> bytes:
        """The file; `outputs` gives names to what is asked for."""
        for name, found in outputs.items():
            self.nodes.append(_node("Identity", [found], name))
        graph = [_bytes(1, node) for node in self.nodes] + [_bytes(2, b"network")]
        graph += [_bytes(5, constant) for constant in self.constants]
        graph.append(_bytes(11, _value(INPUT, self.kind, ["n", *self.shape])))
        graph += [_bytes(12, _value(name, np.dtype(np.float32), None)) for name in outputs]
        model = [_number(1, IR_VERSION), _bytes(7, b"".join(graph)), _bytes(8, _number(2, OPSET))]
        return b"".join(model)

    def _step(self, operation: str, inputs: list[str], **settings: int | list[int]) -> str:
        name = f"step{len(self.nodes)}"
        self.nodes.append(_node(operation, inputs, name, settings))
        return name

    def _constant(self, array: NDArray[Any]) -> str:
        name, kept = f"weight{len(self.constants)}", np.ascontiguousarray(array, np.float32)
        dimensions = b"".join(_number(1, size) for size in kept.shape)
        self.constants.append(
            dimensions + _number(2, ELEMENTS[kept.dtype]) + _bytes(8, name.encode()) + _bytes(9, kept.tobytes())
        )
        return name


def _node(operation: str, inputs: Iterable[str], output: str, settings: Mapping[str, int | list[int]] = {}) -> bytes:
    fields = [_bytes(1, name.encode()) for name in inputs]
    fields += [_bytes(2, output.encode()), _bytes(4, operation.encode())]
    for name, value in settings.items():
        numbers = _number(3, value) if isinstance(value, int) else b"".join(_number(8, each) for each in value)
        kind = 2 if isinstance(value, int) else 7
        fields.append(_bytes(5, _bytes(1, name.encode()) + numbers + _number(20, kind)))
    return b"".join(fields)


def _value(name: str, kind: np.dtype[Any], shape: list[str | int] | None) -> bytes:
    """What goes in or comes out; a text among the sizes is a number that is not known yet."""
    tensor = _number(1, ELEMENTS[kind])
    if shape is not None:
        sizes = (_number(1, size) if isinstance(size, int) else _bytes(2, size.encode()) for size in shape)
        tensor += _bytes(2, b"".join(_bytes(1, size) for size in sizes))
    return _bytes(1, name.encode()) + _bytes(2, _bytes(1, tensor))


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _bytes(field: int, value: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(value)) + value


def _varint(value: int) -> bytes:
    """Seven bits a byte, the lowest first; the eighth says that more follow."""
    found = bytearray()
    while value >= 0x80:
        found.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes([*found, value])
