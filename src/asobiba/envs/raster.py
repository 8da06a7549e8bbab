"""Scenes as pixels, with numpy and nothing else.

Every shape knows how deep a point lies inside it. A pixel whose centre lies half a pixel inside or deeper is covered,
one half a pixel outside is not, and the edge in between is smooth. Letters come from font.py.

The coverage of a shape is its *mask*. Boards repeat themselves, so masks are kept: a shape is moved near the origin by
whole pixels before its mask is looked up.
"""

import struct
import zlib
from collections.abc import Iterator
from functools import lru_cache
from math import floor
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from asobiba.core.scene import CAPITAL, Disc, Label, Line, Rect, Ring, Scene, Shape, rgb
from asobiba.envs.font import ABOVE, FINENESS, HEIGHT, line_depth

Grid: TypeAlias = NDArray[np.floating[Any]]


class Mask(NamedTuple):
    covered: NDArray[np.float32]
    """[height, width], 0 to 1."""
    left: int
    top: int


def pixels(scene: Scene, width: int = 480) -> NDArray[np.uint8]:
    """[height, width, 3], in the scene's proportions."""
    scale = width / scene.width
    # The colours are three planes while shapes are painted, which is several times faster.
    canvas = np.empty((3, max(1, round(scene.height * scale)), width), np.float32)
    canvas[:] = _planes(scene.background)
    for shape in scene.shapes:
        for layer in _layers(shape):
            _paint(canvas, layer, scale)
    canvas += 0.5
    return np.ascontiguousarray(canvas.astype(np.uint8).transpose(1, 2, 0))


def png(picture: NDArray[np.uint8]) -> bytes:
    """[height, width, 3] as the bytes of a PNG file."""
    height, width, _ = picture.shape
    rows = np.zeros((height, 1 + 3 * width), np.uint8)  # each row begins with its filter, 0
    rows[:, 1:] = picture.reshape(height, 3 * width)
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes())), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


def _layers(shape: Shape) -> Iterator[Shape]:
    """A disc with an outline is two discs."""
    if isinstance(shape, Disc) and shape.outline is not None:
        yield Disc(shape.x, shape.y, shape.radius, shape.outline)
        yield Disc(shape.x, shape.y, shape.radius - shape.thickness, shape.fill)
    else:
        yield shape


def _paint(canvas: NDArray[np.float32], shape: Shape, scale: float) -> None:
    moved, column, row = _near_origin(shape, scale)
    mask = _mask(moved)
    top, left = row + mask.top, column + mask.left
    bottom, right = top + mask.covered.shape[0], left + mask.covered.shape[1]
    part = canvas[:, max(top, 0) : max(bottom, 0), max(left, 0) : max(right, 0)]
    _, height, width = part.shape
    covered = mask.covered[max(-top, 0) :, max(-left, 0) :][:height, :width]
    part += covered * (_planes(shape.fill if isinstance(shape, Rect | Disc) else shape.colour) - part)


@lru_cache(maxsize=256)
def _planes(colour: str) -> NDArray[np.float32]:
    """[3, 1, 1]"""
    return np.array(rgb(colour), np.float32)[:, None, None]


def _near_origin(shape: Shape, scale: float) -> tuple[Shape, int, int]:
    """The shape in pixels and without its colour, and by how many columns and rows it was moved."""

    def fine(length: float) -> float:
        """Measured in eighths of a pixel: nobody sees less, and more shapes are equal."""
        return round(8 * length * scale) / 8

    match shape:
        case Line():
            x, y = fine(shape.x1), fine(shape.y1)
        case _:
            x, y = fine(shape.x), fine(shape.y)
    column, row = floor(x), floor(y)
    x, y = x - column, y - row
    match shape:
        case Rect():
            moved: Shape = Rect(x, y, fine(shape.width), fine(shape.height), "", fine(shape.corner))
        case Disc():
            moved = Disc(x, y, fine(shape.radius), "")
        case Ring():
            moved = Ring(x, y, fine(shape.radius), fine(shape.thickness), "")
        case Line():
            end = fine(shape.x2) - column, fine(shape.y2) - row
            moved = Line(x, y, *end, fine(shape.thickness), "")
        case Label():
            moved = Label(x, y, shape.text, shape.size * scale, "", shape.anchor)
    return moved, column, row


