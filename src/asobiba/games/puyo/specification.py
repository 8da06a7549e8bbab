"""The GameEngine that specification 001 presumes, and with it the names of that document that belong to the game.

    engine = GameEngine(mode="versus", speed_multiplier=0, seed=7)
    while not engine.is_game_over():
        state = engine.step(*(engine.legal_actions(player)[0] for player in "AB"))

Players are A and B, states are plain dicts (states.py), and both move at once. Rewards are in dense_rewards.py; the
names of learning are in asobiba.learn.puyo.
"""

import asyncio
import math
import random
from collections.abc import Sequence
from typing import Any, Literal, get_args

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.games.puyo.clocks import ClockName, FrameClock, TurnClock, why_not
from asobiba.games.puyo.dense_rewards import (
    DenseRewardCalculator,
    RewardComponents,
    RewardConfig,
    analyze_chain_triggers,
    analyze_immediate_threat,
    analyze_max_chain_potential,
    calculate_height_danger,
)
from asobiba.games.puyo.field import resolve
from asobiba.games.puyo.ojama import FRAMES_A_SECOND
from asobiba.games.puyo.placements import PLACEMENTS, place, reachable
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.games.puyo.states import (
    PLAYERS,
    ROTATIONS,
    Board,
    Choice,
    Clock,
    PlacementAction,
    State,
    board_of,
    field_of,
    letters_of,
    state_of,
)

__all__ = [
    "DenseRewardCalculator",
    "GameEngine",
    "PlacementAction",
    "RewardComponents",
    "RewardConfig",
    "analyze_chain_triggers",
    "analyze_immediate_threat",
    "analyze_max_chain_potential",
    "calculate_height_danger",
    "place_virtual_puyo",
    "simulate_chain_cascade",
    "simulate_chain_damage",
]


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
        speed: Any = speed_multiplier or 0
        if not isinstance(speed, int | float) or not 0 <= speed < math.inf:
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
        """Both place, by id or PlacementAction; None for who has no pair to place, as B in single play.

        A PlacementAction remembers where its puyos land, unless it is one object for both players.
        """
        given: list[Any] = [action_a, action_b]
        chosen: list[int | None] = [getattr(each, "action_id", each) for each in given]
        seats = len(self.clock.players)
        if chosen[seats:] not in ([], [None]):
            raise IllegalMove(f"action {chosen[1]} of B: there is no player B in single play", action=chosen[1])
        for seat in range(seats):
            self._check(seat, chosen[seat])
        for player, each in zip(PLAYERS, given, strict=True):
            if isinstance(each, PlacementAction):
                landed = PlacementAction.on(self.get_state(), player, each.action_id).final_positions
                each.final_positions = [] if action_a is action_b else landed
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


def place_virtual_puyo(board: Board, column: int, rotation: int, colors: Sequence[int]) -> bool:
    """Put a pair on the board, before anything pops; return False, and change nothing, where it cannot get there."""
    field, wanted = field_of(board), (column, rotation)
    for number in reachable(tuple(map(len, field))):
        if (PLACEMENTS[number].axis, ROTATIONS.index(PLACEMENTS[number].side)) == wanted:
            board[:] = board_of(place(field, letters_of(colors), number))
            return True
    return False


def simulate_chain_cascade(board: Board) -> int:
    """Return the links of the chain that starts by itself once everything has fallen; the board stays as it is."""
    return len(resolve(field_of(board)).links)


def simulate_chain_damage(board: Board) -> int:
    """Return the ojama that this chain buys, at 70 points each."""
    return resolve(field_of(board)).score // PuyoOptions().target_points
