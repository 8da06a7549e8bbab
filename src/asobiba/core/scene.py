"""A board as shapes: what a picture of a position is made of, before anybody knows whether it becomes SVG or pixels.

A scene measures in units of its own, x to the right and y downwards; who draws it scales it. Later shapes lie on top of
earlier ones. Colours are texts such as `#2f7d57`, always opaque; `mixed` makes the faint ones.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from asobiba.core.picture import Lines

PAPER, INK, FAINT = "#f4efe4", "#2e2b27", "#8b8477"
"""The background, the text and the lesser text that the games share."""
WHITE = "#ffffff"
WOOD, GROOVE = "#e4d8c0", "#d2c3a6"
"""A board, and what is cut into it."""
RED, GREEN, BLUE, YELLOW = "#c8412b", "#45b385", "#2a61a8", "#efbd33"
"""Of pieces. The green is lighter than the red, for those who see no difference of hue."""

ADVANCE, CAPITAL = 0.6, 0.7
"""Width of a letter with its gap, and height of a capital, for a label of size 1: every letter is equally wide."""


@dataclass(frozen=True)
class Rect:
    x: float
    y: float
    """The corner at the top left."""
    width: float
    height: float
    fill: str
    corner: float = 0.0
    """Radius of the rounding."""


@dataclass(frozen=True)
class Disc:
    x: float
    y: float
    radius: float
    fill: str
    outline: str | None = None
    thickness: float = 1.5
    """Of the outline, which lies inside the radius."""


@dataclass(frozen=True)
class Ring:
    x: float
    y: float
    radius: float
    """To the middle of the band."""
    thickness: float
    colour: str


@dataclass(frozen=True)
class Line:
    """With round ends, which reach half the thickness further."""

    x1: float
    y1: float
    x2: float
    y2: float
    thickness: float
    colour: str


@dataclass(frozen=True)
class Label:
    x: float
    y: float
    """The middle of the capitals' height."""
    text: str
    size: float
    colour: str = INK
    anchor: Literal["start", "middle", "end"] = "middle"
    """Which part of the text stands at x."""

    @property
    def width(self) -> float:
        return len(self.text) * self.size * ADVANCE

    @property
    def left(self) -> float:
        return self.x - self.width * {"start": 0.0, "middle": 0.5, "end": 1.0}[self.anchor]


Shape: TypeAlias = Rect | Disc | Ring | Line | Label


@dataclass(frozen=True)
class Scene:
    width: float
    height: float
    background: str
    shapes: tuple[Shape, ...]

    def _repr_svg_(self) -> str:
        """A notebook shows the picture."""
        return svg(self)


def rgb(colour: str) -> tuple[int, int, int]:
    """#2f7d57 -> (47, 125, 87)"""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def mixed(one: str, other: str, part: float) -> str:
    """`one` with a part of `other` in it: white and black, 0.2 -> #cccccc."""
    pairs = zip(rgb(one), rgb(other), strict=True)
    return "#" + "".join(f"{round(a + (b - a) * part):02x}" for a, b in pairs)


def ink_on(fill: str) -> str:
    """The text colour that reads better on `fill`."""
    red, green, blue = rgb(fill)
    return INK if 0.299 * red + 0.587 * green + 0.114 * blue > 150 else WHITE


# --- SVG

FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
_NOT_XML = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def svg(scene: Scene) -> str:
    """A picture that needs nothing else: no links, and the viewer's own monospaced font."""
    width, height = _number(scene.width), _number(scene.height)
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
            f' font-family="{FONT}" font-weight="bold" xml:space="preserve">',
            f'<rect width="{width}" height="{height}" fill="{scene.background}"/>',
            *map(_element, scene.shapes),
            "</svg>\n",
        ]
    )


def _element(shape: Shape) -> str:
    match shape:
        case Rect():
            x, y, width, height = map(_number, (shape.x, shape.y, shape.width, shape.height))
            corner = f' rx="{_number(shape.corner)}"' if shape.corner else ""
            return f'<rect x="{x}" y="{y}" width="{width}" height="{height}"{corner} fill="{shape.fill}"/>'
        case Disc(outline=None):
            return f'<circle {_centre(shape, shape.radius)} fill="{shape.fill}"/>'
        case Disc():
            stroke = f'stroke="{shape.outline}" stroke-width="{_number(shape.thickness)}"'
            return f'<circle {_centre(shape, shape.radius - shape.thickness / 2)} fill="{shape.fill}" {stroke}/>'
        case Ring():
            stroke = f'stroke="{shape.colour}" stroke-width="{_number(shape.thickness)}"'
            return f'<circle {_centre(shape, shape.radius)} fill="none" {stroke}/>'
        case Line():
            x1, y1, x2, y2 = map(_number, (shape.x1, shape.y1, shape.x2, shape.y2))
            stroke = f'stroke="{shape.colour}" stroke-width="{_number(shape.thickness)}" stroke-linecap="round"'
            return f'<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" {stroke}/>'
        case Label():
            # A baseline is written out: viewers disagree about the attributes that centre a text upright.
            x, y = _number(shape.x), _number(shape.y + CAPITAL / 2 * shape.size)
            anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
            text = _NOT_XML.sub("\ufffd", shape.text).translate(_ESCAPED)
            size = _number(shape.size)
            return f'<text x="{x}" y="{y}" font-size="{size}"{anchor} fill="{shape.colour}">{text}</text>'


def _centre(shape: Disc | Ring, radius: float) -> str:
    return f'cx="{_number(shape.x)}" cy="{_number(shape.y)}" r="{_number(radius)}"'


def _number(value: float) -> str:
    """12.0 -> 12, 0.333333 -> 0.33"""
    return f"{round(value, 2):.8g}"


# --- Text

SCREEN, SIZE, LINE, MARGIN = "#1b1b1f", 16, 22, 16
"""The background of a text, its size, the height of a line, and the space around it."""
COLOURS = {
    "black": "#1b1b1f",
    "red": "#e5645c",
    "green": "#6cc070",
    "yellow": "#e3c25b",
    "blue": "#6aa5ef",
    "magenta": "#cf86d6",
    "cyan": "#5fc3c9",
    "white": "#f2f2f2",
    "dim": "#85858f",
}
PLAIN = "#c9c9cf"


def text_scene(lines: Lines) -> Scene:
    """The coloured text of a terminal. Words of a style that have no colour here, `bold` for one, do nothing."""
    shapes: list[Shape] = []
    widest = 1
    for row, line in enumerate(lines):
        column, y = 0, MARGIN + LINE * (row + 0.5)
        for text, style in line:
            x, (ink, behind) = MARGIN + column * SIZE * ADVANCE, _colours(style)
            column += len(text)
            if behind:
                shapes.append(Rect(x, y - LINE / 2, len(text) * SIZE * ADVANCE, LINE, behind))
            if text.strip():
                shapes.append(Label(x, y, text.rstrip(), SIZE, ink, "start"))
        widest = max(widest, column)
    return Scene(2 * MARGIN + widest * SIZE * ADVANCE, 2 * MARGIN + LINE * max(len(lines), 1), SCREEN, tuple(shapes))


def _colours(style: str) -> tuple[str, str | None]:
    """Of the text and behind it: `bold black on cyan`."""
    before, _, after = f" {style} ".partition(" on ")
    return _first_colour(before.split()) or PLAIN, _first_colour(after.split())


def _first_colour(words: Sequence[str]) -> str | None:
    return next((COLOURS[word] for word in words if word in COLOURS), None)
