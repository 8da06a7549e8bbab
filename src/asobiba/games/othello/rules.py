"""Othello: 8x8, black begins, a disc must bracket.

Vocabulary: a placed disc *brackets* the opponent's discs that lie in an unbroken straight line between it and
another disc of its own colour; those are *turned*. Who brackets nothing anywhere must *pass*. The game ends at once
when neither side can bracket.

Squares are numbered along the rows, a1 = 0, b1 = 1, ..., h8 = 63; a set of squares is an integer with one bit for
each. Action 64 is the pass, legal only when it is forced. Seat 0 is black, seat 1 white.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, Self, TypedDict

from asobiba.core.errors import IllegalMove, Phrase
from asobiba.core.game import OVER, State, whole
from asobiba.core.options import Options, option

BLACK, WHITE = 0, 1
NAMES = ("black", "white")
PASS = 64
ACTIONS = 65

BOARD = (1 << 64) - 1
NOT_FILE_A = 0xFEFEFEFEFEFEFEFE
NOT_FILE_H = 0x7F7F7F7F7F7F7F7F

# A step in each direction is a shift; the second number is where a disc can arrive without leaving the board.
DIRECTIONS = (
    (+1, NOT_FILE_A),
    (-1, NOT_FILE_H),
    (+8, BOARD),
    (-8, BOARD),
    (+9, NOT_FILE_A),
    (-9, NOT_FILE_H),
    (+7, NOT_FILE_H),
    (-7, NOT_FILE_A),
)


def square(name: str) -> int:
    """d3 -> 19"""
    return "abcdefgh".index(name[0]) + 8 * "12345678".index(name[1])


IN_ROW = tuple(
    tuple(tuple(8 * row + file for file in range(8) if files >> file & 1) for files in range(256)) for row in range(8)
)
"""The squares of each set of files, row by row: a view needs three sets, and every player of a game has one."""

START_BLACK = 1 << square("d5") | 1 << square("e4")
START_WHITE = 1 << square("d4") | 1 << square("e5")


@dataclass(frozen=True)
class OthelloOptions(Options):
    score: Literal["result", "discs", "count"] = option(
        "result",
        "what the game is worth: win 1, draw 0, loss -1; the disc difference with the empty squares given to the "
        "winner; or the difference of the discs on the board",
    )


class OthelloView(TypedDict):
    """What everybody sees of a game; squares are 0 (a1) to 63 (h8), row by row."""

    black: list[int]
    """The squares with black discs, ascending."""
    white: list[int]
    """Those with white ones."""
    to_play: int
    """0 is black, 1 white, -2 nobody: the game is over."""
    legal: list[int]
    """Squares for a disc of the side to move, or only 64, the pass."""


@dataclass(frozen=True)
class Position(State):
    black: int = START_BLACK
    white: int = START_WHITE
    side: int = BLACK
    """Whose turn it is; also kept when the game is over."""
    options: OthelloOptions = field(default_factory=OthelloOptions)

    @cached_property
    def to_play(self) -> int:
        if self.placements or brackets(self.theirs, self.mine):
            return self.side
        return OVER

    @property
    def mine(self) -> int:
        return self.white if self.side else self.black

    @property
    def theirs(self) -> int:
        return self.black if self.side else self.white

    @cached_property
    def placements(self) -> int:
        """Where the side to move may place a disc."""
        return brackets(self.mine, self.theirs)

    def legal(self) -> Sequence[int]:
        if self.placements:
            return squares(self.placements)
        return () if self.to_play == OVER else (PASS,)

    @whole
    def apply(self, action: int) -> Self:
        if not self.allows(action):
            raise IllegalMove(self._why_not(action), self, action=action)
        mine, theirs = self.mine, self.theirs
        if action != PASS:
            flipped = turned(1 << action, mine, theirs)
            mine, theirs = mine | 1 << action | flipped, theirs & ~flipped
        black, white = (theirs, mine) if self.side else (mine, theirs)
        return type(self)(black, white, 1 - self.side, self.options)

    def allows(self, action: int) -> bool:
        if action == PASS:
            return not self.placements and self.to_play != OVER
        return 0 <= action < PASS and bool(self.placements >> action & 1)

    def returns(self) -> tuple[float, ...]:
        if self.to_play != OVER:
            return 0.0, 0.0
        difference = self.black.bit_count() - self.white.bit_count()
        winner = (difference > 0) - (difference < 0)
        empties = 64 - (self.black | self.white).bit_count()
        black = {"result": winner, "discs": difference + winner * empties, "count": difference}[self.options.score]
        return float(black), float(-black)

    def chances(self) -> Sequence[tuple[int, float]]:
        return ()

    def view(self, seat: int | None) -> OthelloView:
        return {
            "black": list(squares(self.black)),
            "white": list(squares(self.white)),
            "to_play": self.to_play,
            "legal": list(self.legal()),
        }

    def _why_not(self, action: int) -> Phrase:
        if self.to_play == OVER:
            return Phrase("action {action}: the game is over", action=action)
        side = Phrase(NAMES[self.side])
        if action == PASS:
            return Phrase("{side} may not pass: it can place a disc", side=side)
        if not 0 <= action < PASS:
            text = "action {action} does not exist: squares are 0 to 63, the pass is {last}"
            return Phrase(text, action=action, last=PASS)
        where = "abcdefgh"[action % 8] + "12345678"[action // 8]
        if (self.black | self.white) >> action & 1:
            return Phrase("{side} to {square}: the square is taken", side=side, square=where)
        return Phrase("{side} to {square}: no disc would be turned", side=side, square=where)


def start(options: OthelloOptions) -> Position:
    """Four discs in the middle, black to move."""
    return Position(options=options)


def facts(position: Position) -> dict[str, list[int]]:
    return {"discs": [position.black.bit_count(), position.white.bit_count()]}


def squares(board: int) -> tuple[int, ...]:
    """The squares of a set, ascending."""
    found: tuple[int, ...] = ()
    for row, files in zip(IN_ROW, board.to_bytes(8, "little"), strict=True):
        found += row[files]
    return found


def brackets(mine: int, theirs: int) -> int:
    """The empty squares where a disc of mine would turn at least one of theirs."""
    empty = ~(mine | theirs) & BOARD
    found = 0
    for step, arrivals in DIRECTIONS:
        passable = theirs & arrivals
        run = step_from(mine, step) & passable
        while run:
            run = step_from(run, step) & arrivals
            found |= run & empty
            run &= passable
    return found


def turned(disc: int, mine: int, theirs: int) -> int:
    """The discs of theirs that turn when `disc` is placed."""
    found = 0
    for step, arrivals in DIRECTIONS:
        line = 0
        reached = step_from(disc, step) & arrivals
        while reached & theirs:
            line |= reached
            reached = step_from(reached, step) & arrivals
        if reached & mine:
            found |= line
    return found


def step_from(board: int, step: int) -> int:
    return (board << step) & BOARD if step > 0 else board >> -step
