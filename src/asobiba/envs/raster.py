"""Scenes as pixels, with Pillow.

Pillow draws without smooth edges, so a scene is drawn FINENESS times as large and made smaller: a pixel of an edge is
the mean of its parts. A letter stands in the middle of its cell, because every cell of a scene is equally wide and the
letters of Pillow's own font are not; a character that the font does not know is a box.
"""

from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from asobiba.core.extras import extra
from asobiba.core.scene import ADVANCE, CAPITAL, Disc, Label, Line, Rect, Ring, Scene

if TYPE_CHECKING:  # it is imported with the first picture only
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

FINENESS = 3
BOLD = 0.025
"""By how much the lines of a letter of size 1 are thicker than the font's."""
UNKNOWN = "\ufffd"


def pixels(scene: Scene, width: int = 480) -> NDArray[np.uint8]:
    """[height, width, 3], in the scene's proportions."""
    with extra("envs"):
        from PIL import Image, ImageDraw

    height = max(1, round(scene.height * width / scene.width))
    canvas = Image.new("RGB", (width * FINENESS, height * FINENESS), scene.background)
    drawing = ImageDraw.Draw(canvas)
    scale = width * FINENESS / scene.width
    for shape in scene.shapes:
        match shape:
            case Rect():
                box = _box(shape.x * scale, shape.y * scale, shape.width * scale, shape.height * scale)
                drawing.rounded_rectangle(box, shape.corner * scale, fill=shape.fill)
            case Disc(outline=None):
                _disc(drawing, shape.x * scale, shape.y * scale, shape.radius * scale, fill=shape.fill)
            case Disc():
                _disc(drawing, shape.x * scale, shape.y * scale, shape.radius * scale, fill=shape.outline)
                inner = (shape.radius - shape.thickness) * scale
                _disc(drawing, shape.x * scale, shape.y * scale, inner, fill=shape.fill)
            case Ring():
                outer, width_of_band = (shape.radius + shape.thickness / 2) * scale, round(shape.thickness * scale)
                _disc(drawing, shape.x * scale, shape.y * scale, outer, outline=shape.colour, width=width_of_band)
            case Line():
                ends = [(shape.x1 * scale, shape.y1 * scale), (shape.x2 * scale, shape.y2 * scale)]
                drawing.line(ends, shape.colour, round(shape.thickness * scale))
                for x, y in ends:
                    _disc(drawing, x, y, shape.thickness / 2 * scale, fill=shape.colour)
            case Label():
                _write(canvas, shape, scale)
    return np.array(canvas.reduce(FINENESS))


def png(picture: NDArray[np.uint8]) -> bytes:
    """[height, width, 3] as the bytes of a PNG file."""
    with extra("envs"):
        from PIL import Image

    file = BytesIO()
    Image.fromarray(picture).save(file, "PNG")
    return file.getvalue()


def _box(x: float, y: float, width: float, height: float) -> tuple[int, int, int, int]:
    """Pillow's right and bottom belong to a box."""
    return round(x), round(y), round(x + width) - 1, round(y + height) - 1


def _disc(drawing: "ImageDraw", x: float, y: float, radius: float, **how: Any) -> None:
    left, top, right, bottom = _box(x - radius, y - radius, 2 * radius, 2 * radius)
    if left <= right and top <= bottom:
        drawing.ellipse((left, top, right, bottom), **how)


def _write(canvas: "Image", label: Label, scale: float) -> None:
    line = round((label.y + CAPITAL / 2 * label.size) * scale)
    for number, character in enumerate(label.text):
        if character == " ":
            continue
        glyph, left, top = _glyph(character if character.isprintable() else UNKNOWN, label.size * scale)
        middle = round((label.left + (number + 0.5) * ADVANCE * label.size) * scale)
        canvas.paste(label.colour, (middle + left, line + top), glyph)


@lru_cache(maxsize=2048)
def _glyph(character: str, size: float) -> tuple["Image", int, int]:
    """Its ink, and where that begins from the middle of the letter on its line."""
    from PIL import Image, ImageDraw

    font, bold = _font(size), size * BOLD
    left, top, right, bottom = map(round, font.getbbox(character, anchor="ms", stroke_width=bold))
    ink = Image.new("L", (max(right - left, 1), max(bottom - top, 1)))
    ImageDraw.Draw(ink).text((-left, -top), character, 255, font, anchor="ms", stroke_width=bold)
    return ink, left, top


@lru_cache(maxsize=64)
def _font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)
