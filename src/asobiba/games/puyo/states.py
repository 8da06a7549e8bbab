"""The states of the GameEngine of specification 001: plain dicts with boards of numbers, and what is placed on them.

A board is 13 rows of 6 numbers, the hidden row first: 0 empty, 1 to 4 the colours, 5 ojama, 6 a fifth colour where one
is played. Beyond the specification a state has what decides the future and what the last move brought; see `state_of`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, Self, TypeAlias

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.games.puyo.field import HEIGHT, NOTHING, OJAMA, WIDTH, Field, rows
from asobiba.games.puyo.placements import ACTIONS, PLACEMENTS, place
from asobiba.games.puyo.rules import Player, PuyoOptions

Board: TypeAlias = list[list[int]]
State: TypeAlias = dict[str, Any]

PLAYERS = "AB"
LETTERS = NOTHING + "RBYG" + OJAMA + "P"
"""By their numbers on a board."""
ROTATIONS = "urdl"
"""The child above, right, below, left of the axis: rotation 0 to 3."""


@dataclass(unsafe_hash=True)
class PlacementAction:
    """One of the 22 placements. Column and rotation follow from the id unless they are given."""

    action_id: int
    """0 to 21, in the order of placements.py."""
    column: int = -1
    """Of the axis, 0 to 5."""
    rotation: int = -1
    """0 to 3: the child is above, right of, below, left of the axis."""
    final_positions: list[tuple[int, int, int]] = field(default_factory=list, hash=False)
    """(x, y, colour) where the puyos land before anything pops; empty until the pair is placed. A puyo that would rest
    on row 14 is not there."""

    def __post_init__(self) -> None:
        if self.column >= 0 and self.rotation >= 0:
            return
        if self.action_id not in range(ACTIONS):
            raise IllegalMove(f"action {self.action_id!r} does not exist: placements are 0 to {ACTIONS - 1}")
        self.action_id = int(self.action_id)
        placement = PLACEMENTS[self.action_id]
        self.column, self.rotation = placement.axis, ROTATIONS.index(placement.side)

    @classmethod
    def on(cls, state: Mapping[str, Any], player_id: str, action_id: int) -> Self:
        """The placement of a player's current pair, with where it lands."""
        player = state["players"][player_id]
        field, pair = field_of(player["board"]), letters_of(player["current_puyo"]["colors"])
        landed = [
            (column, HEIGHT - 1 - row, LETTERS.index(letter))
            for column, after in enumerate(place(field, pair, action_id))
            for row, letter in enumerate(after)
            if row >= len(field[column])
        ]
        return cls(int(action_id), final_positions=landed)


Choice: TypeAlias = PlacementAction | int | None


@dataclass(frozen=True)
class Brought:
    """What a seat's last move brought in this step."""

    chain: int = 0
    """Links; 0 until the chain is over, so that it is told once."""
    sent: int = 0
    """Ojama queued for the other after offsetting."""
    cancelled: int = 0
    """Ojama on their way to this seat that its chain offset."""


class Clock(Protocol):
    brought: list[Brought]
    """By seat."""

    @property
    def options(self) -> PuyoOptions: ...

    @property
    def players(self) -> tuple[Player, ...]: ...
    @property
    def over(self) -> bool: ...
    @property
    def lost(self) -> list[bool]:
        """By seat, once it is over."""

    @property
    def turn(self) -> int: ...
    @property
    def frames(self) -> int: ...
    @property
    def price(self) -> int: ...
    def pairs(self, seat: int) -> list[str]: ...
    def is_ready(self, seat: int) -> bool: ...
    def is_chaining(self, seat: int) -> bool: ...
    def step(self, placements: list[int | None]) -> None: ...


def state_of(clock: Clock) -> State:
    """Beside what the specification names: `turn`, `clock` in frames, the `price` of an ojama, `target_points`,
    `colors`, all `options`, and `truncated` when only the turn limit has ended the game; of a player also `carry`,
    `row14`, and `ojama_sent` and `ojama_cancelled` by the last move.
    """
    over, lost = clock.over, clock.lost
    return {
        "players": {PLAYERS[seat]: player_of(clock, seat) for seat in range(len(lost))},
        "game_over": over,
        "winner": PLAYERS[lost.index(False)] if over and sum(lost) == 1 and len(lost) == 2 else None,
        "truncated": over and not any(lost),
        "turn": clock.turn,
        "clock": clock.frames,
        "price": clock.price,
        "target_points": clock.options.target_points,
        "colors": clock.options.colors,
        "options": vars(clock.options).copy(),
    }


def player_of(clock: Clock, seat: int) -> State:
    """Who is buried gets no pair any more; who is busy has none in hand yet."""
    player, brought = clock.players[seat], clock.brought[seat]
    is_busy = not clock.over and not clock.is_ready(seat)
    pairs: list[State | None] = [{"colors": codes(pair)} for pair in clock.pairs(seat)]
    if player.buried or is_busy:
        pairs.insert(0, None)
    return {
        "board": board_of(player.field),
        "current_puyo": pairs[0],
        "next": pairs[1],
        "next_next": pairs[2],
        "ojama_pending": player.ojama,
        "chain_count": brought.chain,
        "is_chaining": clock.is_chaining(seat),
        "score": player.score,
        "all_clear": player.all_clear,
        "carry": player.carry,
        "row14": player.row14,
        "ojama_sent": brought.sent,
        "ojama_cancelled": brought.cancelled,
    }


def board_of(field: Field) -> Board:
    return [[LETTERS.index(letter) for letter in row] for row in rows(field)]


def field_of(board: Board) -> Field:
    """Return the rulebook's field of a board; what floats on the board has fallen."""
    check_shape(board)
    columns = (letters_of([row[column] for row in reversed(board)]) for column in range(WIDTH))
    return tuple(column.replace(NOTHING, "") for column in columns)


def check_shape(board: Board) -> None:
    if len(board) != HEIGHT or any(len(row) != WIDTH for row in board):
        widths = " and ".join(sorted({str(len(row)) for row in board}))
        raise ConfigError(f"a board has {HEIGHT} rows of {WIDTH} numbers, this one has {len(board)} rows of {widths}")


def codes(pair: str) -> tuple[int, ...]:
    return tuple(map(LETTERS.index, pair))


def letters_of(numbers: Sequence[int]) -> str:
    if not all(0 <= number < len(LETTERS) for number in numbers):
        raise ConfigError(f"puyos {list(numbers)}: allowed are whole numbers from 0 to {len(LETTERS) - 1}")
    return "".join([LETTERS[int(number)] for number in numbers])
