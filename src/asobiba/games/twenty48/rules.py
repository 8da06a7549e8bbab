"""2048: slide the tiles, equal ones merge, a new tile appears.

Vocabulary: a move *slides* every tile as far as it goes in one direction; two equal tiles that meet *merge* into one
of twice the value, and a tile that was merged does not merge again in the same move. What the merges of a move
create is its reward, and the rewards make the *score*. A move that changes nothing is illegal. After a move luck
places one tile on an *empty* cell, each equally likely, a 2 nine times in ten and a 4 otherwise; at the start it
places two. The game is over when nothing can slide. It is *won* once there is a tile of the *target* value.

Cells are numbered along the rows from the top left: a1 = 0, b1 = 1, ...; the board is the tuple of their values,
0 being empty. The player's actions are UP, RIGHT, DOWN, LEFT. Outcome 2 * cell of luck is a 2 on that cell,
2 * cell + 1 a 4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple, Self, TypeAlias

from asobiba.core.errors import ConfigError, IllegalMove, Phrase
from asobiba.core.game import CHANCE, OVER, State, whole
from asobiba.core.options import Options, option
from asobiba.games.twenty48.views import Twenty48View

PLAYER = 0
ACTIONS = 4
UP, RIGHT, DOWN, LEFT = range(ACTIONS)
DIRECTIONS = ("up", "right", "down", "left")

LARGEST = 131072
"""Two of these do not merge: on a 4x4 board nothing larger can arise."""
RANKS = 18
"""Empty, 2, 4, 8, ..., LARGEST: a tile 2**k has the rank k."""
FOUR = 0.1
"""The probability that a new tile is a 4."""
START_TILES = 2

Tiles: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Twenty48Options(Options):
    rows: int = option(4, "rows of the board", low=1, high=8)
    columns: int = option(4, "columns of the board", low=1, high=8)
    target: int = option(2048, "the tile that wins, a power of two", low=8, high=LARGEST)
    stop_at_target: bool = option(False, "whether the game is over once it is won")

    def check(self) -> None:
        if self.rows * self.columns < START_TILES:
            raise ConfigError(
                "options rows=1 and columns=1 of Twenty48Options: the board needs two cells or more",
                option="rows",
                value=1,
            )
        if self.target.bit_count() != 1:
            raise ConfigError(
                f"option target={self.target} of Twenty48Options: allowed is a power of two from 8 to {LARGEST}",
                option="target",
                value=self.target,
            )


@dataclass(frozen=True)
class Position(State):
    board: Tiles
    score: int = 0
    due: int = 0
    """Tiles that luck must place before the player moves: two at the start, one after a move."""
    options: Twenty48Options = field(default_factory=Twenty48Options)

    @cached_property
    def to_play(self) -> int:
        if self.options.stop_at_target and self.won:
            return OVER
        if self.due:
            return CHANCE
        return PLAYER if self.slides else OVER

    @property
    def max_tile(self) -> int:
        return max(self.board)

    @property
    def won(self) -> bool:
        """No flag is needed: a tile of 8 or more comes from a merge, and the largest tile never shrinks."""
        return self.max_tile >= self.options.target

    @cached_property
    def slides(self) -> Mapping[int, tuple[Tiles, int]]:
        """Of every direction that changes the board: the board after it, and the reward."""
        shifted = {action: shift(self.board, action, self.options) for action in range(ACTIONS)}
        return {action: after for action, after in shifted.items() if after[0] != self.board}

    def legal(self) -> Sequence[int]:
        if self.to_play == CHANCE:
            return [2 * cell + four for cell, tile in enumerate(self.board) if not tile for four in (0, 1)]
        return tuple(self.slides) if self.to_play == PLAYER else ()

    @whole
    def apply(self, action: int) -> Self:
        """The player's move leads to the afterstate, in which a new tile is due; luck's outcome places it."""
        if self.to_play == CHANCE and 0 <= action < 2 * len(self.board) and not self.board[action // 2]:
            board, reward, due = placed(self.board, action), 0, self.due - 1
        elif self.to_play == PLAYER and action in self.slides:
            (board, reward), due = self.slides[action], 1
        else:
            raise IllegalMove(self._why_not(action), self, action=action)
        return type(self)(board, self.score + reward, due, self.options)

    def returns(self) -> tuple[float, ...]:
        return (float(self.score),)

    def chances(self) -> Sequence[tuple[int, float]]:
        if self.to_play != CHANCE:
            return ()
        empties = self.board.count(0)
        likely = ((1 - FOUR) / empties, FOUR / empties)
        return [(outcome, likely[outcome % 2]) for outcome in self.legal()]

    def view(self, seat: int | None) -> Twenty48View:
        return {
            "board": self.rows(),
            "score": self.score,
            "won": self.won,
            "to_play": self.to_play,
            "legal": list(self.legal()),
        }

    def rows(self) -> list[list[int]]:
        columns = self.options.columns
        return [list(self.board[at : at + columns]) for at in range(0, len(self.board), columns)]

    def _why_not(self, action: int) -> Phrase:
        if self.to_play == OVER:
            return Phrase("action {action}: the game is over", action=action)
        if self.to_play == PLAYER:
            if 0 <= action < ACTIONS:
                return Phrase("{direction}: no tile would slide or merge", direction=Phrase(DIRECTIONS[action]))
            return Phrase("action {action} does not exist: 0 is up, 1 right, 2 down, 3 left", action=action)
        if 0 <= action < 2 * len(self.board):
            return Phrase("a new tile on {cell}: the cell is taken", cell=cell_name(action // 2, self.options))
        text = "outcome {action} does not exist: a new tile is 0 to {last}"
        return Phrase(text, action=action, last=2 * len(self.board) - 1)


def start(options: Twenty48Options) -> Position:
    """An empty board on which two tiles are due."""
    return Position((0,) * (options.rows * options.columns), due=START_TILES, options=options)


def facts(position: Position) -> dict[str, Any]:
    stuck = position.due == 0 and not position.slides
    return {
        "score": [position.score],
        "max_tile": [position.max_tile],
        "ending": "no_moves" if stuck else "target",
    }


class Slide(NamedTuple):
    line: Tiles
    merged: Tiles
    """The values that the merges created, from the wall on; their sum is the reward."""


class Merge(NamedTuple):
    line: int
    """The row (for left and right) or the column (for up and down), from 0."""
    value: int
    """The value created."""


@lru_cache(maxsize=RANKS**4)
def slide(line: Tiles) -> Slide:
    """Towards the first cell: [2 2 2 2] -> [4 4 0 0], merged 4 4; [2 2 2 0] -> [4 2 0 0], merged 4."""
    slid: list[int] = []
    merged: list[int] = []
    waiting = 0  # the last tile of `slid`, unless it was merged already
    for tile in filter(None, line):
        if tile == waiting and tile < LARGEST:
            slid[-1] = 2 * tile
            merged.append(2 * tile)
            waiting = 0
        else:
            slid.append(tile)
            waiting = tile
    return Slide(tuple(slid) + (0,) * (len(line) - len(slid)), tuple(merged))


@cache
def lines(action: int, rows: int, columns: int) -> tuple[slice, ...]:
    """The rows or columns of a board, each beginning at the wall towards which its tiles slide."""
    if action in (LEFT, RIGHT):
        starts, step, length = range(0, rows * columns, columns), 1, columns
    else:
        starts, step, length = range(columns), columns, rows
    if action in (LEFT, UP):
        return tuple(slice(at, at + step * length, step) for at in starts)
    # A slice that runs back to cell 0 has no number for its end.
    return tuple(slice(at + step * (length - 1), at - step if at >= step else None, -step) for at in starts)


def shift(board: Tiles, action: int, options: Twenty48Options) -> tuple[Tiles, int]:
    """The board after all tiles slid, and the reward."""
    after, reward = list(board), 0
    for line in lines(action, options.rows, options.columns):
        after[line], merged = slide(board[line])
        reward += sum(merged)
    return tuple(after), reward


def merges(position: Position, action: int) -> list[Merge]:
    """What an action merges, line by line; nothing if it is illegal."""
    found = lines(action, position.options.rows, position.options.columns)
    return [Merge(number, value) for number, line in enumerate(found) for value in slide(position.board[line]).merged]


def placed(board: Tiles, outcome: int) -> Tiles:
    """The board with the new tile."""
    cell, four = divmod(outcome, 2)
    return (*board[:cell], 4 if four else 2, *board[cell + 1 :])


def highest_score(options: Twenty48Options) -> int:
    """A tile 2**k that grew from twos has scored (k - 1) * 2**k; the richest board is 4, 8, 16, ..., one of each.

    4x4 -> 3932164. Only where that passes LARGEST, on more than 16 cells, are there several of it.
    """
    ranks = (min(cell + 2, RANKS - 1) for cell in range(options.rows * options.columns))
    return sum((k - 1) * 2**k for k in ranks)


def rank(tile: int) -> int:
    """The exponent of a tile, 0 of an empty cell: 2 -> 1, 4 -> 2, 131072 -> 17."""
    return tile.bit_length() - 1 if tile else 0


def cell_name(cell: int, options: Twenty48Options) -> str:
    """The column's letter and the row's number from the top: 5 -> b2 on a 4x4 board."""
    row, column = divmod(cell, options.columns)
    return "abcdefgh"[column] + "12345678"[row]