@lru_cache(maxsize=2048)
def _mask(shape: Shape) -> Mask:
    left, top, right, bottom = _bounds(shape)
    columns = np.arange(floor(left - 0.5), floor(right + 0.5) + 1, dtype=np.float32)
    rows = np.arange(floor(top - 0.5), floor(bottom + 0.5) + 1, dtype=np.float32)
    depth = _depth(shape, columns + np.float32(0.5), rows[:, None] + np.float32(0.5))
    return Mask(np.clip(depth + 0.5, 0, 1).astype(np.float32), int(columns[0]), int(rows[0]))


def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    """Left, top, right, bottom."""
    match shape:
        case Rect():
            return shape.x, shape.y, shape.x + shape.width, shape.y + shape.height
        case Disc():
            return _around(shape.x, shape.y, shape.radius)
        case Ring():
            return _around(shape.x, shape.y, shape.radius + shape.thickness / 2)
        case Line():
            half = shape.thickness / 2
            x1, x2 = sorted((shape.x1, shape.x2))
            y1, y2 = sorted((shape.y1, shape.y2))
            return x1 - half, y1 - half, x2 + half, y2 + half
        case Label():
            dot, top = _dot_and_top(shape)
            return shape.left, top - dot, shape.left + shape.width, top + (HEIGHT + 1) * dot


def _around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
    return x - radius, y - radius, x + radius, y + radius


def _depth(shape: Shape, x: Grid, y: Grid) -> Grid:
    """How far inside the shape each point of the grid x [W] by y [H, 1] lies; negative outside."""
    depth: Grid
    match shape:
        case Rect():
            corner = min(shape.corner, shape.width / 2, shape.height / 2)
            beside = np.abs(x - (shape.x + shape.width / 2)) - (shape.width / 2 - corner)
            above = np.abs(y - (shape.y + shape.height / 2)) - (shape.height / 2 - corner)
            inside = np.minimum(np.maximum(beside, above), 0)
            depth = corner - inside - np.hypot(np.maximum(beside, 0), np.maximum(above, 0))
        case Disc():
            depth = shape.radius - np.hypot(x - shape.x, y - shape.y)
        case Ring():
            depth = shape.thickness / 2 - np.abs(np.hypot(x - shape.x, y - shape.y) - shape.radius)
        case Line():
            along_x, along_y = shape.x2 - shape.x1, shape.y2 - shape.y1
            length = along_x * along_x + along_y * along_y or 1.0
            at = np.clip(((x - shape.x1) * along_x + (y - shape.y1) * along_y) / length, 0, 1)
            depth = shape.thickness / 2 - np.hypot(x - shape.x1 - at * along_x, y - shape.y1 - at * along_y)
        case Label():
            dot, top = _dot_and_top(shape)
            across = (x - shape.left) / dot * FINENESS - 0.5
            down = ((y[:, 0] - top) / dot + 1) * FINENESS - 0.5
            depth = dot * _between(_between(line_depth(shape.text), down).T, across).T
    return depth


def _dot_and_top(label: Label) -> tuple[float, float]:
    """How large a dot of its font is, and where the capitals begin."""
    return label.size * CAPITAL / ABOVE, label.y - label.size * CAPITAL / 2


def _between(rows: Grid, at: Grid) -> Grid:
    """Rows at places that are no whole numbers: 1.25 is three parts of row 1 and one of row 2."""
    at = np.clip(at, 0, len(rows) - 1)
    first = np.minimum(at.astype(np.intp), len(rows) - 2)
    part = (at - first)[:, None]
    mixture: Grid = rows[first] * (1 - part) + rows[first + 1] * part
    return mixture
