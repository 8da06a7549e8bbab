"""Otrio at a table of the server."""

from collections.abc import Mapping, Sequence
from typing import Any

from asobiba.online.table import Table, nobody_moves


def conclude(view: Mapping[str, Any], winners: Sequence[int]) -> dict[str, Any]:
    """A line of one who has left wins for nobody."""
    seat = winners[0] if len(winners) == 1 else None
    colour = view["winner_color"] if seat is not None and seat == view["winner_seat"] else None
    return nobody_moves(view, winners) | {"due": [], "winner_seat": seat, "winner_color": colour}


TABLE: Table[Any, Any] = Table(conclude=conclude)
