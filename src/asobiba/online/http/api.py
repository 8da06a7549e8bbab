"""The HTTP API, for the browser app and for programs. /docs describes it."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path as Folder
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import TypeAdapter

from asobiba.agents.levels import Ladder, Level, ladders_of, levels_of
from asobiba.agents.players import Players
from asobiba.agents.spec import GENERAL, agents_for
from asobiba.arena.ladder import Result, ladder
from asobiba.core.game import AnyGame
from asobiba.core.options import describe
from asobiba.core.registry import every_game, find_game
from asobiba.online.bots.thinkers import Payer
from asobiba.online.bots.thinkers import Question as Asked
from asobiba.online.http.cards import (
    JSON_LIST,
    JSON_OBJECT,
    REFUSALS,
    AnalysisWish,
    GameCard,
    GuestCard,
    GuestWish,
    LadderCard,
    Learning,
    LevelCard,
    LineQuestion,
    OptionCard,
    OptionValues,
    Question,
    RatingCard,
    ResultCard,
    RoomCard,
    RoomWish,
    SeatCard,
    SeatWish,
    Training,
    Variant,
    WatchWish,
    text_as,
)
from asobiba.online.http.door import Door
from asobiba.online.http.headers import StrictRoute
from asobiba.online.http.identity import latest, remember
from asobiba.online.http.limits import TooOften, address_of
from asobiba.online.http.protocol import protocol_schema
from asobiba.online.http.studies import NDJSON, Study
from asobiba.online.http.trainings import shipped, trainings
from asobiba.online.people import People
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.rooms import archive
from asobiba.online.rooms.analyst import Lines, asked_about
from asobiba.online.rooms.decisions import Refusal
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.rooms.ledger import now_ms
from asobiba.online.rooms.names import clean_name, guest_name
from asobiba.online.rooms.outcome import BY_THE_TABLE, RENAMED
from asobiba.online.rooms.table import Clocks, RoomSettings, one_device
from asobiba.online.rooms.tokens import ROOM_ID
from asobiba.online.store.rows import Damaged, ResultRow, RoomRow
from asobiba.online.store.trouble import as_stored
from asobiba.online.table import Table

LATELY_SECONDS = 30 * 60.0
"""A room where nothing has happened for so long is not in the lobby: those who sat there have left it."""

router = APIRouter(prefix="/api", route_class=StrictRoute)

R = TypeVar("R")
C = TypeVar("C")
RoomId = Annotated[str, Path(pattern=ROOM_ID, description="A room's id.")]
Round = Annotated[int, Path(ge=1, le=10_000, description="The first game of a room is 1.")]


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def guest_of(request: Request) -> Guest:
    guest: Guest | None = request.app.state.guests.of(request)
    if guest is None:
        raise Refusal("no_guest", "introduce yourself first: POST /api/guests")
    return await latest(guest, request.app.state.store)


def limited(what: str) -> Callable[[Request], None]:
    """Refuses who asks too often for `what`."""

    def check(request: Request) -> None:
        door: Door = request.app.state.door
        if not door.may(what, request):
            raise TooOften("too many requests; wait a little", seconds=door.wait_for(what, request))

    return check


async def thinking(request: Request) -> AsyncIterator[None]:
    """Refuses who has had much analysed lately."""
    with request.app.state.door.thinking(request) as wait:
        if wait is not None:
            raise TooOften("much was analysed for you; wait a little", seconds=wait)
        yield


def payer_of(request: Request) -> Payer:
    """Who is not introduced has an address still."""
    guest: Guest | None = request.app.state.guests.of(request)
    return Payer(address_of(request), "" if guest is None else guest.id)


AsPayer = Annotated[Payer, Depends(payer_of)]
InHub = Annotated[Hub, Depends(hub_of)]
AsGuest = Annotated[Guest, Depends(guest_of)]


@router.post("/guests", status_code=201, responses=REFUSALS, dependencies=[Depends(limited("guests"))])
async def introduce(wish: GuestWish, request: Request, response: Response) -> GuestCard:
    """A new guest, or a new name for the one who asks."""
    state = request.app.state
    known = state.guests.of(request)
    if known is not None:
        state.door.keep("notes", known.id, address_of(request))
    name = clean_name(wish.name) if wish.name is not None else guest_name(state.generator)
    guest = Guest(known.id, name) if known else state.guests.issue(name)[0]
    if known is not None:
        await state.store.rename(guest.id, guest.name)
    token = state.guests.token(guest)
    remember(response, token, secure=state.settings.secure_cookies)
    return GuestCard(id=guest.id, name=guest.name, token=token)


@router.get("/guests/me", responses=REFUSALS)
def who_am_i(guest: AsGuest) -> dict[str, str]:
    return {"id": guest.id, "name": guest.name}


@router.get("/games", response_model=list[GameCard])
def games() -> Response:
    return Response(_games(every_game(People, Players, Table)), media_type="application/json")


@cache
def _games(found: tuple[AnyGame, ...]) -> bytes:
    """Every page asks for them first, and they do not change while the server runs."""
    return TypeAdapter(list[GameCard]).dump_json([_card(game) for game in found])


def _card(game: AnyGame) -> GameCard:
    options = game.options()
    return GameCard(
        name=game.name,
        titles=dict(game.part(People).titles),
        rules=game.version,
        seats=list(game.seats(options)),
        options=[
            OptionCard(name=name, default=default, allowed=allowed, meaning=meaning)
            for name, default, allowed, meaning in describe(game.options)
        ],
        levels=[level_card(level) for level in levels_of(game, options)],
        agents=list(agents_for(game, options)),
        opponent=game.part(Players).agent_for("opponent", options),
        help=dict(game.part(People).help),
        simultaneous=game.simultaneous(options),
        one_device=one_device(game, options),
        timed=game.part(Table).timed is not None,
        exercises=len(game.part(People).exercises),
    )


def level_card(level: Level) -> LevelCard:
    rung = level.measured
    rating, low, high = (None, None, None) if rung is None else (rung.rating, rung.low, rung.high)
    return LevelCard(number=level.number, names=dict(level.names), agent=level.agent, rating=rating, low=low, high=high)


@router.post("/games/{name}/options", responses=REFUSALS)
def choose_options(name: Annotated[str, Path(max_length=40)], options: OptionValues) -> Variant:
    """Checks options, and says which seats, levels and agents the game has with them."""
    game = find_game(name)
    chosen = game.options.read(options)
    return Variant(
        options=chosen.chosen(),
        seats=list(game.seats(chosen)),
        levels=[level_card(level) for level in levels_of(game, chosen)],
        agents=list(agents_for(game, chosen)),
        opponent=game.part(Players).agent_for("opponent", chosen),
        simultaneous=game.simultaneous(chosen),
        one_device=one_device(game, chosen),
    )


@router.get("/agents")
def agents() -> dict[str, list[OptionCard]]:
    """The agents of any game and those that single games bring, by name, with their settings: `minimax:depth=4`. Where
    several games have one of a name, the settings of them all."""
    kinds = [GENERAL, *(game.part(Players).agents for game in every_game())]
    known: dict[str, dict[str, OptionCard]] = {}
    for name, agent in (each for kind in kinds for each in kind.items()):
        if agent.settings().local():
            continue  # of this machine, and nobody else's
        cards = known.setdefault(name, {})
        for key, default, allowed, meaning in describe(agent.settings):
            cards.setdefault(key, OptionCard(name=key, default=default, allowed=allowed, meaning=meaning))
    return {name: list(cards.values()) for name, cards in sorted(known.items())}


@router.post("/rooms", status_code=201, responses=REFUSALS, dependencies=[Depends(limited("rooms"))])
async def create_room(wish: RoomWish, hub: InHub, guest: AsGuest) -> SeatCard:
    settings = RoomSettings(
        private=wish.private,
        timed=wish.timed,
        clocks=Clocks(wish.clocks.total, wish.clocks.increment, wish.clocks.move),
        bot_fill_seconds=wish.bot_fill_seconds,
        start_seconds=wish.start_seconds,
        silence_seconds=wish.silence_seconds,
        bot=wish.bot,
        takebacks=wish.takebacks,
        chat=wish.chat,
    )
    new = NewRoom(wish.game, wish.options, settings, seat=wish.seat, also=wish.also, ready=wish.ready, bots=wish.bots)
    made = await hub.create(guest, new)
    return SeatCard(room=made.room, seat=made.seat, token=made.token)


@router.get("/rooms", responses=REFUSALS)
async def lobby(hub: InHub, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> list[RoomCard]:
    """Public rooms that wait for players, and those where people play each other; the latest first."""
    return _readable(_room_card, await hub.store.lobby(limit, now_ms() - round(LATELY_SECONDS * 1000)))


def _readable(card: Callable[[R], C], rows: Sequence[R]) -> list[C]:
    """Without those that are damaged: they keep nobody from the others."""
    cards = []
    for row in rows:
        with suppress(Damaged):
            cards.append(card(row))
    return cards


def _room_card(row: RoomRow) -> RoomCard:
    with as_stored(row.id):
        config, summary = msgspec.json.decode(row.config), msgspec.json.decode(row.summary)
        return RoomCard(
            id=row.id,
            game=row.game,
            options=config["options"],
            settings=config["settings"],
            status=row.status,  # type: ignore[arg-type]  # which is checked
            seats=summary["seats"],
            round=summary["round"],
            created_ms=row.created_ms,
            people=row.people,
        )


@router.get("/rooms/{room}", responses=REFUSALS)
async def one_room(room: RoomId, hub: InHub) -> RoomCard:
    row = await hub.store.room(room)
    if row is None:
        raise Refusal("no_room", "there is no such room")
    card = _room_card(row)
    with suppress(Damaged):  # what the lobby knows of it can be told all the same
        card.counts = await hub.counts(row)
    return card


@router.post("/rooms/{room}/end", status_code=204, responses=REFUSALS, dependencies=[Depends(limited("rooms"))])
async def end_room(room: RoomId, request: Request, hub: InHub, guest: AsGuest) -> None:
    """Give up a game that you play alone or against bots, or close a table; where other people play, leave it."""
    request.app.state.door.keep("notes", guest.id, address_of(request))
    await hub.end(room, guest)


@router.post("/rooms/{room}/seats", status_code=201, responses=REFUSALS, dependencies=[Depends(limited("rooms"))])
async def sit(room: RoomId, wish: SeatWish, request: Request, hub: InHub, guest: AsGuest) -> SeatCard:
    """Take a seat, or get a new token for the seat that you have."""
    request.app.state.door.keep("notes", guest.id, address_of(request))
    seated = await hub.ask(room, guest, say.Sit(wish.seat))
    assert isinstance(seated, say.Seated)
    return SeatCard(room=room, seat=seated.seat, token=seated.token)


@router.get("/results", responses=REFUSALS)
async def results(
    hub: InHub,
    game: Annotated[str | None, Query(max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[ResultCard]:
    """Finished games of public rooms, the latest first."""
    return _readable(_result_card, await hub.store.results(game, limit))


def _result_card(row: ResultRow) -> ResultCard:
    with as_stored(row.room):
        players = _players(row)
        return ResultCard(
            room=row.room,
            round=row.round,
            game=row.game,
            ended_ms=row.ended_ms,
            plies=row.plies,
            reason=RENAMED.get(row.reason, row.reason),
            seats=[player["name"] for player in players],
            bots=[player["bot"] for player in players],
            returns=msgspec.json.decode(row.returns),
        )


def _players(row: ResultRow) -> list[dict[str, Any]]:
    """[{"name": "Anna", "bot": null}, ...]"""
    players: list[dict[str, Any]] = msgspec.json.decode(row.seats)
    return players


@router.get("/training")
async def training(request: Request, hub: InHub) -> Learning:
    """What the project learns: trainings with their curves, and the ladder of the bots."""

    async def learned() -> Learning:
        rows = await hub.store.results(None, 2000)
        return await hub.archive.aside(_learning, rows, Folder(hub.settings.runs))

    found: Learning = await request.app.state.learning.get(learned)
    return found


def _learning(rows: Sequence[ResultRow], runs: Folder) -> Learning:
    cards = _readable(_result_card, rows)
    results = [
        Result(card.game, [bot for bot in card.bots if bot], card.returns)
        for card in reversed(cards)
        if card.reason not in BY_THE_TABLE and all(card.bots)
    ]
    return Learning(
        runs=[Training(**run) for run in (*trainings(runs), *shipped())],
        levels=[_ladder_card(game, ladder) for game in every_game() for ladder in ladders_of(game)],
        ladder=[
            RatingCard(**{name: getattr(each, name) for name in RatingCard.model_fields}) for each in ladder(results)
        ],
    )


def _ladder_card(game: AnyGame, measured: Ladder) -> LadderCard:
    options = game.options.read(measured.options)
    levels = [level_card(level) for level in levels_of(game, options)]
    return LadderCard(game=game.name, options=measured.options, seats=len(game.seats(options)), levels=levels)


@router.get("/rooms/{room}/games/{game}/record", responses=text_as("application/x-ndjson"), response_class=Response)
async def record(room: RoomId, game: Round, hub: InHub) -> Response:
    """A finished game as a record: JSON lines that replay exactly, luck included."""
    text = await hub.archive.text(room, game, archive.record_bytes)
    row = await hub.store.room(room)
    name = f"{row.game if row else 'game'}-{room}-{game}.jsonl"
    return Response(
        text,
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/rooms/{room}/games/{game}/moves", responses=text_as("text/plain"), response_class=Response)
async def moves(room: RoomId, game: Round, hub: InHub) -> Response:
    """A finished game in its notation, one ply a line."""
    return PlainTextResponse(await hub.archive.text(room, game, archive.moves_bytes))


@router.get("/rooms/{room}/games/{game}/replay", responses=JSON_OBJECT, response_class=Response)
async def replay(room: RoomId, game: Round, hub: InHub) -> Response:
    """Every position of a finished game as a spectator saw it."""
    return Response(await hub.archive.text(room, game, archive.replay_bytes), media_type="application/json")


@router.get("/rooms/{room}/games/{game}/views", responses=JSON_LIST, response_class=Response)
async def views(
    room: RoomId, game: Round, hub: InHub, first: Annotated[int, Query(ge=0, le=1_000_000, multiple_of=64)] = 0
) -> Response:
    """Up to 64 positions as a spectator saw them, from the one after `first` plies on; the game may still run."""
    known = hub.rooms.get(room)
    text = await hub.archive.views(room, game, first, known.table if known else None)
    return Response(text, media_type="application/json")


@router.post(
    "/rooms/{room}/games/{game}/analysis",
    responses=REFUSALS,
    response_model=list[dict[str, Any]],
    dependencies=[Depends(thinking)],
)
async def analyse_game(room: RoomId, game: Round, wish: AnalysisWish, hub: InHub, payer: AsPayer) -> Response:
    """What an engine thinks at each move of a finished game."""
    return Response(await hub.analyst.game(room, game, wish.agent, payer), media_type="application/json")


@router.post("/analyse", responses=REFUSALS, dependencies=[Depends(thinking)])
async def analyse(question: Question, hub: InHub, payer: AsPayer) -> dict[str, Any]:
    """The value of every move in a position. Nothing is stored."""
    return await hub.analyst.position(_asked(question), payer)


@router.post("/analyse/watch", responses=text_as(NDJSON), response_class=Response, dependencies=[Depends(thinking)])
async def watch_position(question: Question, request: Request, hub: InHub, payer: AsPayer) -> Response:
    """The same while it is thought about: a line of JSON for each better answer, and at last `{"ended": "done"}`.

    Other endings are `time`, `others` (who wait for the engine), `another` (analysis of yours that began), `failed`
    with a code and a message, and `restarting`. To close the connection ends the search."""
    return _watched(request, payer, hub.analyst.watch_position(_asked(question, watched=True), payer))


@router.post("/analyse/line", responses=text_as(NDJSON), response_class=Response, dependencies=[Depends(thinking)])
async def watch_line(question: LineQuestion, request: Request, hub: InHub, payer: AsPayer) -> Response:
    """Moves from a position on, judged one by one: a line of JSON for each, and at last why it ends."""
    lines = hub.analyst.watch_line(_asked(question), question.position, question.moves, payer)
    return _watched(request, payer, lines)


@router.post(
    "/rooms/{room}/games/{game}/watch",
    responses=text_as(NDJSON),
    response_class=Response,
    dependencies=[Depends(thinking)],
)
async def watch_game(
    room: RoomId, game: Round, wish: WatchWish, request: Request, hub: InHub, payer: AsPayer
) -> Response:
    """A finished game while it is analysed: one of its positions, or every move of it."""
    if wish.ply is None:
        return _watched(request, payer, await hub.analyst.watch_game(room, game, wish.agent, payer))
    return _watched(request, payer, await hub.analyst.watch_ply(room, game, wish.ply, wish.agent, payer))


def _asked(question: Question, *, watched: bool = False) -> Asked:
    return asked_about(question.game, question.options, question.position, question.agent, watched=watched)


def _watched(request: Request, payer: Payer, lines: Lines) -> Study:
    study: Study = request.app.state.studies.begin(payer.guest or payer.address, lines)
    return study


@router.get("/protocol")
def protocol() -> dict[str, Any]:
    """The messages of /ws as JSON Schema."""
    return protocol_schema()
