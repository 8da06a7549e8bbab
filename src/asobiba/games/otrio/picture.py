"""The board in the terminal: three letters a space, for its small, medium and large slot; `.` is empty, `x` off-limits.

   a   b   c
  SML SML SML     left S M L
1 R.. .G. ...        R 2 3 3
2 ... ... ...        G 3 2 3
3 ... ... ...      > B 3 3 3
                     Y 3 3 3
blue to place (seat 2)
"""

from asobiba.core.contract import OVER
from asobiba.core.picture import Lines, Span, draws
from asobiba.games.otrio.board import COLOUR_LETTERS, COLOURS, lines_of, slot_name, slots
from asobiba.games.otrio.rules import Position

STYLES = {"R": "bold red", "G": "bold green", "B": "bold blue", "Y": "bold yellow", ".": "dim", "x": "dim"}


@draws(Position)
def draw(position: Position) -> Lines:
    """`>` marks the colour that is due."""
    lines: list[list[Span]] = [[("   a   b   c", "dim")], [("  SML SML SML     left S M L", "dim")]]
    lines += [_row(position, row) for row in range(3)] + [[(" " * 14, "")]]
    for line, colour in zip(lines[2:], position.options.order, strict=False):
        letter = COLOUR_LETTERS[colour]
        mark = ">" if colour in position.due else " "
        stock = " ".join(map(str, position.stock(colour)))
        line += [(f"     {mark} ", "bold"), (letter, STYLES[letter]), (f" {stock}", "")]
    return [*lines, [(_status(position), "")]]


def _row(position: Position, row: int) -> list[Span]:
    spans = [(f"{row + 1} ", "dim")]
    for cell in range(3 * row, 3 * row + 3):
        letters = [letter_at(position, 9 * size + cell) for size in range(3)]
        spans += [*((letter, STYLES[letter]) for letter in letters), (" ", "")]
    return spans


def letter_at(position: Position, slot: int) -> str:
    for letter, mine in zip(COLOUR_LETTERS, position.pieces, strict=True):
        if mine >> slot & 1:
            return letter
    return "." if position.options.slots >> slot & 1 else "x"


def _status(position: Position) -> str:
    if position.winner is not None:
        line = " ".join(map(slot_name, slots(lines_of(position.pieces[position.winner])[0])))
        return f"{COLOURS[position.winner]} wins (seat {position.winner_seat}): {line}"
    if position.to_play == OVER:
        return "draw: nobody can place a piece"
    joint, task = (" or ", "to place") if any(position.openings) else (" and ", "must pass")
    return f"{joint.join(COLOURS[colour] for colour in position.due)} {task} (seat {position.to_play})"
