"""Coppit's options: the specification's fifteen settings under their own names, then those that its gaps asked for.

What leaving and entering a BOX cost is a fact of the board and stands in the board's file.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from asobiba.core.errors import ConfigError
from asobiba.core.options import Options, option
from asobiba.games.coppit.board import STANDARD, board_named


@dataclass(frozen=True)
class CoppitOptions(Options):
    max_players: int = option(4, "seats: 2 are RED and GREEN, 3 are RED, BLUE and GREEN", low=2, high=4)
    hats_per_player: int = option(6, "hats of each colour", low=1, high=12)
    require_6_to_deploy: bool = option(False, "a hat leaves its BOX only with a 6")
    extra_roll_on_6: bool = option(True, "a 6 is followed by another roll")
    capture_on_pass: bool = option(False, "unsafe stacks on the way are captured too")
    safe_by_color: bool = option(True, "a square of its own colour protects a stack")
    safe_by_gray: bool = option(True, "a grey square protects every stack")
    allow_box_invasion: bool = option(False, "a stack may stand in an opponent's BOX as a guest")
    auto_bank_on_return: bool = option(True, "entering the BOX banks the prisoners; otherwise one may hold them")
    allow_respawn: bool = option(False, "a banked hat returns to its owner's BOX, the captor keeps the count")
    win_mode: Literal["box_count", "captured", "box_plus_captured", "last_survivor"] = option(
        "box_count",
        "who wins: most own hats in the own BOX; most hats banked; the sum of both; or who still has a free hat",
    )
    max_turns: int | None = option(None, "player-turns until the game is stopped; 800 suits bots", low=1)
    bot_fill_timeout_sec: int = option(30, "online: seconds until bots fill the empty seats", low=0)
    allow_backward: bool = option(True, "the ring is walked both ways; otherwise only clockwise")
    direction_lock: bool = option(True, "a move never turns back on itself")

    box_overshoot: Literal["stop", "through", "choice"] = option(
        "stop", "pips left over in the own BOX: lost; walked out again; or either"
    )
    allow_empty_return: bool = option(True, "a stack without prisoners may enter its BOX")
    center_turn: Literal["any", "straight"] = option("any", "where a move may go at the centre of the cross")
    deploy_on_6: Literal["move", "place"] = option(
        "move", "where only a 6 leaves the BOX: it is walked, or it only sets the hat on the door of its BOX"
    )
    max_extra_rolls: int | None = option(None, "extra rolls in one turn", low=1)
    free_on_capture: bool = option(False, "own hats in a captured stack go to their BOX at once")
    gray_capacity: int | None = option(
        None, "stacks that a grey square holds; nobody lands on a full one", low=1, high=4
    )
    end_mode: Literal["board", "in_play"] | None = option(
        None,
        "the end: one colour at most is left on the board, or one colour at most has a free hat; "
        "none: the second with two seats, the first with more",
    )
    afk_timeout_sec: int = option(60, "online: seconds until a bot plays for a player who has gone; 0: never", low=0)
    board: str = option(STANDARD.id, "the id of the board")

    # Two-seat games were played to the end of the board before two seats had a default of their own.
    unsaid: ClassVar[Mapping[str, Any]] = {"end_mode": "board"}

    def automatic(self) -> Mapping[str, Any]:
        return {"end_mode": "in_play" if self.max_players == 2 else "board"}

    def check(self) -> None:
        board_named(self.board)
        if self.allow_respawn and self.win_mode != "captured" and self.max_turns is None:
            raise _conflict("allow_respawn", True, "allowed is true only with win_mode=captured or a max_turns")
        if self.deploy_on_6 == "place" and not self.require_6_to_deploy:
            raise _conflict("deploy_on_6", "place", "allowed is place only with require_6_to_deploy=true")
        if self.gray_capacity is not None and not self.safe_by_gray:
            raise _conflict("gray_capacity", self.gray_capacity, "allowed is none unless safe_by_gray=true")


def _conflict(name: str, value: object, allowed: str) -> ConfigError:
    shown = str(value).lower() if isinstance(value, bool) else value
    return ConfigError(f"option {name}={shown} of CoppitOptions: {allowed}", option=name, value=value)
