"""The board in the terminal: three letters a space, for its small, medium and large slot; `.` is empty, `x` off-limits.

   a   b   c
  SML SML SML     left S M L
1 R.. .G. ...        R 2 3 3
2 ... ... ...        G 3 2 3
3 ... ... ...      > B 3 3 3
                     Y 3 3 3
blue to place (seat 2)
"""

from asobiba.core.errors import Phrase
from asobiba.core.game import OVER
from asobiba.core.picture import PLAIN, Lines, Look, Span, draws
from asobiba.games.otrio.board import COLOUR_LETTERS, COLOURS, lines_of, slot_name, slots
from asobiba.games.otrio.rules import Position, listed

STYLES = {"R": "bold red", "G": "bold green", "B": "bold blue", "Y": "bold yellow", ".": "dim", "x": "dim"}


@draws(Position)
def draw(position: Position, look: Look = PLAIN) -> Lines:
    """`>` marks the colour that is due."""
    header = f"  SML SML SML     {look.say('left')} S M L"
    lines: list[list[Span]] = [[("   a   b   c", "dim")], [(header, "dim")]]
    lines += [_row(position, row) for row in range(3)] + [[(" " * 14, "")]]
    for line, colour in zip(lines[2:], position.options.order, strict=False):
        letter = COLOUR_LETTERS[colour]
        mark = ">" if colour in position.due else " "
        stock = " ".join(map(str, position.stock(colour)))
        line += [(f"     {mark} ", "bold"), (letter, STYLES[letter]), (f" {stock}", "")]
    return [*lines, [(_status(position).spoken(look.words), "")]]


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


def _status(position: Position) -> Phrase:
    if position.winner is not None:
        # A winner that a program has set need not have a line.
        line = " ".join(slot_name(at) for line in lines_of(position.pieces[position.winner])[:1] for at in slots(line))
        who, seat = Phrase(COLOURS[position.winner]), position.winner_seat
        return Phrase("{colour} wins (seat {seat}): {slots}", colour=who, seat=seat, slots=line)
    if position.to_play == OVER:
        return Phrase("draw: nobody can place a piece")
    if any(position.openings):
        return Phrase("{colours} to place (seat {seat})", colours=listed(position.due, "or"), seat=position.to_play)
    return Phrase("{colours} must pass (seat {seat})", colours=listed(position.due, "and"), seat=position.to_play)
