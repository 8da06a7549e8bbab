"""Coppit at a table of the server."""

from collections.abc import Mapping, Sequence
from typing import Any

from asobiba.online.table import Table, nobody_moves


def conclude(view: Mapping[str, Any], winners: Sequence[int]) -> dict[str, Any]:
    colours = list(view["boxes"])
    return nobody_moves(view, winners) | {
        "phase": "GAME_OVER",
        "winner": [colours[seat] for seat in winners],
        "moves": [],
    }


TABLE: Table[Any, Any] = Table(
    patience=lambda options: float(options.afk_timeout_sec) or None,
    fill_seconds=lambda options: float(options.bot_fill_timeout_sec),
    conclude=conclude,
)
