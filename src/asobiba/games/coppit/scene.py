"""The board in pictures: ring, cross and boxes where the board's file puts them, die and banked hats below.

A stack leans outwards: its top hat stands on the square and bears the colour's letter, the bottom hat is the farthest
from the centre.
"""

from functools import cache
from itertools import combinations
from math import dist, hypot

from asobiba.core.scene import (
    BLUE,
    FAINT,
    GREEN,
    GROOVE,
    INK,
    PAPER,
    RED,
    WHITE,
    WOOD,
    YELLOW,
    Disc,
    Label,
    Line,
    Rect,
    Scene,
    Shape,
    ink_on,
    mixed,
)
from asobiba.games.coppit.board import COLOURS, Board
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.situation import Stack
from asobiba.games.coppit.winner import winners

SIZE, MIDDLE, REACH, BOX = 480, 240, 196, 33
"""Width of the picture, centre of the board, farthest square from it, and half of a BOX."""
HEIGHT, STATUS, BANKED = 560, 494, 536
GRAY, LIGHT = "#a39e94", "#fbf8f0"
FILL = dict(zip(COLOURS, (RED, BLUE, GREEN, YELLOW), strict=True))
LEAN, FARTHEST = 6.5, 26.0
"""From one hat of a stack to the next, and from its top to its bottom at most."""
SPOTS: tuple[tuple[tuple[float, float], ...], ...] = (
    (),
    ((0, 0),),
    ((-0.65, 0), (0.65, 0)),
    ((-0.65, 0.5), (0.65, 0.5), (0, -0.65)),
    ((-0.65, -0.65), (0.65, -0.65), (-0.65, 0.65), (0.65, 0.65)),
)
"""By how many share a square: where their stacks stand, in radii of it."""
SMALLER = 0.7
"""The size of hats that share a square."""
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def scene(position: Position) -> Scene:
    board = position.layout.board
    shapes = [*_board(board), *_boxes(position)]
    here: dict[int, list[Stack]] = {}
    for node, stack in position.stacks:
        here.setdefault(node, []).append(stack)
    for node, stacks in here.items():
        shapes += _stacks(position, node, stacks)
    return Scene(SIZE, HEIGHT, PAPER, (*shapes, *_status(position), *_banked(position)))


@cache
def places(board: Board) -> tuple[tuple[float, float], ...]:
    """The nodes in the picture: the board's own coordinates, as large as fits."""
    xs, ys = zip(*board.places, strict=True)
    middle_x, middle_y = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    scale = 2 * REACH / (max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0)
    return tuple((MIDDLE + (x - middle_x) * scale, MIDDLE + (y - middle_y) * scale) for x, y in board.places)


@cache
def radius(board: Board) -> float:
    """Of a square: neighbours do not touch."""
    return 0.47 * min(dist(*pair) for pair in combinations(places(board)[: board.squares], 2))


@cache
def _board(board: Board) -> tuple[Shape, ...]:
    at = places(board)
    shapes: list[Shape] = [Rect(8, 8, SIZE - 16, SIZE - 16, WOOD, corner=20)]
    shapes += [Line(*at[box.node], *at[box.door], 8, GROOVE) for box in board.boxes]
    for node in range(board.squares):
        shapes += [Line(*at[node], *at[other], 5, GROOVE) for other in board.neighbours[node] if other > node]
    for node in range(board.squares):
        paint, (x, y) = board.paint[node], at[node]
        if paint is None:
            fill = GRAY if board.kinds[node] == "GRAY" else LIGHT
            shapes.append(Disc(x, y, radius(board), fill, mixed(fill, INK, 0.25)))
        else:
            colour = FILL[COLOURS[paint]]
            shapes.append(Disc(x, y, radius(board), mixed(colour, LIGHT, 0.55), colour, 2.5))
            shapes.append(Label(x, y, COLOURS[paint][0].lower(), radius(board), mixed(colour, INK, 0.3)))
    return tuple(shapes)


def _boxes(position: Position) -> list[Shape]:
    """A BOX and its single hats; that of the seat to move has a dark edge, that of nobody is empty."""
    board, seats = position.layout.board, position.layout.colours
    crowded = {node for node, _ in position.stacks}
    shapes: list[Shape] = []
    for colour, box in enumerate(board.boxes):
        (x, y), fill = places(board)[box.node], FILL[COLOURS[colour]]
        seat = seats.index(colour) if colour in seats else None
        edge = INK if seat == position.seat and not position.over else fill
        ground = mixed(fill, LIGHT, 0.6 if seat is not None else 0.85)
        shapes += [
            Rect(x - BOX, y - BOX, 2 * BOX, 2 * BOX, edge, corner=12),
            Rect(x - BOX + 3, y - BOX + 3, 2 * BOX - 6, 2 * BOX - 6, ground, corner=9),
        ]
        if seat is not None:
            y -= BOX / 3 if box.node in crowded else 0
            shapes += [*_hat(x - 13, y, 13, colour), Label(x + 13, y, str(position.box[seat]), 24, INK)]
    return shapes


