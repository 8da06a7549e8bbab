"""Mygame. Replace the rules below by your own, then run `asobiba check mygame`."""

from dataclasses import dataclass, replace

from asobiba.agents.arrays import Arrays, Planes
from asobiba.core.game import OVER, Game, State
from asobiba.core.options import Options
from asobiba.core.picture import PLAIN, Lines, Look, draws
from asobiba.online.people import People

SEATS = ("first", "second")
ROWS, COLUMNS, IN_A_ROW = 6, 7, 4
EMPTY = -1


@dataclass(frozen=True)
class Position(State):
    """`cells` holds the seat whose piece lies there, row by row, or EMPTY."""

    cells: tuple[int, ...] = (EMPTY,) * (ROWS * COLUMNS)
    turn: int = 0
    winner: int = EMPTY

    @property
    def to_play(self) -> int:
        return OVER if self.winner != EMPTY or EMPTY not in self.cells else self.turn

    def legal(self) -> list[int]:
        """Return the empty cells: an action is the number of a cell."""
        return [] if self.to_play == OVER else [cell for cell, owner in enumerate(self.cells) if owner == EMPTY]

    def after(self, action: int) -> "Position":
        cells = (*self.cells[:action], self.turn, *self.cells[action + 1 :])
        winner = self.turn if wins(cells, action) else EMPTY
        return replace(self, cells=cells, turn=(self.turn + 1) % len(SEATS), winner=winner)

    def returns(self) -> tuple[float, ...]:
        if self.winner == EMPTY:
            return (0.0,) * len(SEATS)
        return tuple(1.0 if seat == self.winner else -1.0 for seat in range(len(SEATS)))


def wins(cells: tuple[int, ...], last: int) -> bool:
    """Return whether the piece on the cell `last` makes a line of IN_A_ROW."""
    row, column = divmod(last, COLUMNS)

    def run(down: int, right: int) -> int:
        y, x, length = row + down, column + right, 0
        while 0 <= y < ROWS and 0 <= x < COLUMNS and cells[y * COLUMNS + x] == cells[last]:
            y, x, length = y + down, x + right, length + 1
        return length

    return any(run(y, x) + 1 + run(-y, -x) >= IN_A_ROW for y, x in ((0, 1), (1, 0), (1, 1), (1, -1)))


@draws(Position)
def draw(position: Position, look: Look = PLAIN) -> Lines:
    """Draw each piece by its seat's first letter; an empty cell shows its number, which is what to type."""
    texts = [str(cell) if owner == EMPTY else SEATS[owner][0].upper() for cell, owner in enumerate(position.cells)]
    spans = [
        (f"{text:>4}", "dim" if owner == EMPTY else "bold") for text, owner in zip(texts, position.cells, strict=True)
    ]
    return [spans[row * COLUMNS : (row + 1) * COLUMNS] for row in range(ROWS)]


def planes(position: Position, seat: int) -> list[list[bool]]:
    """Return a plane for each seat, mine first."""
    owners = [(seat + ahead) % len(SEATS) for ahead in range(len(SEATS))]
    return [[cell == owner for cell in position.cells] for owner in owners]


GAME: Game[Position, Options] = Game(
    name="mygame",
    seats=lambda _: SEATS,
    start=lambda _: Position(),
    actions=lambda _: ROWS * COLUMNS,
    draw=draw,
    parts=(
        Arrays(encode=Planes((len(SEATS), ROWS, COLUMNS), planes)),
        People(titles={"en": "Mygame"}, help={"en": "the number of an empty cell"}),
    ),
)
