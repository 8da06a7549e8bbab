"""Tables for tests: opened, seated, started and played without a server."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from asobiba.core.registry import find_game
from asobiba.online.protocol import events
from asobiba.online.protocol.events import Event
from asobiba.online.rooms import decisions
from asobiba.online.rooms.decisions import Secret
from asobiba.online.rooms.table import RoomSettings, RoomTable, Setup, open_table

SECRET = Secret(seed=20_260_101, nonce="5f" * 16)

GAMES: list[tuple[str, Mapping[str, Any]]] = [
    ("othello", {}),
    ("twenty48", {}),
    ("puyo", {}),
    ("puyo", {"mode": "single"}),
    ("otrio", {"players": 2}),
    ("otrio", {"players": 4}),
    ("coppit", {"max_turns": 60}),
]


def new_table(name: str, options: Mapping[str, Any] | None = None, settings: RoomSettings | None = None) -> RoomTable:
    return open_table(Setup(name, find_game(name).version, dict(options or {}), settings or RoomSettings(), "host"))


def seated(table: RoomTable) -> list[Event]:
    """Everybody sits down and is ready: guest0, guest1, ..."""
    sitting: list[Event] = [
        events.Sat(number, f"player {number}", f"guest{number}", f"hash{number}") for number in range(len(table.seats))
    ]
    return sitting + [events.Readied(number, True) for number in range(len(table.seats))]


def started(name: str, options: Mapping[str, Any] | None = None, settings: RoomSettings | None = None) -> RoomTable:
    table = new_table(name, options, settings)
    return decisions.all_after(table, decisions.start(table, seated(table), SECRET))


Chooser = Callable[[RoomTable, int], int]


def at_random(seed: int) -> Chooser:
    generator = random.Random(seed)
    return lambda table, seat: generator.choice(list(table.legal(seat)))


def played(table: RoomTable, choose: Chooser, most: int = 400) -> Iterator[tuple[RoomTable, Event, RoomTable]]:
    """Every event from here to the end of the game, or of `most` moves, with the tables before and after it."""
    for _ in range(most):
        if table.status != "playing":
            return
        seat = table.due()[-1]
        for event in decisions.moved(table, seat, choose(table, seat), 250, "player"):
            before, table = table, table.after(event)
            yield before, event, table
