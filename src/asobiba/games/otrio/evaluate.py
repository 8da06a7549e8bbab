"""How good a position looks: who seems to win by threats, then single threats, then open lines.

A *threat* is a slot where a colour would win on its next turn. Each of the other seats' turns before that can stop one
of them, so a seat with more threats than such turns seems to win; the first to come counts. The seat to move with
one threat wins for certain. Of the rest, a foreign threat weighs more than an own one: it may not be blocked by others.

native/otrio/glance.hpp is the fast twin, by which foresight.py expects the others to play.
"""

from collections.abc import Sequence
from functools import reduce
from operator import or_

from asobiba.core.game import OVER
from asobiba.games.otrio.board import COLOUR_LETTERS, EVERY_SLOT, LINES, slot_name, slots
from asobiba.games.otrio.rules import Position

WON, SEEMS_WON = 1000.0, 400.0
OWN_THREAT, FOREIGN_THREAT = 10.0, 40.0
OPEN_LINE = (0, 1, 3)
"""By the number of own pieces in it."""


def evaluate(position: Position, seat: int) -> float:
    if position.winner is not None:
        return WON if position.winner_seat == seat else -WON
    if position.to_play == OVER:
        return 0.0
    return _threats(position, seat) + _open_lines(position, seat)


def _threats(position: Position, seat: int) -> float:
    turns, players = position.options.turns, position.options.players
    found, somebody_seems_to_win = 0.0, False
    threatened = [0] * players
    movers: list[int] = []
    for ahead in range(len(turns)):
        turn = (position.turn + ahead) % len(turns)
        mover, mine = turn % players, turn % players == seat
        threats = reduce(or_, map(position.threats, turns[turn]))
        threatened[mover] |= threats
        blocks = ahead - movers.count(mover)
        if not somebody_seems_to_win and threatened[mover].bit_count() > blocks:
            found += (SEEMS_WON if mine else -SEEMS_WON) / (1 + ahead)
            somebody_seems_to_win = True
        found += (OWN_THREAT if mine else -FOREIGN_THREAT) * threats.bit_count() / (1 + ahead)
        movers.append(mover)
    return found


def _open_lines(position: Position, seat: int) -> float:
    """Own lines without a foreign piece against the average opponent's. Counted in whole numbers, so that moves that
    mirror each other look the same."""
    options, own, foreign = position.options, 0, 0
    taken = EVERY_SLOT & ~position.empty  # a line through a slot that is off-limits is nobody's
    for line in LINES:
        held = line & taken
        if held:
            for colour in options.order:
                if position.pieces[colour] & held == held:
                    worth = OPEN_LINE[held.bit_count()]
                    own, foreign = (own + worth, foreign) if options.owner(colour) == seat else (own, foreign + worth)
    return own - foreign / (options.players - 1)


def insight(positions: Sequence[Position]) -> dict[str, object]:
    """Return who has won, and the slots where each colour's next piece would win."""
    position = positions[-1]
    return {
        "winner_color": position.winner,
        "winner_seat": position.winner_seat,
        "threats": {
            COLOUR_LETTERS[colour]: [slot_name(at) for at in slots(position.threats(colour))]
            for colour in (position.options.order if position.to_play != OVER else ())
        },
    }
