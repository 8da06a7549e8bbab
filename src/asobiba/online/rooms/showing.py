"""What leaves the server: how a table and its events look to a seat or to a watcher.

Nothing here depends on what the receiver may not know; tests change the hidden part and compare the bytes.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from msgspec import Raw, Struct

from asobiba.core.ending import placed
from asobiba.core.game import CHANCE, OVER, nothing_hidden
from asobiba.online.people import People
from asobiba.online.people import events as happenings
from asobiba.online.protocol import events as log
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.events import Event, public
from asobiba.online.protocol.views import OfferView, ResultView, SeatView
from asobiba.online.rooms.seat import owned
from asobiba.online.rooms.table import NotedPly, RoomTable
from asobiba.online.table import Table

_encode = msgspec.json.Encoder().encode


@dataclass(frozen=True, slots=True)
class Shown:
    """An event as others see it, and as the seat that did it sees it where that is more."""

    everyone: Raw
    seat: int | None = None
    own: Raw | None = None

    def to(self, seat: int | None) -> Raw:
        return self.own if self.own is not None and seat == self.seat else self.everyone


class _Sent(Struct, frozen=True):
    """A StateView whose parts are written already."""

    status: str
    phase: str
    round: int
    seats: Raw
    due: tuple[int, ...]
    passing: tuple[int, ...]
    plies: int
    moves: list[tuple[int, str]]
    offers: list[OfferView]
    committed: list[int]
    commitment: str
    places: list[int]
    result: ResultView | None
    view: Raw


class Showing:
    """How one table looks to its receivers; what they share is made once."""

    def __init__(self, table: RoomTable) -> None:
        self.table = table
        self._due, self._passing = table.due(), table.passing()
        self._seats = Raw(_encode([_seat(table, number) for number in range(len(table.seats))]))
        self._views: dict[int | None, tuple[str, Raw]] = {}
        self._places = _places(table)

    def to(self, seat: int | None) -> Raw:
        """The StateView of a seat, or of those who watch."""
        table = self.table
        phase, view = self._view(None if table.game.conceal is nothing_hidden else seat)
        hand = None if seat is None else table.hand(seat)
        return Raw(
            _encode(
                _Sent(
                    status=table.status,
                    phase=phase,
                    round=table.round,
                    seats=self._seats,
                    due=self._due,
                    passing=self._passing,
                    plies=len(table.plies),
                    moves=_moves(table, hand) if hand in self._due and hand is not None else [],
                    offers=[OfferView(kind, asker, sorted(agreed)) for kind, asker, agreed in table.offers],
                    committed=[number for number, _, _ in table.commits],
                    commitment=table.commitment,
                    places=self._places,
                    result=_result(table),
                    view=view,
                )
            )
        )

    def _view(self, seat: int | None) -> tuple[str, Raw]:
        """A game that hides nothing has one view for all."""
        if seat not in self._views:
            table = self.table
            view = None if table.state is None or table.timed else view_of(table, seat)
            if view is not None and seat in self._due and seat is not None:
                # Only of a game that hides something: others can be followed move by move.
                view["position"] = table.game.notation.write_position(table.seen_by(seat))
            self._views[seat] = _phase(table, view), Raw(_encode(view))
        return self._views[seat]


def view_of(table: RoomTable, seat: int | None) -> dict[str, Any]:
    """Who won by the table's decision has won in the view too."""
    view, outcome = dict(table.state.view(seat)), table.outcome
    if outcome is None or (table.state.to_play == OVER and not table.out):
        return view
    return table.game.part(Table).conclude(view, outcome.winners)


def state_for(table: RoomTable, seat: int | None) -> Raw:
    return Showing(table).to(seat)


def _phase(table: RoomTable, view: Any) -> str:
    if table.status != "playing":
        return {"open": "WAITING", "over": "GAME_OVER"}[table.status]
    return str((view or {}).get("phase") or "PLAYING")


