"""How a game ends at a table: places and scores when some have left it, and whether it goes on without them.

Who gives up or runs out of time is *out*: a bot moves his pieces to the end, since the rules of no game know an empty
seat, but he cannot win. Those who stayed are compared among themselves; after them come those who are out, the first to
leave last.
"""

import math
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from asobiba.core.contract import OVER
from asobiba.online.protocol import events as log
from asobiba.online.protocol.events import Event
from asobiba.online.rooms.dice import dice_of
from asobiba.online.rooms.outcome import placed
from asobiba.online.rooms.table import RoomTable


def ended(
    table: RoomTable, reason: str, returns: Sequence[float] | None = None, view: Mapping[str, Any] | None = None
) -> log.Ended:
    """The end now. `returns` and `view` are the table's own where the position does not have them."""
    standing = table.game.rules.standing(table.state) if returns is None else returns
    places = placed(standing, table.out)
    if returns is None:
        returns = _shared(table, places) if table.out and len(table.seats) > 1 else table.state.returns()
    return log.Ended(reason, list(returns), table.seed, table.nonce, places, counts(table, view))


def counts(table: RoomTable, view: Mapping[str, Any] | None = None) -> dict[str, list[int]]:
    if view is None and table.timed:
        return {}
    told = table.game.text.tally(table.state.view(None) if view is None else view)
    return {name: list(each) for name, each in told.items()}


def _shared(table: RoomTable, places: Sequence[int]) -> list[float]:
    """Winners share the highest score of the game, the others the lowest; where nobody loses it is 0 for all."""
    low, high = table.game.rules.bounds(table.options)
    worst, best = (low, high) if math.isfinite(low) and math.isfinite(high) else (-1.0, 1.0)
    won = places.count(1)
    lost = len(places) - won
    return [best / won if place == 1 else worst / lost for place in places] if lost else [0.0] * won


def parted(table: RoomTable, event: log.Resigned | log.Flagged, reason: str) -> list[Event]:
    """Somebody is out; and so is the game if one is left, or only bots are, for whom nobody would play it on."""
    after = table.after(event)
    staying = [seat for number, seat in enumerate(after.seats) if number not in after.out]
    goes_on = len(staying) > 1 and any(seat.human for seat in staying)
    return [event] if goes_on else [event, ended(after, reason)]


def spared(table: RoomTable, seat: int, action: int) -> int:
    """The bot of one who is out does not end the others' game by winning it, as long as it can do otherwise."""
    if seat not in table.out or not _wins(table, seat, action):
        return action
    others = [other for other in table.legal(seat) if not _wins(table, seat, other)]
    return Random(dice_of(table, seat, len(table.plies))).choice(others) if others else action


def _wins(table: RoomTable, seat: int, action: int) -> bool:
    after = table.state.apply(action)
    if after.to_play != OVER:
        return False
    standing = table.game.rules.standing(after)
    return bool(standing[seat] == max(standing) != min(standing))
