"""The board in pictures: tiles from pale green through blue and purple to gold, the score above."""

from asobiba.core.game import OVER
from asobiba.core.scene import FAINT, INK, PAPER, Label, Rect, Scene, Shape, ink_on
from asobiba.games.twenty48.rules import Position, rank

TILE, GAP, MARGIN, HEAD = 96, 10, 23, 74
NARROWEST = 320
"""Width that the text above needs."""
BOARD, EMPTY = "#cfc8b9", "#ded8ca"
FILL = (
    "#eef4f0",
    "#d5e9df",
    "#aedcc9",
    "#7cc9b5",
    "#49afa8",
    "#2f8f9f",
    "#3571a3",
    "#4656a0",
    "#653f98",
    "#8c378d",
    "#b8326f",
    "#d4484c",
    "#e46f35",
    "#ee9a2b",
    "#f2c230",
    "#b9b23a",
    "#2e2b27",
)
"""Of 2, 4, 8, ..., 131072."""


def scene(position: Position) -> Scene:
    rows, columns = position.options.rows, position.options.columns
    across, down = GAP + columns * (TILE + GAP), GAP + rows * (TILE + GAP)
    width = max(across + 2 * MARGIN, NARROWEST)
    left = (width - across) / 2
    shapes: list[Shape] = [*_head(position, width), Rect(left, HEAD, across, down, BOARD, corner=12)]
    for cell, tile in enumerate(position.board):
        row, column = divmod(cell, columns)
        x, y = left + GAP + column * (TILE + GAP), HEAD + GAP + row * (TILE + GAP)
        shapes.append(Rect(x, y, TILE, TILE, FILL[rank(tile) - 1] if tile else EMPTY, corner=8))
        if tile:
            shapes.append(Label(x + TILE / 2, y + TILE / 2, str(tile), _size(tile), ink_on(FILL[rank(tile) - 1])))
    return Scene(width, HEAD + down + MARGIN, PAPER, tuple(shapes))


def _size(tile: int) -> float:
    """Six digits fit into a tile."""
    return (44, 44, 40, 34, 28, 24)[len(str(tile)) - 1]


def _head(position: Position, width: float) -> list[Shape]:
    left, right = MARGIN + GAP, width - MARGIN - GAP
    return [
        Label(left, 21, "score", 14, FAINT, "start"),
        Label(left, 48, str(position.score), 28, INK, "start"),
        Label(right, 21, "largest", 14, FAINT, "end"),
        Label(right, 48, str(position.max_tile), 28, INK, "end"),
        Label(width / 2, 48, _status(position), 15, FAINT),
    ]


def _status(position: Position) -> str:
    news = ["won"] * position.won + ["over"] * (position.to_play == OVER)
    return ", ".join(news)
