"""Finished games, read from the log: records, moves, replays."""

from dataclasses import dataclass
from typing import Any

import msgspec

from asobiba.core.contract import CHANCE
from asobiba.core.records import write_record
from asobiba.online.protocol.events import Ended, read_event
from asobiba.online.rooms.decisions import Refusal
from asobiba.online.rooms.realtime import moments
from asobiba.online.rooms.showing import view_of
from asobiba.online.rooms.table import RoomTable, Setup, open_table
from asobiba.online.store.store import Store


@dataclass(frozen=True)
class Finished:
    room: str
    table: RoomTable


async def finished_game(store: Store, room: str, number: int) -> Finished:
    """The table at the end of a round. A game that is still running is refused: it would tell what is hidden."""
    row = await store.room(room)
    if row is None:
        raise Refusal("no_room", "there is no such room")
    table = open_table(msgspec.json.decode(row.config, type=Setup))
    for each in await store.rows(room):
        event = read_event(each.payload)
        table = table.after(event)
        if isinstance(event, Ended) and table.round == number:
            return Finished(room, table)
    if table.status == "playing" and table.round == number:
        raise Refusal("not_over", "the game is still running")
    raise Refusal("no_game", f"the room has played {table.round} games", rounds=table.round)


def record_text(table: RoomTable) -> str:
    """The record as lines. A timed game has what was held instead of moves; simulated again it is the same game:

    {"timed":1,"game":"puyo","rules":1,"options":{},"seats":["Anna","greedy"],"seed":7}
    {"tick":31,"seat":0,"held":["left"]}
    {"end":[1.0,-1.0],"ticks":5120,"reason":"rules","places":[1,2]}
    """
    if not table.timed:
        return write_record(table.record())
    assert table.game.table.timed is not None
    header = {"timed": 1, "game": table.game.name, "rules": table.game.version, "options": table.options.chosen()}
    header |= {"seats": [seat.name for seat in table.seats], "seed": table.seed}
    assert table.outcome is not None
    end: dict[str, Any] = {"end": list(table.outcome.returns), "ticks": table.ticks}
    end |= {"reason": table.outcome.reason, "places": list(table.outcome.places)}
    held = [{"tick": tick, "seat": seat, "held": _buttons(table, mask)} for tick, seat, mask in table.held]
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in (header, *held, end))


def _buttons(table: RoomTable, mask: int) -> list[str]:
    assert table.game.table.timed is not None
    return [name for bit, name in enumerate(table.game.table.timed.buttons) if mask >> bit & 1]


def moves_text(table: RoomTable) -> str:
    """The game in its notation, one ply a line: `1. black d3`; luck is `*`. A timed game: `31. left left+down`."""
    names = table.game.rules.seats(table.options)
    if table.timed:
        return "".join(
            f"{tick}. {names[seat]} {'+'.join(_buttons(table, mask)) or '-'}\n" for tick, seat, mask in table.held
        )
    lines = [
        f"{number}. {'*' if played.seat == CHANCE else names[played.seat]} {played.text}"
        for number, played in enumerate(table.plies, 1)
    ]
    return "\n".join(lines) + "\n"


def replay(table: RoomTable) -> list[dict[str, Any]]:
    """Every position as a spectator saw it, with the ply that led to it; the first has none.

    Of a timed game, the moments when something came to rest; `ms` then counts from the start.
    """
    if table.timed:
        assert table.game.table.timed is not None
        rate = table.game.table.timed.ticks_per_second
        return [
            {"seat": None, "action": None, "text": "", "ms": round(1000 * tick / rate), "view": view, "tick": tick}
            for tick, view in moments(table)
        ]
    state = table.game.rules.start(table.options)
    frames: list[dict[str, Any]] = [{"seat": None, "action": None, "text": "", "ms": 0, "view": state.view(None)}]
    for played in table.plies:
        before, state = state, state.apply(played.action)
        frame = {"seat": played.seat, "action": played.action, "text": played.text, "ms": played.ms}
        happened = list(table.game.text.narrate(before, played.action, state))
        if played.seat == CHANCE:
            frame["takebacks"] = played.takebacks
        frames.append(frame | {"view": state.view(None), "happened": happened})
    frames[-1]["view"] = view_of(table, None)
    return frames
