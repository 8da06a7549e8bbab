"""The HTTP API, for the browser app and for programs. /docs describes it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path as Folder
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from asobiba.agents.spec import GENERAL, agents_for
from asobiba.arena.ladder import Result, ladder
from asobiba.core.contract import AnyGame
from asobiba.core.options import describe
from asobiba.core.registry import find_game, game_names
from asobiba.online.http.headers import StrictRoute
from asobiba.online.http.identity import remember
from asobiba.online.http.trainings import trainings
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.desk import Guest
from asobiba.online.rooms import archive
from asobiba.online.rooms.decisions import Refusal
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.rooms.names import clean_name, guest_name
from asobiba.online.rooms.table import Clocks, RoomSettings
from asobiba.online.rooms.tokens import ROOM_ID
from asobiba.online.store.rows import ResultRow

router = APIRouter(prefix="/api", route_class=StrictRoute)

RoomId = Annotated[str, Path(pattern=ROOM_ID, description="A room's id.")]
Round = Annotated[int, Path(ge=1, le=10_000, description="The first game of a room is 1.")]
Seconds = Annotated[float, Field(ge=0, le=86_400, allow_inf_nan=False)]
SpecText = Annotated[str, Field(min_length=1, max_length=100, examples=["greedy", "minimax:depth=4"])]
OptionValues = Annotated[dict[str, Any], Field(max_length=40, examples=[{"players": 2}])]


AGENTS_THAT_PLAY = "The agents that can play the game with these options; their settings are in /api/agents."


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class GuestWish(_Model):
    name: str | None = Field(default=None, max_length=100, description="A display name; none: one is made up.")


class GuestCard(_Model):
    id: str
    name: str
    token: str = Field(description="For programs: Authorization: Bearer TOKEN. A browser has it as a cookie.")


class OptionCard(_Model):
    name: str
    default: str
    allowed: str
    meaning: str


class GameCard(_Model):
    name: str
    titles: dict[str, str]
    rules: int
    seats: list[str]
    options: list[OptionCard]
    levels: list[str] = Field(description="Agent specs from the weakest to the strongest.")
    agents: list[str] = Field(description=AGENTS_THAT_PLAY)
    opponent: str
    help: dict[str, str]
    simultaneous: bool
    timed: bool


class Variant(_Model):
    """What depends on the options of a game."""

    options: dict[str, Any]
    seats: list[str]
    levels: list[str]
    agents: list[str] = Field(description=AGENTS_THAT_PLAY)
    simultaneous: bool


class ClockWish(_Model):
    total: Seconds | None = Field(default=None, description="Seconds for the whole game.")
    increment: Seconds = Field(default=0.0, description="Seconds added after each move.")
    move: Seconds | None = Field(default=None, description="Seconds for one move.")


class RoomWish(_Model):
    game: str = Field(max_length=40, description="A name that GET /api/games lists.", examples=[*game_names()[:1]])
    options: OptionValues = Field(default_factory=dict)
    private: bool = Field(default=False, description="Not in the lobby; only who has the link finds it.")
    timed: bool = Field(default=False, description="On the frame clock instead of in turns.")
    clocks: ClockWish = Field(default_factory=ClockWish)
    bot_fill_seconds: Seconds | None = Field(default=None, description="Until bots take the free seats; none: never.")
    bot: SpecText | None = Field(default=None, description="What fills seats and plays for those who have gone.")
    takebacks: bool = True
    chat: bool = True
    seat: int | None = Field(default=None, ge=0, le=15, description="Sit down here at once.")
    ready: bool = Field(default=False, description="Be ready at once; with bots on the other seats the game starts.")
    bots: dict[Annotated[int, Field(ge=0, le=15, strict=False)], SpecText] = Field(
        default_factory=dict, max_length=16, description="Bots by seat.", examples=[{"1": "greedy"}]
    )


class SeatCard(_Model):
    room: str
    seat: int | None
    token: str | None = Field(description="Proves that the seat is yours; shown this once.")


class SeatWish(_Model):
    seat: int | None = Field(default=None, ge=0, le=15)


class RoomCard(_Model):
    id: str
    game: str
    options: dict[str, Any]
    settings: dict[str, Any]
    status: Literal["open", "playing", "over"]
    seats: list[dict[str, Any]]
    round: int
    created_ms: int


class ResultCard(_Model):
    room: str
    round: int
    game: str
    ended_ms: int
    plies: int
    reason: str
    seats: list[str] = Field(description="The players' names.")
    bots: list[str | None] = Field(description="The bot on each seat; null is a person.")
    returns: list[float]


class Question(_Model):
    game: str = Field(max_length=40)
    options: OptionValues = Field(default_factory=dict)
    position: str = Field(max_length=4000, description="In the game's notation, as `asobiba analyse` takes it.")
    agent: SpecText | None = None


class AnalysisWish(_Model):
    agent: SpecText | None = None


class Trouble(_Model):
    """What every refusal looks like."""

    code: str
    message: str
    params: dict[str, Any] = Field(default_factory=dict)


REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": Trouble, "description": text}
    for status, text in {
        400: "The request makes no sense; the message says why.",
        401: "No guest: POST /api/guests first.",
        404: "There is no such thing.",
        409: "Not possible now.",
        413: "Too much at once.",
        422: "A field is wrong.",
        429: "Too often; wait a little.",
        503: "The store does not answer; nothing was changed.",
    }.items()
}


def text_as(media_type: str) -> dict[int | str, dict[str, Any]]:
    """The answers of an endpoint that gives no JSON; its refusals do."""
    return {**REFUSALS, 200: {"description": "The text.", "content": {media_type: {"schema": {"type": "string"}}}}}


def hub_of(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


def guest_of(request: Request) -> Guest:
    guest: Guest | None = request.app.state.guests.of(request)
    if guest is None:
        raise Refusal("no_guest", "introduce yourself first: POST /api/guests")
    return guest


def limited(what: str) -> Callable[[Request], None]:
    """Refuses who asks too often for `what`."""

    def check(request: Request) -> None:
        if not request.app.state.door.may(what, request):
            raise Refusal("too_often", "too many requests; wait a little", what=what)

    return check


async def thinking(request: Request) -> AsyncIterator[None]:
    """Refuses who has had much analysed lately."""
    with request.app.state.door.thinking(request) as granted:
        if not granted:
            raise Refusal("too_often", "much was analysed for you; wait a little", what="analyse")
        yield


InHub = Annotated[Hub, Depends(hub_of)]
AsGuest = Annotated[Guest, Depends(guest_of)]


@router.post("/guests", status_code=201, responses=REFUSALS, dependencies=[Depends(limited("guests"))])
def introduce(wish: GuestWish, request: Request, response: Response) -> GuestCard:
    """A new guest, or a new name for the one who asks."""
    state = request.app.state
    known = state.guests.of(request)
    name = clean_name(wish.name) if wish.name is not None else guest_name(state.generator)
    guest = Guest(known.id, name) if known else state.guests.issue(name)[0]
    token = state.guests.token(guest)
    remember(response, token, secure=state.settings.secure_cookies)
    return GuestCard(id=guest.id, name=guest.name, token=token)


@router.get("/guests/me", responses=REFUSALS)
def who_am_i(guest: AsGuest) -> dict[str, str]:
    return {"id": guest.id, "name": guest.name}


@router.get("/games")
def games() -> list[GameCard]:
    return [_card(find_game(name)) for name in game_names()]


def _card(game: AnyGame) -> GameCard:
    options = game.options()
    return GameCard(
        name=game.name,
        titles=dict(game.titles),
        rules=game.version,
        seats=list(game.rules.seats(options)),
        options=[
            OptionCard(name=name, default=default, allowed=allowed, meaning=meaning)
            for name, default, allowed, meaning in describe(game.options)
        ],
        levels=list(game.minds.levels(options)),
        agents=list(agents_for(game, options)),
        opponent=game.minds.opponent,
        help=dict(game.text.help),
        simultaneous=game.rules.simultaneous(options),
        timed=game.table.timed is not None,
    )


@router.post("/games/{name}/options", responses=REFUSALS)
def choose_options(name: Annotated[str, Path(max_length=40)], options: OptionValues) -> Variant:
    """Checks options, and says which seats, levels and agents the game has with them."""
    game = find_game(name)
    chosen = game.options.read(options)
    return Variant(
        options=chosen.chosen(),
        seats=list(game.rules.seats(chosen)),
        levels=list(game.minds.levels(chosen)),
        agents=list(agents_for(game, chosen)),
        simultaneous=game.rules.simultaneous(chosen),
    )


@router.get("/agents")
def agents() -> dict[str, list[OptionCard]]:
    """The agents of any game and those that single games bring, by name, with their settings: `minimax:depth=4`."""
    known = dict(GENERAL)
    for name in game_names():
        known |= find_game(name).minds.agents
    return {
        name: [
            OptionCard(name=key, default=default, allowed=allowed, meaning=meaning)
            for key, default, allowed, meaning in describe(agent.settings)
        ]
        for name, agent in sorted(known.items())
    }


@router.post("/rooms", status_code=201, responses=REFUSALS, dependencies=[Depends(limited("rooms"))])
async def create_room(wish: RoomWish, hub: InHub, guest: AsGuest) -> SeatCard:
    settings = RoomSettings(
        private=wish.private,
        timed=wish.timed,
        clocks=Clocks(wish.clocks.total, wish.clocks.increment, wish.clocks.move),
        bot_fill_seconds=wish.bot_fill_seconds,
        bot=wish.bot,
        takebacks=wish.takebacks,
        chat=wish.chat,
    )
    made = await hub.create(guest, NewRoom(wish.game, wish.options, settings, wish.seat, wish.ready, wish.bots))
    return SeatCard(room=made.room, seat=made.seat, token=made.token)


@router.get("/rooms")
async def lobby(hub: InHub, limit: Annotated[int, Query(ge=1, le=100)] = 50) -> list[RoomCard]:
    """Public rooms that wait for players or play, the latest first."""
    return [_room_card(row) for row in await hub.store.lobby(limit)]


def _room_card(row: Any) -> RoomCard:
    config, summary = msgspec.json.decode(row.config), msgspec.json.decode(row.summary)
    return RoomCard(
        id=row.id,
        game=row.game,
        options=config["options"],
        settings=config["settings"],
        status=row.status,
        seats=summary["seats"],
        round=summary["round"],
        created_ms=row.created_ms,
    )


@router.get("/rooms/{room}", responses=REFUSALS)
async def one_room(room: RoomId, hub: InHub) -> RoomCard:
    row = await hub.store.room(room)
    if row is None:
        raise Refusal("no_room", "there is no such room")
    return _room_card(row)


@router.post("/rooms/{room}/seats", status_code=201, responses=REFUSALS, dependencies=[Depends(limited("rooms"))])
async def sit(room: RoomId, wish: SeatWish, hub: InHub, guest: AsGuest) -> SeatCard:
    """Take a seat, or get a new token for the seat that you have."""
    seated = await hub.ask(room, guest, say.Sit(wish.seat))
    return SeatCard(room=room, seat=seated.seat, token=seated.token)


@router.get("/results")
async def results(
    hub: InHub,
    game: Annotated[str | None, Query(max_length=40)] = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> list[ResultCard]:
    """Finished games of public rooms, the latest first."""
    return [_result_card(row) for row in await hub.store.results(game, limit)]


def _result_card(row: ResultRow) -> ResultCard:
    players = _players(row)
    return ResultCard(
        room=row.room,
        round=row.round,
        game=row.game,
        ended_ms=row.ended_ms,
        plies=row.plies,
        reason=row.reason,
        seats=[player["name"] for player in players],
        bots=[player["bot"] for player in players],
        returns=msgspec.json.decode(row.returns),
    )


def _players(row: ResultRow) -> list[dict[str, Any]]:
    """[{"name": "Anna", "bot": null}, ...]"""
    players: list[dict[str, Any]] = msgspec.json.decode(row.seats)
    return players


class Training(_Model):
    name: str
    game: str
    status: str
    curves: dict[str, list[tuple[float, float]]] = Field(description="By name, (step, value).")


class RatingCard(_Model):
    agent: str
    game: str
    rating: float
    low: float
    high: float
    games: int


class Learning(_Model):
    runs: list[Training]
    ladder: list[RatingCard] = Field(description="Bots by the games they have played here against one another.")


@router.get("/training")
async def training(hub: InHub) -> Learning:
    """What the project learns: trainings with their curves, and the ladder of the bots."""
    results = [
        Result(row.game, [player["bot"] for player in _players(row)], msgspec.json.decode(row.returns))
        for row in reversed(await hub.store.results(None, 2000))
        if row.reason == "rules" and all(player["bot"] for player in _players(row))
    ]
    runs = await asyncio.to_thread(trainings, Folder(hub.settings.runs))
    return Learning(
        runs=[Training(**run) for run in runs],
        ladder=[
            RatingCard(**{name: getattr(each, name) for name in RatingCard.model_fields}) for each in ladder(results)
        ],
    )


@router.get("/rooms/{room}/games/{game}/record", responses=text_as("application/x-ndjson"), response_class=Response)
async def record(room: RoomId, game: Round, hub: InHub) -> Response:
    """A finished game as a record: JSON lines that replay exactly, luck included."""
    found = await archive.finished_game(hub.store, room, game)
    name = f"{found.table.game.name}-{room}-{game}.jsonl"
    return Response(
        archive.record_text(found.table),
        media_type="application/x-ndjson",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@router.get("/rooms/{room}/games/{game}/moves", responses=text_as("text/plain"), response_class=Response)
async def moves(room: RoomId, game: Round, hub: InHub) -> Response:
    """A finished game in its notation, one ply a line."""
    return PlainTextResponse(archive.moves_text((await archive.finished_game(hub.store, room, game)).table))


@router.get("/rooms/{room}/games/{game}/replay", responses=REFUSALS)
async def replay(room: RoomId, game: Round, hub: InHub) -> dict[str, Any]:
    """Every position of a finished game as a spectator saw it."""
    table = (await archive.finished_game(hub.store, room, game)).table
    return {
        "game": table.game.name,
        "options": table.options.chosen(),
        "seats": [seat.name for seat in table.seats],
        "seat_names": list(table.game.rules.seats(table.options)),
        "returns": list(table.outcome.returns) if table.outcome else None,
        "reason": table.outcome.reason if table.outcome else None,
        "seed": str(table.seed),
        "nonce": table.nonce,
        "commitment": table.commitment,
        "frames": archive.replay(table),
    }


@router.post("/rooms/{room}/games/{game}/analysis", responses=REFUSALS, dependencies=[Depends(thinking)])
async def analyse_game(room: RoomId, game: Round, wish: AnalysisWish, hub: InHub) -> list[dict[str, Any]]:
    """What an engine thinks at each move of a finished game."""
    table = (await archive.finished_game(hub.store, room, game)).table
    return await hub.analyse_record(table.record(), wish.agent or table.game.minds.adviser_of(table.options))


@router.post("/analyse", responses=REFUSALS, dependencies=[Depends(thinking)])
async def analyse(question: Question, hub: InHub) -> dict[str, Any]:
    """The value of every move in a position. Nothing is stored."""
    return await hub.analyse_position(question.game, question.options, question.position, question.agent)


@router.get("/protocol")
def protocol() -> dict[str, Any]:
    """The messages of /ws as JSON Schema."""
    return say.schemas()
