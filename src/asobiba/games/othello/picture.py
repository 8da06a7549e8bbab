"""The board in the terminal, as the specification draws it: `@` black, `O` white, `.` empty."""

from asobiba.core.picture import PLAIN, Lines, Look, Span, draws
from asobiba.games.othello.rules import Position

STYLES = {"@": "bold green", "O": "bold white", ".": "dim", "*": "yellow"}


@draws(Position)
def draw(position: Position, look: Look = PLAIN) -> Lines:
    """Legal squares are marked `*`, unless somebody wants to find them himself."""
    lines: list[list[Span]] = [[("  a b c d e f g h", "dim")]]
    for row in range(8):
        cells = [_cell(position, 8 * row + column, look.marks) for column in range(8)]
        lines.append([(f"{row + 1}|", "dim")] + [(f"{cell} ", STYLES[cell]) for cell in cells])
    black, white = position.black.bit_count(), position.white.bit_count()
    lines.append([("@ ", STYLES["@"]), (f"{black}   ", ""), ("O ", STYLES["O"]), (f"{white}", "")])
    return lines


def _cell(position: Position, square: int, marks: bool) -> str:
    if position.black >> square & 1:
        return "@"
    if position.white >> square & 1:
        return "O"
    return "*" if marks and position.placements >> square & 1 else "."
