"""The part `table`: how a game is played at a table of the server. The module `table` of a game holds TABLE."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic

from asobiba.core.game import OVER, O, Part, S
from asobiba.online.simulation import Timing


def nobody_moves(view: Mapping[str, Any], winners: Sequence[int]) -> dict[str, Any]:
    return {**view, "to_play": OVER, "legal": []}


@dataclass(frozen=True, kw_only=True)
class Table(Part, Generic[S, O]):
    module: ClassVar[str] = "table"

    patience: Callable[[O], float | None] = lambda _: 60.0
    """Seconds until a bot plays for a player who has gone; None: never."""
    fill_seconds: Callable[[O], float | None] = lambda _: None
    """Seconds until bots take the free seats, unless the host says otherwise; None: never."""
    hides_luck: Callable[[S], bool] = lambda _: False
    """Whether the outcome that luck draws here is kept from everybody until the game is over."""
    conclude: Callable[[Mapping[str, Any], Sequence[int]], dict[str, Any]] = nobody_moves
    """Turns the view of a game that the table ended, not the rules, into that of a finished one won by these seats."""
    timed: Timing[O] | None = None
    """How it is played on the clock; None: only in turns."""
