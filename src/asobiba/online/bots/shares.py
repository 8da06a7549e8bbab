"""Who has had how much thinking done lately, so that what there is can be shared fairly.

A question is paid for by an address, by a guest of it, and by a room of that guest. Two of different addresses are
compared by what these have used, two of one address by what the guests have used, two of one guest by the rooms. So
nobody gains by opening more rooms, nor by coming as more guests.
"""

import math
from dataclasses import dataclass
from itertools import islice
from typing import Final

HALF_LIFE: Final = 30.0
"""Seconds after which half of what was used is forgotten."""
FORGOTTEN: Final = 0.01
"""Seconds of thinking that are not worth remembering."""
SWEEP: Final = 4
"""Accounts looked at for every new one."""


@dataclass(frozen=True, slots=True)
class Payer:
    """For whom something is thought."""

    address: str = ""
    guest: str = ""
    room: str = ""

    @property
    def accounts(self) -> tuple[tuple[str, ...], ...]:
        """From the one that is asked first."""
        return (self.address,), (self.address, self.guest), (self.address, self.guest, self.room)


class Shares:
    """Every question names its moment, so that those asked together are answered alike."""

    def __init__(self) -> None:
        self._used: dict[tuple[str, ...], tuple[float, float]] = {}
        """Seconds that an account had used, and when that was."""

    def charge(self, payer: Payer, seconds: float, now: float) -> None:
        for account in payer.accounts:
            used = self._seconds(account, now) + seconds
            if self._used.pop(account, None) is None:
                self._sweep(now)
            self._used[account] = used, now  # at the end: those at the front were charged longest ago

    def standing(self, payer: Payer, now: float) -> tuple[float, ...]:
        """Seconds used lately by each account; who has the lesser ones comes first."""
        return tuple(self._seconds(account, now) for account in payer.accounts)

    def excess(self, payer: Payer, other: Payer, now: float) -> float:
        """How much more one has used than the other, where their accounts part; 0 between questions of one room."""
        pairs = zip(payer.accounts, other.accounts, strict=True)
        parted = next(((one, another) for one, another in pairs if one != another), None)
        return 0.0 if parted is None else self._seconds(parted[0], now) - self._seconds(parted[1], now)

    def __len__(self) -> int:
        return len(self._used)

    def _seconds(self, account: tuple[str, ...], now: float) -> float:
        if account not in self._used:
            return 0.0
        used, at = self._used[account]
        return used * math.exp2((at - now) / HALF_LIFE)

    def _sweep(self, now: float) -> None:
        for account in list(islice(self._used, SWEEP)):
            if self._seconds(account, now) < FORGOTTEN:
                del self._used[account]
