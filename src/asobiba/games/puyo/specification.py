"""The GameEngine that specification 001 presumes: players A and B, states as plain dicts, both move at once.

    engine = GameEngine(mode="versus", speed_multiplier=0, seed=7)
    while not engine.is_game_over():
        state = engine.step(*(engine.legal_actions(player)[0] for player in "AB"))

A board is 13 rows of 6 numbers, the hidden row first: 0 empty, 1 to 4 the colours, 5 ojama, 6 a fifth colour where one
is played. Beyond the specification a state has what decides the future and what the last move brought; see `state_of`.
"""

import asyncio
import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Self, TypeAlias, get_args

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.games.puyo.clocks import Clock, ClockName, FrameClock, TurnClock, why_not
from asobiba.games.puyo.field import HEIGHT, NOTHING, OJAMA, WIDTH, Field, resolve, rows
from asobiba.games.puyo.ojama import FRAMES_A_SECOND
from asobiba.games.puyo.placements import PLACEMENTS, place, reachable
from asobiba.games.puyo.rules import PuyoOptions

Board: TypeAlias = list[list[int]]
State: TypeAlias = dict[str, Any]

PLAYERS = "AB"
LETTERS = NOTHING + "RBYG" + OJAMA + "P"
"""By their numbers on a board."""
ROTATIONS = "urdl"
"""The child above, right, below, left of the axis: rotation 0 to 3."""


@dataclass(frozen=True)
class PlacementAction:
    action_id: int
    """0 to 21, in the order of placements.py."""
    column: int
    """Of the axis, 0 to 5."""
    rotation: int
    """0 to 3: the child is above, right of, below, left of the axis."""
    final_positions: tuple[tuple[int, int, int], ...] = ()
    """(x, y, colour) where the puyos land before anything pops; one that would rest on row 14 is not there."""

    @classmethod
    def on(cls, state: Mapping[str, Any], player_id: str, action_id: int) -> Self:
        """The placement of a player's current pair, with where it lands."""
        player = state["players"][player_id]
        field, pair = field_of(player["board"]), "".join(LETTERS[colour] for colour in player["current_puyo"]["colors"])
        placement = PLACEMENTS[action_id]
        landed = [
            (column, HEIGHT - 1 - row, LETTERS.index(letter))
            for column, after in enumerate(place(field, pair, action_id))
            for row, letter in enumerate(after)
            if row >= len(field[column])
        ]
        return cls(action_id, placement.axis, ROTATIONS.index(placement.side), tuple(landed))


Choice: TypeAlias = PlacementAction | int | None


class GameEngine:
    """`speed_multiplier` is how many times faster than 60 frames a second the async form runs; 0 or None: at once."""

    def __init__(
        self,
        mode: Literal["versus", "single"] = "versus",
        speed_multiplier: float | None = 1.0,
        seed: int | None = None,
        *,
        clock: ClockName = "turns",
        **options: Any,
    ) -> None:
        """`options` are those of PuyoOptions, such as max_turns=200. Without a seed luck is new every time."""
        if clock not in get_args(ClockName):
            raise ConfigError(f"clock={clock!r}: allowed is turns or frames", option="clock")
        if speed_multiplier is not None and not 0 <= speed_multiplier < math.inf:
            raise ConfigError(
                f"speed_multiplier={speed_multiplier}: allowed is a number, 0 or more", option="speed_multiplier"
            )
        self.options = PuyoOptions.read({"mode": mode, **options})
        self.speed_multiplier = speed_multiplier
        drawn = random.SystemRandom().getrandbits(64) if seed is None else seed
        self.clock: Clock = (TurnClock if clock == "turns" else FrameClock).start(self.options, drawn)

    def get_state(self) -> State:
        return state_of(self.clock)

    def is_game_over(self) -> bool:
        return self.clock.over

    def legal_actions(self, player_id: str) -> tuple[int, ...]:
        """Ascending; empty while this player has no pair to place."""
        seat = self._seat(player_id)
        return self.clock.players[seat].reachable() if self.clock.is_ready(seat) else ()

    def action(self, player_id: str, action_id: int) -> PlacementAction:
        self._check(self._seat(player_id), action_id)
        return PlacementAction.on(self.get_state(), player_id, action_id)

    def step(self, action_a: Choice, action_b: Choice = None) -> State:
        """Both place, by id or PlacementAction; None for who has no pair to place, as B in single play."""
        given = [action_a, action_b]
        chosen = [each.action_id if isinstance(each, PlacementAction) else each for each in given]
        seats = len(self.clock.players)
        if chosen[seats:] not in ([], [None]):
            raise IllegalMove(f"action {chosen[1]} of B: there is no player B in single play", action=chosen[1])
        for seat in range(seats):
            self._check(seat, chosen[seat])
        self.clock.step(chosen[:seats])
        return self.get_state()

    async def step_simultaneous(self, action_a: Choice, action_b: Choice = None) -> State:
        """The same, and takes as long as it takes to be played."""
        before = self.clock.frames
        state = self.step(action_a, action_b)
        if self.speed_multiplier:
            await asyncio.sleep((self.clock.frames - before) / FRAMES_A_SECOND / self.speed_multiplier)
        return state

    def _seat(self, player_id: str) -> int:
        players = PLAYERS[: len(self.clock.players)]
        if len(player_id) != 1 or player_id not in players:
            raise ConfigError(f"player {player_id!r}: there are {' and '.join(players)}", player=player_id)
        return players.index(player_id)

    def _check(self, seat: int, action: int | None) -> None:
        name = PLAYERS[seat]
        if self.clock.over:
            raise IllegalMove(f"action {action} of {name}: the game is over", action=action)
        if not self.clock.is_ready(seat):
            why = None if action is None else f"{name} has no pair to place yet: give None"
        elif action is None:
            why = f"{name} has a pair to place: give one of {list(self.legal_actions(name))}"
        else:
            why = why_not(self.clock.players[seat], action)
        if why:
            raise IllegalMove(f"action {action} of {name}: {why}", action=action)


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
    """The rulebook's field of a board on which nothing floats."""
    columns = ("".join(LETTERS[row[column]] for row in reversed(board)) for column in range(WIDTH))
    return tuple(column.rstrip(NOTHING) for column in columns)


def codes(pair: str) -> tuple[int, ...]:
    return tuple(map(LETTERS.index, pair))


def place_virtual_puyo(board: Board, column: int, rotation: int, colors: Sequence[int]) -> bool:
    """Puts a pair on the board, before anything pops; False, and nothing was changed, where it cannot get there."""
    field, pair = field_of(board), "".join(LETTERS[colour] for colour in colors)
    wanted = [each.axis == column and ROTATIONS.index(each.side) == rotation for each in PLACEMENTS]
    if not any(wanted) or wanted.index(True) not in reachable(tuple(map(len, field))):
        return False
    board[:] = board_of(place(field, pair, wanted.index(True)))
    return True


def simulate_chain_cascade(board: Board) -> int:
    """Links of the chain that starts by itself once everything has fallen; the board stays as it is."""
    return len(resolve(settled(board)).links)


def simulate_chain_damage(board: Board) -> int:
    """Ojama that this chain buys, at 70 points each."""
    return resolve(settled(board)).score // PuyoOptions().target_points


def settled(board: Board) -> Field:
    """The field after what floats has fallen."""
    return tuple(column.replace(NOTHING, "") for column in field_of(board))
