"""The board in pictures: a peg and two rings a space, and what each colour has left beside it."""

from asobiba.core.game import OVER
from asobiba.core.scene import (
    BLUE,
    FAINT,
    GREEN,
    GROOVE,
    INK,
    PAPER,
    RED,
    WOOD,
    YELLOW,
    Disc,
    Label,
    Line,
    Rect,
    Ring,
    Scene,
    Shape,
    mixed,
)
from asobiba.games.otrio.board import COLOURS, lines_of, slots
from asobiba.games.otrio.rules import Position

SPACE, LEFT, TOP = 92, 38, 38
SIDE = 3 * SPACE
STOCK_LEFT, STOCK_WIDTH, ROW = LEFT + SIDE + 18, 134, 64
ROWS = (SIDE + 12 - ROW) / 3
"""From one stock to the next: four are as high as the board."""
WIDTH, HEIGHT = STOCK_LEFT + STOCK_WIDTH + 18, TOP + SIDE + 54
LIGHT = "#fbf8f0"
FILL = (RED, GREEN, BLUE, YELLOW)
PEG, RINGS, BAND = 0.12, (0.25, 0.4), 0.09
"""Radius of the small piece, radii of the larger two and how thick they are, as parts of a space."""


def scene(position: Position) -> Scene:
    shapes: list[Shape] = [Rect(LEFT - 6, TOP - 6, SIDE + 12, SIDE + 12, WOOD, corner=14)]
    for at in range(3):
        along = (at + 0.5) * SPACE
        shapes += [Label(LEFT + along, 18, "abc"[at], 14, FAINT), Label(18, TOP + along, "123"[at], 14, FAINT)]
    for slot in range(27):
        shapes += _slot(position, slot)
    for line in lines_of(position.pieces[position.winner])[:1] if position.winner is not None else ():
        shapes += [_piece(*_centre(slot), slot // 9, SPACE, INK, 0.25) for slot in slots(line)]
    for row, colour in enumerate(position.options.order):
        shapes += _stock(position, colour, TOP - 6 + row * ROWS)
    return Scene(WIDTH, HEIGHT, PAPER, (*shapes, *_status(position)))


def _centre(slot: int) -> tuple[float, float]:
    return LEFT + (slot % 3 + 0.5) * SPACE, TOP + (slot % 9 // 3 + 0.5) * SPACE


def _slot(position: Position, slot: int) -> list[Shape]:
    """A piece, or the groove where one could stand; a cross if none may."""
    x, y = _centre(slot)
    colour = next((colour for colour in range(4) if position.pieces[colour] >> slot & 1), None)
    if colour is not None:
        return [_piece(x, y, slot // 9, SPACE, FILL[colour])]
    groove = _piece(x, y, slot // 9, SPACE, GROOVE)
    if position.options.slots >> slot & 1:
        return [groove]
    out = RINGS[0] * SPACE
    arms = [(x + dx * out, y + dy * out) for dx in (-0.71, 0.71) for dy in (-0.71, 0.71)]
    return [groove, *(Line(a - 4, b + s, a + 4, b - s, 2, FAINT) for a, b in arms for s in (-4, 4))]


def _piece(x: float, y: float, size: int, space: float, colour: str, part: float = 1.0) -> Shape:
    """`part` of a piece's thickness, in its middle."""
    if size == 0:
        return Disc(x, y, PEG * space * part, colour)
    return Ring(x, y, RINGS[size - 1] * space, BAND * space * part, colour)


def _stock(position: Position, colour: int, top: float) -> list[Shape]:
    """Pieces left, three nests of a peg and two rings at most; the colour that is due has a light ground."""
    fill, nest = FILL[colour], 38
    ground = LIGHT if colour in position.due else mixed(PAPER, WOOD, 0.45)
    shapes: list[Shape] = [Rect(STOCK_LEFT, top, STOCK_WIDTH, ROW, ground, corner=10)]
    if colour in position.due:
        shapes.append(Rect(STOCK_LEFT, top + 10, 4, ROW - 20, fill, corner=2))
    for size, left in enumerate(position.stock(colour)):
        for place in range(3):
            x, y = STOCK_LEFT + 12 + (place + 0.5) * nest, top + 40
            shapes.append(_piece(x, y, size, nest, fill if place < left else GROOVE))
    shapes.append(Label(STOCK_LEFT + 14, top + 12, COLOURS[colour], 12, INK, "start"))
    owner = f"seat {position.options.owner(colour)}"
    return [*shapes, Label(STOCK_LEFT + STOCK_WIDTH - 8, top + 12, owner, 12, FAINT, "end")]


def _status(position: Position) -> list[Shape]:
    return [Label(WIDTH / 2, HEIGHT - 25, _news(position), 15, FAINT)]


def _news(position: Position) -> str:
    if position.winner is not None:
        return f"{COLOURS[position.winner]} wins"
    if position.to_play == OVER:
        return "a draw"
    joint, task = (" or ", "to place") if any(position.openings) else (" and ", "must pass")
    return f"{joint.join(COLOURS[colour] for colour in position.due)} {task}"