def _seat(table: RoomTable, number: int) -> SeatView:
    seat = table.seats[number]
    return SeatView(
        seat.name,
        "free" if seat.free else "human" if seat.human else "bot",
        seat.ready,
        seat.bot or seat.deputy,
        seat.gone,
        owned(table.seats, number)[0],
    )


def _places(table: RoomTable) -> list[int]:
    if len(table.seats) < 3 or table.state is None or table.timed:
        return []
    return placed(table.game.standing(table.state), table.out)


def _moves(table: RoomTable, seat: int) -> list[tuple[int, str]]:
    legal = table.legal(seat)
    position, write = table.seen_by(seat), table.game.notation.write_move
    return [(action, write(position, action)) for action in legal]


def _result(table: RoomTable) -> ResultView | None:
    outcome = table.outcome
    if outcome is None:
        return None
    return ResultView(
        outcome.reason,
        list(outcome.returns),
        list(outcome.places),
        outcome.counts,
        table.assisted,
        str(table.seed),
        table.nonce,
    )


def shown(before: RoomTable, event: Event, after: RoomTable) -> Shown:
    fields = public(event)
    if isinstance(event, log.Moved):
        return _shown_move(before, event, after, fields)
    if isinstance(event, log.Drew):
        if not event.takebacks:
            del fields["takebacks"]
        if before.game.part(Table).hides_luck(before.state):
            del fields["outcome"]
        else:
            fields |= _told(before, after.plies[-1:], [before.state, after.state])
    elif isinstance(event, log.Ended):
        told = _result(after)
        assert told is not None
        fields |= {name: getattr(told, name) for name in ("reason", "places", "seed")}
    return Shown(Raw(_encode(fields)))


def _shown_move(before: RoomTable, event: log.Moved, after: RoomTable, fields: dict[str, Any]) -> Shown:
    """A commit shows only that it was made; the last of a turn shows them all."""
    new = after.plies[len(before.plies) :]
    if not before.simultaneous:
        return Shown(Raw(_encode(fields | _told(before, new, [before.state, after.state]))))
    if new:
        fields["revealed"] = _listed(new)
        return Shown(Raw(_encode(fields)))
    hidden = {key: value for key, value in fields.items() if key != "action"}
    return Shown(Raw(_encode(hidden)), event.seat, Raw(_encode(fields)))


def _told(table: RoomTable, new: tuple[NotedPly, ...], states: list[Any]) -> dict[str, Any]:
    told: dict[str, Any] = {"text": new[0].text}
    happened = happenings(table.game.part(People).happened(states[0], new[0].action, states[1]))
    return told | ({"happened": happened} if happened else {})


def _listed(plies: Iterable[NotedPly]) -> list[tuple[int, int, str]]:
    return [(played.seat, played.action, played.text) for played in plies]


def history(table: RoomTable) -> list[tuple[int, int, str]]:
    """The game so far. Luck that is kept from everybody is (-1, -1, "")."""
    if table.status == "over":
        return _listed(table.plies)
    return [(CHANCE, -1, "") if played.hidden else (played.seat, played.action, played.text) for played in table.plies]


class Snapshots:
    """Everything, written once for each seat as long as the table is the same, however often it is asked for."""

    def __init__(self) -> None:
        self._table: RoomTable | None = None
        self._frames: dict[int | None, bytes] = {}

    def frame(self, table: RoomTable, seat: int | None) -> bytes:
        if table is not self._table:
            self._table, self._frames = table, {}
        if seat not in self._frames:
            self._frames[seat] = say.write(say.Snapshot(table.seq, state_for(table, seat), history(table)))
        return self._frames[seat]


def summary(table: RoomTable) -> bytes:
    """A room in the lobby."""
    return _encode(
        {
            "seats": [{"name": seat.name, "bot": seat.bot is not None, "free": seat.free} for seat in table.seats],
            "round": table.round,
        }
    )
