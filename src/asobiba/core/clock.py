"""Clocks: so much time for all the moves of a seat, and some seconds more after each of them, which is Fischer's way.

    5        five minutes
    10+5     ten minutes, and five seconds after every move
    0.5+1    half a minute, and a second after every move

The rooms of the server write theirs alike. Who can only pass decides nothing: no clock runs for that.
"""

import math
import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from asobiba.core.errors import ConfigError

WRITTEN = re.compile(r"([0-9]{1,4}(?:\.[0-9]{1,4})?)(?:\+([0-9]{1,4}(?:\.[0-9]{1,4})?))?")
LONGEST, MOST_ADDED = 86_400.0, 3_600.0
"""Seconds; as in a room."""
SHORT = 10.0
"""Seconds from which on tenths are shown."""
MOVES = 20
"""Of an agent that knows nothing better: for so many moves it divides what is left, however many there will be."""
SAFE = 0.95
"""Of its share; the rest is for whoever tells the move."""
LONGEST_MOVE = 3_600.0
"""Seconds, whatever the clock says."""

CLOCK = "clock"
"""Among the notes of a record: how much time each seat had, as it is written above."""

Now: TypeAlias = Callable[[], float]
"""Seconds since any moment; they never go back."""


@dataclass(frozen=True)
class TimeControl:
    """In seconds."""

    total: float
    increment: float = 0.0

    def __str__(self) -> str:
        return f"{self.total / 60:.10g}+{self.increment:.10g}"

    def as_json(self) -> dict[str, float]:
        """In the words of a room."""
        return {"total": self.total, "increment": self.increment}


def read_clock(text: str) -> TimeControl:
    """10+5 -> TimeControl(600.0, 5.0)"""
    written = WRITTEN.fullmatch(text.strip())
    control = TimeControl(60 * float(written[1]), float(written[2] or 0)) if written else TimeControl(0.0)
    if not (0 < control.total <= LONGEST and control.increment <= MOST_ADDED):
        raise ConfigError(
            f"clock {text}: write minutes, up to {LONGEST / 60:g}, and after a + the seconds that a move adds, "
            f"up to {MOST_ADDED:g}, such as 5 or 10+5",
            option="clock",
            value=text,
        )
    return control


class Clocks:
    """One for each seat, at most one of them running."""

    def __init__(self, control: TimeControl, seats: int, now: Now = time.perf_counter) -> None:
        self.control, self.now = control, now
        self.left = [control.total] * seats
        """Seconds, by seat."""
        self.flagged: int | None = None
        """The seat whose time is over."""

    def spend(self, seat: int, seconds: float) -> bool:
        """Whether any time is left."""
        self.left[seat] = max(0.0, self.left[seat] - seconds)
        if self.left[seat] == 0.0:
            self.flagged = seat
        return self.flagged is None

    def press(self, seat: int) -> None:
        """The seat has moved."""
        self.left[seat] += self.control.increment


def clock_text(seconds: float) -> str:
    """65 -> 1:05; under ten seconds with tenths."""
    if seconds < SHORT:
        return f"{math.floor(seconds * 10) / 10:.1f}"
    minutes, rest = divmod(math.ceil(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def share(seconds: float, moves: int | None, increment: float, parts: float = MOVES) -> float:
    """What one move may take of the seconds that are left for so many moves, or else for all that are to come: one of
    two parts or more, and what a move adds, as far as half of the time is not touched."""
    taken = min(seconds / parts + increment, seconds / 2) if moves is None else seconds / moves
    return min(max(0.0, SAFE * taken), LONGEST_MOVE)
