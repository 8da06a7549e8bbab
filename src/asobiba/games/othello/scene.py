"""The board in pictures: discs, dots where the side to move may place one, the count of both below."""

from asobiba.core.game import OVER
from asobiba.core.scene import FAINT, INK, PAPER, Disc, Label, Line, Rect, Ring, Scene, Shape, mixed
from asobiba.games.othello.rules import BLACK, WHITE, Position, squares

CELL, MARGIN, FOOT = 52, 32, 60
SIDE = 8 * CELL
GREEN, GRID, FRAME = "#3c8a64", "#2f6f50", "#28513d"
FILL = {BLACK: "#23262a", WHITE: "#f7f5ef"}
EDGE = {BLACK: "#14161a", WHITE: "#d3cec1"}
SHADOW = mixed(GREEN, FRAME, 0.6)
NAMES = {BLACK: "black", WHITE: "white"}


def scene(position: Position) -> Scene:
    shapes = _board()
    for colour, discs in ((BLACK, position.black), (WHITE, position.white)):
        for square in squares(discs):
            x, y = _centre(square)
            shapes += [Disc(x + 1.5, y + 2.5, 0.41 * CELL, SHADOW), _disc(x, y, 0.41 * CELL, colour)]
    hint = mixed(GREEN, FILL[position.side], 0.55)
    shapes += [Disc(*_centre(square), 0.1 * CELL, hint) for square in squares(position.placements)]
    return Scene(2 * MARGIN + SIDE, MARGIN + SIDE + FOOT, PAPER, (*shapes, *_foot(position)))


def _board() -> list[Shape]:
    shapes: list[Shape] = [
        Rect(MARGIN - 6, MARGIN - 6, SIDE + 12, SIDE + 12, FRAME, corner=8),
        Rect(MARGIN, MARGIN, SIDE, SIDE, GREEN),
    ]
    for at in range(1, 8):
        along = MARGIN + at * CELL
        shapes += [
            Line(MARGIN, along, MARGIN + SIDE, along, 1.5, GRID),
            Line(along, MARGIN, along, MARGIN + SIDE, 1.5, GRID),
        ]
    shapes += [Disc(MARGIN + x * CELL, MARGIN + y * CELL, 4, GRID) for x in (2, 6) for y in (2, 6)]
    for at in range(8):
        middle = MARGIN + (at + 0.5) * CELL
        shapes += [Label(middle, 14, "abcdefgh"[at], 14, FAINT), Label(14, middle, "12345678"[at], 14, FAINT)]
    return shapes


def _centre(square: int) -> tuple[float, float]:
    return MARGIN + (square % 8 + 0.5) * CELL, MARGIN + (square // 8 + 0.5) * CELL


def _disc(x: float, y: float, radius: float, colour: int) -> Disc:
    return Disc(x, y, radius, FILL[colour], EDGE[colour], 2)


def _foot(position: Position) -> list[Shape]:
    """Both counts, a ring around the side to move, and what is to do."""
    width, y = 2 * MARGIN + SIDE, MARGIN + SIDE + FOOT / 2 + 3
    left, right = MARGIN + 12, width - MARGIN - 12
    shapes: list[Shape] = [
        _disc(left, y, 13, BLACK),
        Label(left + 27, y, str(position.black.bit_count()), 22, INK, "start"),
        _disc(right, y, 13, WHITE),
        Label(right - 27, y, str(position.white.bit_count()), 22, INK, "end"),
        Label(width / 2, y, _status(position), 15, FAINT),
    ]
    if position.to_play != OVER:
        shapes.append(Ring((left, right)[position.side], y, 17, 2.5, GREEN))
    return shapes


def _status(position: Position) -> str:
    name, black, white = NAMES[position.side], position.black.bit_count(), position.white.bit_count()
    if position.to_play != OVER:
        return f"{name} to move" if position.placements else f"{name} must pass"
    return "a draw" if black == white else f"{NAMES[BLACK if black > white else WHITE]} wins"
