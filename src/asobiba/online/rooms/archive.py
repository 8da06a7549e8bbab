"""Finished games, read from the log: records, moves, replays.

Folding and writing take time in proportion to the game. They are done in one thread beside the event loop, which keeps
turning meanwhile, and what was written is kept: a finished game never changes.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, nullcontext
from typing import Any, Final, TypeVar

import msgspec

from asobiba.core.game import CHANCE
from asobiba.core.records import write_record
from asobiba.online.people import People, events
from asobiba.online.protocol.bill import paying
from asobiba.online.protocol.events import Ended, read_event
from asobiba.online.rooms.decisions import Refusal
from asobiba.online.rooms.ending import counts
from asobiba.online.rooms.ledger import check_numbers
from asobiba.online.rooms.realtime import moments, timing
from asobiba.online.rooms.showing import view_of
from asobiba.online.rooms.table import BETWEEN_MARKS, RoomTable, Setup, open_table
from asobiba.online.store.rows import RoomRow, Row
from asobiba.online.store.store import Store
from asobiba.online.store.trouble import as_stored
from asobiba.online.table import Table

KEPT_TABLES: Final = 32
KEPT_BYTES: Final = 32_000_000
"""Of games that were written lately."""

T = TypeVar("T")


class Archive:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="archive")
        self._turn = asyncio.Lock()
        self._tables: OrderedDict[tuple[str, int], RoomTable] = OrderedDict()
        self._texts: OrderedDict[tuple[str, int, str], bytes] = OrderedDict()

    async def table(self, room: str, number: int) -> RoomTable:
        """At the end of a round. A game that is still running is refused: it would tell what is hidden."""
        async with self._paid_turn():
            row = await self._there(room)
            if (found := self._tables.get((room, number))) is None:
                self._tables[room, number] = found = await self._folded(row, _finished, number)
                if len(self._tables) > KEPT_TABLES:
                    self._tables.popitem(last=False)
            self._tables.move_to_end((room, number))
            return found

    async def counts(self, row: RoomRow) -> dict[str, list[int]]:
        """Of a game that runs, as far as its log goes."""
        async with self._paid_turn():
            rows = await self._store.rows(row.id)
            with as_stored(row.id):
                table = open_table(msgspec.json.decode(row.config, type=Setup))
                check_numbers(rows, 1)
                return await self.aside(_counted, table, rows)

    async def views(self, room: str, number: int, first: int, now: RoomTable | None) -> bytes:
        """How a game looked to who watched it after `first`, `first` + 1, ... plies, up to 64 of them; it may still be
        running. `now` is how it stands where the room is in memory."""
        async with self._paid_turn():
            known = now
            if known is None or known.round != number:
                known = await self._folded(await self._there(room), _as_far, number)
            return await self.aside(views_bytes, known, first)

    async def _folded(
        self, row: RoomRow, fold: Callable[[RoomTable, Sequence[Row], int], RoomTable], number: int
    ) -> RoomTable:
        rows = await self._store.rows(row.id)
        with as_stored(row.id, Refusal):
            table = open_table(msgspec.json.decode(row.config, type=Setup))
            check_numbers(rows, 1)
            return await self.aside(fold, table, rows, number)

    async def text(self, room: str, number: int, write: Callable[[RoomTable], bytes]) -> bytes:
        """What `write` makes of the game; it is asked once."""
        key = (room, number, write.__name__)
        if key in self._texts:
            await self._there(room)
        else:
            table = await self.table(room, number)
            async with self._paid_turn():
                if key not in self._texts:
                    self._texts[key] = await self.aside(write, table)
        self._texts.move_to_end(key)
        return self._kept(key)

    async def _there(self, room: str) -> RoomRow:
        """Asked every time: what was deleted is told by nobody any more, whichever process has it in memory."""
        row = await self._store.room(room)
        if row is None:
            raise Refusal("no_room", "there is no such room")
        return row

    def _kept(self, key: tuple[str, int, str]) -> bytes:
        """The latest one, and as many others as there is room for."""
        while sum(map(len, self._texts.values())) > KEPT_BYTES and len(self._texts) > 1:
            self._texts.popitem(last=False)
        return self._texts[key]

    @asynccontextmanager
    async def _paid_turn(self) -> AsyncIterator[None]:
        """One after the other, and of everybody who pays only one at a time: who asks for much waits for himself."""
        payer = paying.get()
        async with payer.turn or nullcontext(), self._turn:
            payer.check()
            yield

    async def aside(self, work: Callable[..., T], *arguments: Any) -> T:
        """In the archive's thread: one after the other, so that the event loop shares the interpreter with one only.

        Who asked pays for the time that it takes, whatever comes of it.
        """
        spent: list[float] = []
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, _timed, spent, work, *arguments)
        finally:
            paying.get().charge(sum(spent))

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def _timed(spent: list[float], work: Callable[..., T], *arguments: Any) -> T:
    begun = time.thread_time()
    try:
        return work(*arguments)
    finally:
        spent.append(time.thread_time() - begun)


def _counted(table: RoomTable, rows: Sequence[Row]) -> dict[str, list[int]]:
    for row in rows:
        table = table.after(read_event(row.payload))
    return standing(table)


def standing(table: RoomTable) -> dict[str, list[int]]:
    return counts(table) if table.status == "playing" else {}


def _finished(table: RoomTable, rows: Sequence[Row], number: int) -> RoomTable:
    for row in rows:
        event = read_event(row.payload)
        table = table.after(event)
        if isinstance(event, Ended) and table.round == number:
            return table
    if table.status == "playing" and table.round == number:
        raise Refusal("not_over", "the game is still running")
    raise Refusal("no_game", f"the room has played {table.round} games", rounds=table.round)


def _as_far(table: RoomTable, rows: Sequence[Row], number: int) -> RoomTable:
    """The round at its end, or as far as it has come."""
    found = None
    for row in rows:
        table = table.after(read_event(row.payload))
        if table.round == number:
            found = table
    if found is None or number == 0:
        raise Refusal("no_game", f"the room has played {table.round} games", rounds=table.round)
    return found


def views_bytes(table: RoomTable, first: int) -> bytes:
    """[{...}, ...]: as a spectator saw them, from a mark of the table to before the next one."""
    if table.timed or first % BETWEEN_MARKS or first > len(table.plies):
        sentence = f"first={first}: allowed are multiples of {BETWEEN_MARKS} up to {len(table.plies)}, in turns"
        raise Refusal("no_game", sentence, first=first)
    state = table.marks[first // BETWEEN_MARKS] if first < len(table.plies) else table.state
    views = [state.view(None)]
    for played in table.plies[first : first + BETWEEN_MARKS - 1]:
        state = state.apply(played.action)
        views.append(state.view(None))
    return msgspec.json.encode(views)


def record_text(table: RoomTable) -> str:
    """The record as lines. A timed game has what was held instead of moves; simulated again it is the same game:

    {"timed":1,"game":"puyo","rules":1,"options":{},"seats":["Anna","greedy"],"seed":7}
    {"tick":31,"seat":0,"held":["left"]}
    {"end":[1.0,-1.0],"ticks":5120,"reason":"rules","places":[1,2]}
    """
    if not table.timed:
        return write_record(table.record())
    assert table.game.part(Table).timed is not None
    header = {"timed": 1, "game": table.game.name, "rules": table.game.version, "options": table.options.chosen()}
    header |= {"seats": [seat.name for seat in table.seats], "seed": table.seed}
    assert table.outcome is not None
    end: dict[str, Any] = {"end": list(table.outcome.returns), "ticks": table.ticks}
    end |= {"reason": table.outcome.reason, "places": list(table.outcome.places)}
    held = [{"tick": tick, "seat": seat, "held": _buttons(table, mask)} for tick, seat, mask in table.held]
    return "".join(msgspec.json.encode(line).decode() + "\n" for line in (header, *held, end))


def _buttons(table: RoomTable, mask: int) -> list[str]:
    return [name for bit, name in enumerate(timing(table).buttons) if mask >> bit & 1]


def moves_text(table: RoomTable) -> str:
    """The game in its notation, one ply a line: `1. black d3`; luck is `*`. A timed game: `31. left left+down`."""
    names = table.game.seats(table.options)
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
    """Every position as a spectator saw it, with the ply that led to it; the first has none. Of a game for one with the
    score so far.

    Of a timed game, the moments when something came to rest; `ms` then counts from the start.
    """
    if table.timed:
        rate = timing(table).ticks_per_second
        return [
            {"seat": None, "action": None, "text": "", "ms": round(1000 * seen.tick / rate), "view": seen.view(None)}
            | {"tick": seen.tick, **_score(seen)}
            for seen in moments(table)
        ]
    state = table.game.start(table.options)
    frames: list[dict[str, Any]] = [{"seat": None, "action": None, "text": "", "ms": 0, **_seen(state)}]
    for played in table.plies:
        before, state = state, state.apply(played.action)
        frame = {"seat": played.seat, "action": played.action, "text": played.text, "ms": played.ms}
        happened = events(table.game.part(People).happened(before, played.action, state))
        if played.seat == CHANCE:
            frame["takebacks"] = played.takebacks
        frames.append(frame | _seen(state) | {"happened": happened})
    frames[-1]["view"] = view_of(table, None)
    return frames


def _seen(state: Any) -> dict[str, Any]:
    return {"view": state.view(None), **_score(state)}


def _score(game: Any) -> dict[str, float]:
    """Of a position or a simulation."""
    scores = game.returns()
    return {"score": scores[0]} if len(scores) == 1 else {}


def record_bytes(table: RoomTable) -> bytes:
    return record_text(table).encode()


def moves_bytes(table: RoomTable) -> bytes:
    return moves_text(table).encode()


def replay_bytes(table: RoomTable) -> bytes:
    """The replay as JSON, written frame by frame: one call for all of them would hold the interpreter too long."""
    outcome = table.outcome
    assert outcome is not None
    told = {
        "game": table.game.name,
        "options": table.options.chosen(),
        "seats": [seat.name for seat in table.seats],
        "bots": [None if seat.human else seat.bot for seat in table.seats],
        "seat_names": list(table.game.seats(table.options)),
        "returns": list(outcome.returns),
        "reason": outcome.reason,
        "places": list(outcome.places),
        "counts": outcome.counts,
        "seed": str(table.seed),
        "nonce": table.nonce,
        "commitment": table.commitment,
    }
    frames = b",".join(map(msgspec.json.encode, replay(table)))
    return msgspec.json.encode(told)[:-1] + b',"frames":[' + frames + b"]}"
