"""Puyo at a table of the server, in turns and on the clock."""

from typing import Any

from asobiba.games.puyo.timed import TIMING
from asobiba.online.table import Table

TABLE: Table[Any, Any] = Table(
    patience=lambda _: 30.0,
    # The seed of the queue tells every pair to come.
    hides_luck=lambda position: not position.queue,
    timed=TIMING,
)
