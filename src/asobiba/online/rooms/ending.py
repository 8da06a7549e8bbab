"""How a game ends at a table: places and scores when some have left it, and whether it goes on without them.

Who gives up or runs out of time is *out*: a bot moves his pieces to the end, since the rules of no game know an empty
seat, but he cannot win. core/ending.py says what everybody has then.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from asobiba.agents.arrays import Arrays
from asobiba.core.ending import placed, shared
from asobiba.core.game import OVER
from asobiba.online.protocol import events as log
from asobiba.online.protocol.events import Event
from asobiba.online.rooms.dice import dice_of
from asobiba.online.rooms.table import RoomTable


def ended(
    table: RoomTable, reason: str, returns: Sequence[float] | None = None, facts: Mapping[str, Any] | None = None
) -> log.Ended:
    """Return the end now. `returns` and `facts` are those of a game on the clock, whose position has none."""
    game = table.game
    standing = game.standing(table.state) if returns is None else returns
    places = placed(standing, table.out)
    if returns is None:
        is_decided = table.out and len(table.seats) > 1
        returns = shared(game.bounds(table.options), places) if is_decided else table.state.returns()
    return log.Ended(reason, list(returns), table.seed, table.nonce, places, counts(table, facts))


def counts(table: RoomTable, facts: Mapping[str, Any] | None = None) -> dict[str, list[int]]:
    """Return the facts that are counted by seat, with the highest that a peak has been."""
    if facts is None and table.timed:
        return {}
    peak = table.game.part(Arrays).peak
    highest = {} if peak is None or facts is not None else {peak[0]: list(table.peaks)}
    told = table.game.facts(table.state) if facts is None else facts
    counted = {name: each for name, each in told.items() if isinstance(each, list) and name != "standing"}
    return {name: each for name, each in {**counted, **highest}.items() if each}


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
    standing = table.game.standing(after)
    return bool(standing[seat] == max(standing) != min(standing))
