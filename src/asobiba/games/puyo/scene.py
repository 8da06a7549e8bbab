"""The fields in pictures, as a spectator sees them: three pairs of the queue, and nothing of a placement before both
are made.

Puyos of one colour that touch are linked; each bears the letter of its colour. Row 13 is faint above the field, and
a cross marks the cell that must stay free.
"""

from asobiba.core.game import OVER
from asobiba.core.scene import FAINT, INK, PAPER, WHITE, Disc, Label, Line, Rect, Scene, Shape, mixed
from asobiba.games.puyo.field import HEIGHT, IN_SIGHT, OJAMA, WIDTH
from asobiba.games.puyo.ojama import FRAMES_A_SECOND, tray
from asobiba.games.puyo.placements import SPAWN
from asobiba.games.puyo.rules import SEATS, Player, Position

CELL, GAP, MIDDLE = 27, 18, 84
ACROSS = WIDTH * CELL
TOP = 62
"""Where row 13 begins."""
GROUND = TOP + HEIGHT * CELL
FIELD, HIDDEN, SPOT = "#2f3142", "#dcd6ca", "#393c50"
CROSS = "#8f4a55"
FILL = {"R": "#e0543e", "B": "#3f83d6", "Y": "#f0c93a", "G": "#35a873", "P": "#a86cc4", OJAMA: "#a9adb8"}
TRAY = {"small": (5, "#a9adb8"), "large": (9, "#a9adb8"), "rock": (9, "#c4563f")}
"""Radius and colour; what is worth more is a golden disc with a letter."""
GOLD = "#e3b341"


def scene(position: Position) -> Scene:
    names = SEATS[position.options.mode]
    lefts = [GAP + seat * (ACROSS + MIDDLE + 2 * GAP) for seat in range(len(names))]
    middle = 2 * GAP + ACROSS + MIDDLE / 2
    shapes: list[Shape] = []
    for player, name, left in zip(position.players, names, lefts, strict=True):
        shapes += [*_head(player, name, left), *_field(player, left), *_news(player, left)]
    width = GAP + (ACROSS + GAP) * len(names) + MIDDLE + GAP
    shapes += [*_pairs(position, middle), *_status(position, middle)]
    return Scene(width, GROUND + 44, PAPER, tuple(shapes))


def _head(player: Player, name: str, left: float) -> list[Shape]:
    """Name and score, below them the ojama that wait."""
    shapes: list[Shape] = [
        Label(left, 20, name, 14, FAINT, "start"),
        Label(left + ACROSS, 20, str(player.score), 18, INK, "end"),
    ]
    x, y, waiting = left + 10, 45, player.ojama + player.loose
    for symbol in tray(waiting):
        radius, colour = TRAY.get(symbol, (9, GOLD))
        shapes.append(Disc(x, y, radius, colour, mixed(colour, INK, 0.35)))
        if symbol not in TRAY:
            shapes.append(Label(x, y, symbol[0].upper(), 12, INK))
        x += 18
    if waiting:
        shapes.append(Label(left + ACROSS, y, f"+{waiting}", 14, INK, "end"))
    return shapes


def _field(player: Player, left: float) -> list[Shape]:
    shapes: list[Shape] = [
        Rect(left - 4, TOP, ACROSS + 8, CELL + 12, HIDDEN, corner=6),
        Rect(left - 4, TOP + CELL, ACROSS + 8, IN_SIGHT * CELL + 4, FIELD, corner=6),
    ]
    for column, puyos in enumerate(player.field):
        for row in range(len(puyos), IN_SIGHT):
            x, y = _centre(left, column, row)
            shapes.append(Disc(x, y, 2, SPOT))
    if not player.buried:
        shapes += _cross(left, 3.5, CROSS)
    for column in range(WIDTH):
        shapes += _links(player, left, column)
    for column, puyos in enumerate(player.field):
        for row, puyo in enumerate(puyos):
            shapes += _puyo(*_centre(left, column, row), puyo, 0.5 if row >= IN_SIGHT else 0.0)
    return [*shapes, *_cross(left, 6, INK), *_cross(left, 3, WHITE)] if player.buried else shapes


def _centre(left: float, column: int, row: int) -> tuple[float, float]:
    return left + (column + 0.5) * CELL, GROUND - (row + 0.5) * CELL


def _cross(left: float, thickness: float, colour: str) -> list[Shape]:
    x, y = _centre(left, SPAWN, IN_SIGHT - 1)
    return [Line(x - 6, y + end, x + 6, y - end, thickness, colour) for end in (-6, 6)]


def _links(player: Player, left: float, column: int) -> list[Shape]:
    """Bridges from the puyos of a column to equal ones above and to the right."""
    here = player.field[column][:IN_SIGHT]
    beside = player.field[column + 1][:IN_SIGHT] if column + 1 < WIDTH else ""
    shapes: list[Shape] = []
    for row, puyo in enumerate(here):
        x, y = _centre(left, column, row)
        if puyo != OJAMA and here[row + 1 : row + 2] == puyo:
            shapes.append(Rect(x - 7, y - CELL, 14, CELL, FILL[puyo]))
        if puyo != OJAMA and beside[row : row + 1] == puyo:
            shapes.append(Rect(x, y - 7, CELL, 14, FILL[puyo]))
    return shapes


def _puyo(x: float, y: float, puyo: str, faded: float = 0.0) -> list[Shape]:
    fill = mixed(FILL[puyo], HIDDEN, faded)
    if puyo == OJAMA:
        return [Disc(x, y, 11.5, fill), Disc(x, y, 7.5, mixed(fill, WHITE, 0.3))]
    return [Disc(x, y, 12.5, fill), Label(x, y, puyo, 14, mixed(fill, INK, 0.55))]


def _news(player: Player, left: float) -> list[Shape]:
    news = [f"{player.chain} chain"] * (player.chain > 0) + ["all clear"] * player.all_clear
    return [Label(left + ACROSS / 2, GROUND + 22, ", ".join(news), 14, INK)] if news else []


def _pairs(position: Position, x: float) -> list[Shape]:
    """The child stands above the axis, as the pair appears."""
    shapes: list[Shape] = []
    for number, (when, pair) in enumerate(zip(("now", "next", "then"), position.pairs(), strict=False)):
        top = TOP + CELL + number * 96
        shapes += [
            Label(x, top + 6, when, 13, FAINT),
            Rect(x - 20, top + 18, 40, 62, FIELD if number == 0 else mixed(FIELD, PAPER, 0.35), corner=8),
            *_puyo(x, top + 35, pair[1]),
            *_puyo(x, top + 63, pair[0]),
        ]
    return shapes


def _status(position: Position, x: float) -> list[Shape]:
    minutes, seconds = divmod(position.clock // FRAMES_A_SECOND, 60)
    texts = [f"turn {position.turn + 1}", f"{minutes}:{seconds:02}"]
    if position.to_play == OVER:
        texts[0] = _result(position)
    return [Label(x, GROUND - 28 + 20 * line, text, 13, FAINT) for line, text in enumerate(texts)]


def _result(position: Position) -> str:
    lost = [player.buried for player in position.players]
    return "over" if len(lost) == 1 else f"{SEATS['versus'][lost[0]]} wins" if sum(lost) == 1 else "a draw"
