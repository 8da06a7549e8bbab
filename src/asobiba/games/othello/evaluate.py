"""The specification's evaluation: corner 25, mobility 5, disc 1, each as mine minus theirs.

Two corners, two moves and two discs ahead are worth 50 + 10 + 2 = 62.
"""

from asobiba.games.othello.rules import BLACK, Position, brackets, square

CORNER, MOBILITY, DISC = 25, 5, 1
CORNERS = sum(1 << square(name) for name in ("a1", "h1", "a8", "h8"))


def evaluate(position: Position, seat: int) -> float:
    mine, theirs = (position.black, position.white) if seat == BLACK else (position.white, position.black)
    corners = (mine & CORNERS).bit_count() - (theirs & CORNERS).bit_count()
    mobility = brackets(mine, theirs).bit_count() - brackets(theirs, mine).bit_count()
    discs = mine.bit_count() - theirs.bit_count()
    return CORNER * corners + MOBILITY * mobility + DISC * discs