def _hat(x: float, y: float, size: float, colour: int, text: str | None = None) -> list[Shape]:
    """Its text is the letter of its colour, if nothing else is asked for."""
    fill, shown = FILL[COLOURS[colour]], COLOURS[colour][0] if text is None else text
    hat = Disc(x, y, size, fill, mixed(fill, INK, 0.45), 0.12 * size)
    return [hat, Label(x, y, shown, size * (1.2 if len(shown) == 1 else 1), ink_on(fill))] if shown else [hat]


def _stacks(position: Position, node: int, stacks: list[Stack]) -> list[Shape]:
    """All stacks of one node. Those in a BOX, held or guests, stand below its count."""
    board = position.layout.board
    (x, y), square = places(board)[node], radius(board)
    if node >= board.squares:
        y += 0.5 * BOX
    size = 0.88 * square * (1 if len(stacks) == 1 else SMALLER)
    shapes: list[Shape] = []
    for stack, (right, down) in zip(stacks, SPOTS[len(stacks)], strict=True):
        shapes += _stack(position, stack, x + right * square, y + down * square, size, _outwards(board, node))
    return shapes


def _stack(
    position: Position, stack: Stack, x: float, y: float, size: float, outwards: tuple[float, float]
) -> list[Shape]:
    """From the bottom up. The top hat shows its letter and how high the stack is."""
    colours = [position.layout.colours[hat] for hat in stack]
    step = min(LEAN * size / 10, FARTHEST / len(stack))
    shapes: list[Shape] = []
    for under, colour in zip(range(len(stack) - 1, 0, -1), colours, strict=False):
        shapes += _hat(x + under * step * outwards[0], y + under * step * outwards[1], size, colour, "")
    height = str(len(stack)) if len(stack) > 1 else ""
    return [*shapes, *_hat(x, y, size, colours[-1], COLOURS[colours[-1]][0] + height)]


def _outwards(board: Board, node: int) -> tuple[float, float]:
    """The direction in which a stack leans, of length 1."""
    x, y = places(board)[node]
    far = hypot(x - MIDDLE, y - MIDDLE)
    return ((x - MIDDLE) / far, (y - MIDDLE) / far) if far > 1 else (0.0, -1.0)


def _status(position: Position) -> list[Shape]:
    """The die, what is to do, and the turn."""
    shapes: list[Shape] = [
        Rect(16, STATUS - 15, 30, 30, GROOVE, corner=7),
        Rect(17, STATUS - 14, 28, 28, WHITE, corner=6),
        *(Disc(31 + 8 * x, STATUS + 8 * y, 3, INK) for x, y in PIPS.get(position.die, ())),
    ]
    return [
        *shapes,
        Label(58, STATUS, _news(position), 15, INK, "start"),
        Label(SIZE - 16, STATUS, f"turn {position.turn}", 15, FAINT, "end"),
    ]


def _news(position: Position) -> str:
    if position.over:
        won = " and ".join(position.layout.colour(seat).lower() for seat in winners(position))
        return f"{won} won"
    name = position.layout.colour(position.seat).lower()
    return f"{name} rolled {position.die}" if position.die else f"{name} rolls{' again' * (position.extra_rolls > 0)}"


def _banked(position: Position) -> list[Shape]:
    """By captor: how many hats of each colour."""
    shapes: list[Shape] = [Label(16, BANKED, "banked", 13, FAINT, "start")]
    for seat, row in enumerate(position.banked):
        x = 90 + 97 * seat
        shapes += _hat(x, BANKED, 10, position.layout.colours[seat])
        taken = [(position.layout.colours[hat], count) for hat, count in enumerate(row) if count]
        for place, (colour, count) in enumerate(taken):
            fill = FILL[COLOURS[colour]]
            shapes.append(Disc(x + 25 + 19 * place, BANKED, 8, fill))
            shapes.append(Label(x + 25 + 19 * place, BANKED, str(count), 11, ink_on(fill)))
        if not taken:
            shapes.append(Label(x + 25, BANKED, "-", 13, FAINT))
    return shapes
