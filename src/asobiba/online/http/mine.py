"""What a guest has played: his page, everything of it as a file, and its end."""

from collections.abc import AsyncIterator, Sequence
from typing import Final

import msgspec
from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import StreamingResponse

from asobiba.online.http.api import AsGuest, InHub, level_card, limited
from asobiba.online.http.cards import (
    JSON_OBJECT,
    REFUSALS,
    AgainstCard,
    CareerCard,
    Farewell,
    GameRecord,
    PlayedCard,
)
from asobiba.online.http.headers import StrictRoute
from asobiba.online.http.identity import forget
from asobiba.online.protocol.desk import Guest
from asobiba.online.rooms.career import Against, Game, Record, games, records
from asobiba.online.rooms.farewell import farewell
from asobiba.online.rooms.hub import Hub
from asobiba.online.store.rows import PlayedGame

MOST: Final = 1000
"""Games from which a page is made."""
LATEST: Final = 30
PAGE: Final = 200

router = APIRouter(prefix="/api/guests/me", route_class=StrictRoute)


@router.get("/games", responses=REFUSALS)
async def career(hub: InHub, guest: AsGuest) -> CareerCard:
    """What you have played to its end on this server."""
    return await hub.archive.aside(_career, await hub.store.played.games(guest.id, MOST))


def _career(rows: Sequence[PlayedGame]) -> CareerCard:
    played = games(rows)
    return CareerCard(
        games=[_record(record) for record in records(played)],
        latest=[_played(game) for game in played[:LATEST]],
        counted=len(played),
        most=MOST,
    )


def _record(record: Record) -> GameRecord:
    against = sorted(record.against.values(), key=lambda each: (each.people, each.level is None, _number(each)))
    return GameRecord(
        game=record.game,
        won=record.ends["won"],
        drawn=record.ends["drawn"],
        lost=record.ends["lost"],
        alone=record.ends["alone"],
        shared=record.ends["shared"],
        practice=record.practice,
        streak=record.streak,
        best_streak=record.best_streak,
        bests=record.bests,
        against=[_against(each) for each in against],
        history=record.history,
        next=None if record.next is None else level_card(record.next),
    )


def _number(against: Against) -> int:
    return 0 if against.level is None else against.level.number


def _against(against: Against) -> AgainstCard:
    return AgainstCard(
        level=None if against.level is None else level_card(against.level),
        people=against.people,
        won=against.ends["won"],
        drawn=against.ends["drawn"],
        lost=against.ends["lost"],
    )


def _played(game: Game) -> PlayedCard:
    return PlayedCard(
        room=game.room,
        round=game.round,
        game=game.game,
        options=dict(game.options),
        ended_ms=game.ended_ms,
        plies=game.plies,
        reason=game.reason,
        seat=game.seat,
        end=game.end,
        seats=list(game.names),
        bots=list(game.bots),
        returns=list(game.returns),
        counts={name: list(counts) for name, counts in game.counts.items()},
        assisted=game.assisted,
    )


@router.get("/export", responses=JSON_OBJECT, response_class=Response)
async def export(hub: InHub, guest: AsGuest) -> Response:
    """Everything that is known of you, as a file: your name, and all games that you have finished."""
    return StreamingResponse(
        _export(hub, guest),
        media_type="application/json",
        headers={"Content-Disposition": 'attachment; filename="asobiba.json"'},
    )


async def _export(hub: Hub, guest: Guest) -> AsyncIterator[bytes]:
    yield b'{"guest":' + msgspec.json.encode({"id": guest.id, "name": guest.name}) + b',"games":['
    separator = b""
    async for rows in _pages(hub, guest):
        for game in games(rows):
            yield separator + _played(game).model_dump_json().encode()
            separator = b","
    yield b"]}"


async def _pages(hub: Hub, guest: Guest) -> AsyncIterator[list[PlayedGame]]:
    """One after the other, so that a long life holds nobody up."""
    before = None
    while rows := await hub.store.played.games(guest.id, PAGE, before):
        full, last = len(rows) == PAGE, rows[-1].result.ended_ms
        # The seats of one game have ended together: where a page breaks, they are left to the next one.
        yield [row for row in rows if not full or row.result.ended_ms > last]
        before = last + 1 if full else last


@router.delete("", responses=REFUSALS, dependencies=[Depends(limited("guests"))])
async def delete(request: Request, response: Response, hub: InHub, guest: AsGuest) -> Farewell:
    """Everything that is yours is deleted, at once and for ever: your name, your games alone and against bots, and that
    you were in any others. Games with other people are theirs, too: there your moves stay, your name and your words."""
    deleted = await farewell(hub, guest.id)
    forget(response, secure=request.app.state.settings.secure_cookies)
    return Farewell(deleted=deleted)
