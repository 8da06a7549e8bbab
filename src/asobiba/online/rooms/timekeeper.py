"""The players' clocks. The server's time counts, and only while the game can go on."""

import time

from asobiba.online.protocol import messages as say
from asobiba.online.rooms.table import RoomTable


class Timekeeper:
    def __init__(self) -> None:
        self._due_since: dict[int, float] = {}
        self._decided_at, self._decided = -1, 0.0
        self._stopped_at: float | None = None
        self._frozen_at: float | None = None

    @property
    def frozen(self) -> bool:
        """After a restart the clocks stand still until the player who is to move is back."""
        return self._frozen_at is not None

    @property
    def running_on(self) -> bool:
        return not self.frozen and self._stopped_at is None

    def resume(self, table: RoomTable, spent_ms: int) -> None:
        """So much of the time for this decision was used up before this process had the room."""
        self.follow(table)
        self._due_since = {seat: since - spent_ms / 1000 for seat, since in self._due_since.items()}

    def freeze(self) -> None:
        self._frozen_at = self._now()

    def thaw(self) -> None:
        if self._frozen_at is not None:
            self._shift(self._now() - self._frozen_at)
            self._frozen_at = None

    def thought_ms(self) -> int:
        """About this decision, by whoever has thought longest."""
        return max(map(self.spent_ms, self._due_since), default=0)

    def are_of(self, table: RoomTable) -> bool:
        """Whether they have been running for the decision that is now to be taken."""
        return table.decided_at == self._decided_at

    def follow(self, table: RoomTable) -> None:
        """The clocks of those who are to move run from now on; those that ran already run on.

        Who can only pass decides nothing: no clock runs for that.
        """
        now, known = self._now(), self._due_since
        fresh = table.decided_at != self._decided_at
        if fresh:
            self._decided_at, self._decided = table.decided_at, now
            self._frozen_at = now if self.frozen else None
        deciding = set(table.due()) - set(table.passing())
        self._due_since = {seat: now if fresh else known.get(seat, now) for seat in sorted(deciding)}

    def since_decision(self) -> float:
        """Seconds since the position is what it is, as far as the game could go on."""
        return self._now() - self._decided

    def _now(self) -> float:
        return time.monotonic() if self._stopped_at is None else self._stopped_at

    def stop(self) -> None:
        """While nothing can be stored."""
        self._stopped_at = self._now()

    def go_on(self) -> None:
        if self._stopped_at is not None:
            pause = time.monotonic() - self._stopped_at
            self._shift(pause)
            self._decided += pause
            self._frozen_at = None if self._frozen_at is None else self._frozen_at + pause
            self._stopped_at = None

    def _shift(self, pause: float) -> None:
        self._due_since = {seat: since + pause for seat, since in self._due_since.items()}

    def deciding(self) -> dict[int, float]:
        """Who thinks about a move, and since when; nobody while the clocks stand still."""
        return dict(self._due_since) if self.running_on else {}

    def spent_ms(self, seat: int | None) -> int:
        """How long the seat has been thinking about its move."""
        if seat is None or seat not in self._due_since:
            return 0
        now = self._now() if self._frozen_at is None else self._frozen_at
        return max(0, round((now - self._due_since[seat]) * 1000))

    def left_ms(self, table: RoomTable, seat: int) -> int | None:
        """What remains of the seat's total time and of the time for its move, whichever is less; None: no limit."""
        clocks, spent = table.setup.settings.clocks, self.spent_ms(seat)
        limits = []
        if clocks.total is not None:
            limits.append(table.left_ms[seat] - spent)
        if clocks.move is not None and seat in self._due_since:
            limits.append(round(clocks.move * 1000) - spent)
        return max(0, min(limits)) if limits else None

    def running(self, table: RoomTable) -> dict[int, int]:
        """Milliseconds until each player who is to move has used up his time."""
        if not self.running_on:
            return {}
        left = {seat: self.left_ms(table, seat) for seat in self._due_since if not table.seats[seat].played_by_bot}
        return {seat: ms for seat, ms in left.items() if ms is not None}

    def has_used_up_all(self, table: RoomTable, seat: int) -> bool:
        total = table.setup.settings.clocks.total
        return total is not None and table.left_ms[seat] <= self.spent_ms(seat)

    def told(self, table: RoomTable) -> say.Clock | None:
        clocks = table.setup.settings.clocks
        if table.status != "playing" or (clocks.total is None and clocks.move is None):
            return None
        running = list(self._due_since) if self.running_on else []
        return say.Clock([self.left_ms(table, seat) for seat in range(len(table.seats))], running)
