"""The HTTP API of a real server: every endpoint with real values, and then with whatever its schema allows or forbids.

`ASOBIBA_HTTP_EXAMPLES` is the number of requests of each kind in the long run of the second part.
"""

import asyncio
import hashlib
import json
import os
import random
from collections.abc import Iterator
from typing import Any, get_args

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import allow_header_conformance, positive_data_acceptance
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from asobiba.agents import agents_for
from asobiba.agents.players import Players
from asobiba.core.errors import ConfigError
from asobiba.core.game import OVER
from asobiba.core.records import Record, read_records
from asobiba.core.registry import find_game, game_names
from asobiba.online.client import Client
from asobiba.online.http.app import make_app
from asobiba.online.people import People
from asobiba.online.protocol.messages import PROTOCOL, Hello, Message, write
from asobiba.online.settings import Settings
from asobiba.online.table import Table
from tests.amounts import amount
from tests.online.playing import Served, served

EXAMPLES = int(os.environ.get("ASOBIBA_HTTP_EXAMPLES", "400"))
PATIENCE = 60.0
GAMES: dict[str, dict[str, Any]] = {
    "othello": {},
    "twenty48": {"rows": 2, "columns": 3},
    "puyo": {"max_turns": 8},
    "otrio": {"players": 3},
    "coppit": {"max_players": 2, "max_turns": 20},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("server"), analyse_seconds_per_minute=100_000) as running:
        yield running
        assert "Traceback" not in running.log


@pytest.fixture(scope="module")
def ann(server: Served) -> Iterator[httpx.Client]:
    """A guest by cookie, as in a browser."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        client.post("/api/guests", json={"name": "Ann"})
        yield client


@pytest.fixture(scope="module")
def bob(server: Served) -> Iterator[httpx.Client]:
    """A guest by bearer token, as a program."""
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        token = client.post("/api/guests", json={"name": "Bob"}).json()["token"]
        client.cookies.clear()
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


@pytest.fixture(scope="module")
def finished(server: Served) -> dict[str, str]:
    """The room of a finished game of each kind. Bots play while somebody watches."""

    async def watch(client: Client, game: str) -> str:
        options = find_game(game).options.read(GAMES[game])
        bots = dict.fromkeys(range(len(find_game(game).seats(options))), "random")
        ticket = await client.create_room(game, options=GAMES[game], bots=bots)
        async with client.join(ticket) as room:
            await room.until(lambda state: state.status == "over")
        return ticket.room

    async def watch_all() -> dict[str, str]:
        async with asyncio.timeout(PATIENCE), Client(server.url, "Watcher") as client:
            rooms = await asyncio.gather(*(watch(client, game) for game in GAMES))
            return dict(zip(GAMES, rooms, strict=True))

    return asyncio.run(watch_all())


def refused(answer: httpx.Response) -> tuple[int, str]:
    trouble = answer.json()
    assert set(trouble) == {"code", "message", "params"}
    return answer.status_code, trouble["code"]


def create(client: httpx.Client, **wish: Any) -> dict[str, Any]:
    answer = client.post("/api/rooms", json={"game": "othello", **wish})
    assert answer.status_code == 201, answer.text
    card: dict[str, Any] = answer.json()
    return card


# Guests and games ----------------------------------------------------------------------------------------------------


def test_a_guest_may_change_the_name_and_stays_the_same(ann: httpx.Client) -> None:
    me = ann.get("/api/guests/me").json()
    renamed = ann.post("/api/guests", json={"name": " 花  子 "}).json()
    assert (renamed["id"], renamed["name"]) == (me["id"], "花 子")
    assert ann.get("/api/guests/me").json() == {"id": me["id"], "name": "花 子"}
    ann.post("/api/guests", json={"name": me["name"]})


def test_an_older_token_does_not_bring_the_old_name_back(server: Served) -> None:
    with httpx.Client(base_url=server.url) as client:
        token = client.post("/api/guests", json={"name": "Olive"}).json()["token"]
        client.post("/api/guests", json={"name": "Popeye"})
        older = {"Authorization": f"Bearer {token}"}

        assert httpx.get(f"{server.url}/api/guests/me", headers=older).json()["name"] == "Popeye"
        room = {"game": "othello", "seat": 0}
        made = httpx.post(f"{server.url}/api/rooms", json=room, headers=older).json()["room"]
        assert client.get(f"/api/rooms/{made}").json()["seats"][0]["name"] == "Popeye"
    address = f"ws{server.url.removeprefix('http')}/ws"
    with connect(address, additional_headers=older, subprotocols=[Subprotocol(PROTOCOL)]) as line:
        line.send(write(Hello(made)), text=True)
        assert json.loads(line.recv(timeout=PATIENCE))["you"]["name"] == "Popeye"


def test_who_gives_no_name_gets_one(server: Served) -> None:
    with httpx.Client(base_url=server.url) as client:
        assert refused(client.get("/api/guests/me")) == (401, "no_guest")
        assert client.post("/api/guests", json={}).json()["name"].startswith("Guest ")


def test_the_games_are_the_registered_ones(ann: httpx.Client) -> None:
    cards = {card["name"]: card for card in ann.get("/api/games").json()}
    assert tuple(cards) == game_names()
    for name, card in cards.items():
        game = find_game(name)
        assert card["rules"] == game.version
        assert card["titles"] == game.part(People).titles
        assert card["opponent"] == game.part(Players).agent_for("opponent", game.options())
        assert [level["agent"] for level in card["levels"]] == list(game.part(Players).levels(game.options()))
        assert [level["number"] for level in card["levels"]] == list(range(1, len(card["levels"]) + 1))
        assert (card["levels"][0]["names"]["en"], card["levels"][-1]["names"]["ja"]) == ("Beginner", "名人")
        assert card["agents"] == list(agents_for(game))
        assert card["seats"] == list(game.seats(game.options()))
        assert card["timed"] == (game.part(Table).timed is not None)
        assert all(option["meaning"] and option["allowed"] for option in card["options"])


@pytest.mark.parametrize(("game", "options"), GAMES.items())
def test_options_say_which_seats_there_are(ann: httpx.Client, game: str, options: dict[str, Any]) -> None:
    variant = ann.post(f"/api/games/{game}/options", json=options).json()
    chosen = find_game(game).options.read(options)
    assert variant["options"] == chosen.chosen()
    assert variant["seats"] == list(find_game(game).seats(chosen))
    assert variant["opponent"] in [level["agent"] for level in variant["levels"]]


@pytest.mark.parametrize(("game", "options"), GAMES.items())
def test_just_the_agents_that_are_listed_can_be_had_as_bots(
    ann: httpx.Client, game: str, options: dict[str, Any]
) -> None:
    playing = ann.post(f"/api/games/{game}/options", json=options).json()["agents"]
    for name in ann.get("/api/agents").json():
        wish = {"game": game, "options": options, "private": True, "bot": name}
        answer = ann.post("/api/rooms", json=wish)
        assert answer.status_code == (201 if name in playing else 400), name
        if name not in playing:
            assert ", ".join(playing) in answer.json()["message"]


BAD_OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("chess", {}),
    ("othello", {"size": 8}),
    ("otrio", {"players": 5}),
    ("otrio", {"players": "many"}),
    ("otrio", {"players": None}),
    ("otrio", {"players": [2]}),
    ("otrio", {"players": {"a": 1}}),
    ("twenty48", {"rows": 0}),
    ("twenty48", {"rows": 10**30}),
    ("coppit", {"max_turns": -1}),
    ("coppit", {"max_players": 2.5}),
    ("puyo", {"mode": "triple"}),
]


@pytest.mark.parametrize(("game", "options"), BAD_OPTIONS, ids=str)
def test_a_bad_option_is_told_in_the_words_of_the_rules(ann: httpx.Client, game: str, options: dict[str, Any]) -> None:
    with pytest.raises(ConfigError) as error:
        find_game(game).options.read(options)
    for path, body in ((f"/api/games/{game}/options", options), ("/api/rooms", {"game": game, "options": options})):
        answer = ann.post(path, json=body)
        assert refused(answer) == (400, "config")
        assert answer.json()["message"] == str(error.value)


def test_agents_and_their_settings(ann: httpx.Client) -> None:
    agents = ann.get("/api/agents").json()
    assert {"random", "greedy", "minimax"} <= set(agents)
    assert "depth" in [setting["name"] for setting in agents["minimax"]]
    assert {"depth", "plies", "threads"} <= {setting["name"] for setting in agents["expectimax"]}, "of several games"


# Rooms ---------------------------------------------------------------------------------------------------------------

BAD_ROOMS: list[tuple[dict[str, Any], int, str]] = [
    ({"bot": "deep blue"}, 400, "config"),
    ({"bots": {"1": "minimax:depth=many"}}, 400, "config"),
    ({"bots": {"1": "learned:weights=/etc/hostname"}}, 400, "config"),
    ({"bots": {"7": "random"}}, 404, "no_seat"),
    ({"seat": 7}, 404, "no_seat"),
    ({"seat": 0, "bots": {"0": "random"}}, 409, "seat_taken"),
    ({"timed": True}, 400, "config"),
    ({"clocks": {"total": 0.5}}, 400, "config"),
    ({"clocks": {"total": -1}}, 422, "invalid"),
    ({"clocks": {"total": 1e9}}, 422, "invalid"),
    ({"bot_fill_seconds": 4000}, 400, "config"),
    ({"seat": "0"}, 422, "invalid"),
    ({"seat": 16}, 422, "invalid"),
    ({"bots": {"x": "random"}}, 422, "invalid"),
    ({"bots": {"1": ""}}, 422, "invalid"),
    ({"admin": True}, 422, "invalid"),
    ({"private": "yes"}, 422, "invalid"),
    ({"options": {str(number): 0 for number in range(41)}}, 422, "invalid"),
]


@pytest.mark.parametrize(("wish", "status", "code"), BAD_ROOMS, ids=str)
def test_rooms_that_cannot_be(ann: httpx.Client, wish: dict[str, Any], status: int, code: str) -> None:
    before = len(ann.get("/api/rooms", params={"limit": 100}).json())
    assert refused(ann.post("/api/rooms", json={"game": "othello", **wish})) == (status, code)
    assert len(ann.get("/api/rooms", params={"limit": 100}).json()) == before


def test_the_lobby_shows_public_rooms_where_somebody_waits(ann: httpx.Client, bob: httpx.Client) -> None:
    public, private = create(ann, game="otrio", seat=1), create(ann, private=True, seat=0)
    others = create(ann, seat=0, ready=True, bots={"1": "random"}), create(ann)  # against a bot; nobody sits there
    cards = {card["id"]: card for card in bob.get("/api/rooms", params={"limit": 100}).json()}
    assert cards.keys().isdisjoint(room["room"] for room in (private, *others))
    assert (cards[public["room"]]["status"], cards[public["room"]]["people"]) == ("open", 1)
    assert [seat["name"] for seat in cards[public["room"]]["seats"]] == ["", "Ann", "", ""]
    assert bob.get(f"/api/rooms/{private['room']}").json()["settings"]["private"] is True  # who has the link
    assert len(bob.get("/api/rooms", params={"limit": 1}).json()) == 1
    for limit in ("0", "101", "many", ""):
        assert refused(bob.get("/api/rooms", params={"limit": limit})) == (422, "invalid")


def test_seats(ann: httpx.Client, bob: httpx.Client, server: Served) -> None:
    room = create(ann, seat=0)["room"]
    first = bob.post(f"/api/rooms/{room}/seats", json={})
    assert (first.status_code, first.json()["seat"]) == (201, 1)
    assert refused(bob.post(f"/api/rooms/{room}/seats", json={"seat": 0})) == (409, "full")
    assert refused(bob.post(f"/api/rooms/{room}/seats", json={"seat": 2})) == (404, "no_seat")
    again = bob.post(f"/api/rooms/{room}/seats", json={"seat": 1}).json()  # the same guest, the same seat, a new token
    assert again["seat"] == 1
    assert again["token"] != first.json()["token"]
    with httpx.Client(base_url=server.url) as late:
        late.post("/api/guests", json={})
        assert refused(late.post(f"/api/rooms/{room}/seats", json={})) == (409, "full")
        assert refused(late.post("/api/rooms/23456789bcdfg/seats", json={})) == (404, "no_room")
        assert refused(late.post("/api/rooms/ROOM/seats", json={})) == (422, "invalid")
    started = create(ann, seat=0, ready=True, bots={"1": "random"})["room"]
    assert refused(bob.post(f"/api/rooms/{started}/seats", json={})) == (409, "started")


# Finished games ------------------------------------------------------------------------------------------------------


def record_of(client: httpx.Client, room: str) -> Record:
    answer = client.get(f"/api/rooms/{room}/games/1/record")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    assert room in answer.headers["content-disposition"]
    (record,) = read_records(answer.text.splitlines())
    return record


@pytest.mark.parametrize("game", GAMES)
def test_a_finished_game_can_be_read_in_every_form(ann: httpx.Client, finished: dict[str, str], game: str) -> None:
    room = finished[game]
    record = record_of(ann, room)
    assert (record.game, dict(record.options)) == (game, find_game(game).options.read(GAMES[game]).chosen())
    last = list(record.states())[-1]
    assert last.to_play == OVER
    assert record.returns == last.returns()

    lines = ann.get(f"/api/rooms/{room}/games/1/moves").text.splitlines()
    assert len(lines) == len(record.plies)
    assert lines[0].startswith("1. ")

    replay = ann.get(f"/api/rooms/{room}/games/1/replay").json()
    assert len(replay["frames"]) == len(record.plies) + 1
    assert tuple(replay["returns"]) == record.returns
    views = [json.loads(json.dumps(state.view(None))) for state in record.states()]
    assert [frame["view"] for frame in replay["frames"]] == views
    assert hashlib.sha256(f"{replay['nonce']}:{replay['seed']}".encode()).hexdigest() == replay["commitment"]
    assert record.seed == int(replay["seed"])


def test_results_name_public_games(ann: httpx.Client, finished: dict[str, str]) -> None:
    results = {result["room"]: result for result in ann.get("/api/results").json()}
    assert set(finished.values()) <= set(results)
    othello = ann.get("/api/results", params={"game": "othello", "limit": 200}).json()
    assert {result["game"] for result in othello} == {"othello"}
    mine = results[finished["otrio"]]
    assert mine["reason"] in ("rules", "no_moves")
    assert mine["plies"] == len(record_of(ann, finished["otrio"]).plies)
    assert ann.get("/api/results", params={"game": "no such game"}).json() == []


def test_results_of_private_rooms_are_nobodys_business(server: Served) -> None:
    async def lose(**wish: Any) -> str:
        async with asyncio.timeout(PATIENCE), Client(server.url, "Ann") as client:
            ticket = await client.create_room("othello", seat=0, ready=True, bots={1: "random"}, **wish)
            async with client.join(ticket) as room:
                await room.resign()
        return ticket.room

    public, private = asyncio.run(lose()), asyncio.run(lose(private=True))
    with httpx.Client(base_url=server.url) as stranger:
        shown = stranger.get("/api/results", params={"limit": 200}).text
        assert public in shown
        assert private not in shown
        assert record_of(stranger, private).reason == "resign"  # who has the link


def test_a_timed_game_can_be_read_too(server: Served, ann: httpx.Client) -> None:
    async def play() -> str:
        async with asyncio.timeout(PATIENCE), Client(server.url, "Ann") as client:
            ticket = await client.create_room("puyo", seat=0, ready=True, bots={1: "random"}, timed=True)
            async with client.join(ticket) as room:
                while room.tick is None or room.tick.tick < 30:
                    await room._told.change()
                await room.resign()
        return ticket.room

    room = asyncio.run(play())
    lines = [json.loads(line) for line in ann.get(f"/api/rooms/{room}/games/1/record").text.splitlines()]
    assert lines[0]["timed"] == 1
    assert lines[-1]["end"] == [-1.0, 1.0]
    assert ann.get(f"/api/rooms/{room}/games/1/moves").status_code == 200
    assert ann.get(f"/api/rooms/{room}/games/1/replay").json()["reason"] == "resign"
    assert ann.post(f"/api/rooms/{room}/games/1/analysis", json={}).status_code < 500


@pytest.mark.parametrize("what", ["record", "moves", "replay", "analysis"])
def test_a_game_that_is_not_over_tells_nothing(ann: httpx.Client, finished: dict[str, str], what: str) -> None:
    def ask(room: str, number: object) -> tuple[int, str]:
        path = f"/api/rooms/{room}/games/{number}/{what}"
        return refused(ann.post(path, json={}) if what == "analysis" else ann.get(path))

    playing = create(ann, game="twenty48", seat=0, ready=True)["room"]
    assert ask(playing, 1) == (409, "not_over")
    assert ask(create(ann)["room"], 1) == (404, "no_game")
    assert ask(finished["othello"], 2) == (404, "no_game")
    assert ask("23456789bcdfg", 1) == (404, "no_room")
    assert ask(playing, 0) == (422, "invalid")
    assert ask(playing, "one") == (422, "invalid")


def test_a_running_game_shows_how_it_looked_before(ann: httpx.Client, finished: dict[str, str]) -> None:
    replay = ann.get(f"/api/rooms/{finished['coppit']}/games/1/replay").json()["frames"]
    shown = [frame["view"] for frame in replay]
    told = [
        view
        for first in range(0, len(shown) - 1, 64)
        for view in ann.get(f"/api/rooms/{finished['coppit']}/games/1/views", params={"first": first}).json()
    ]
    assert told[: len(shown) - 1] == shown[:-1]  # the last is told with who has won
    playing = create(ann, game="othello", seat=0, ready=True, bots={"1": "random"})["room"]
    views = ann.get(f"/api/rooms/{playing}/games/1/views").json()
    assert [view["to_play"] for view in views] == [0]
    assert refused(ann.get(f"/api/rooms/{playing}/games/1/views", params={"first": 64})) == (404, "no_game")
    assert refused(ann.get(f"/api/rooms/{playing}/games/1/views", params={"first": 3})) == (422, "invalid")
    assert refused(ann.get(f"/api/rooms/{playing}/games/2/views")) == (404, "no_game")
    assert refused(ann.get("/api/rooms/23456789bcdfg/games/1/views")) == (404, "no_room")
    timed = create(ann, game="puyo", timed=True, seat=0, ready=True, bots={"1": "random"})["room"]
    assert refused(ann.get(f"/api/rooms/{timed}/games/1/views")) == (404, "no_game")


# Analysis ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "game", ["otrio", *(pytest.param(name, marks=pytest.mark.slow) for name in ("coppit", "puyo", "twenty48"))]
)
def test_every_move_of_a_finished_game_is_judged(ann: httpx.Client, finished: dict[str, str], game: str) -> None:
    record = record_of(ann, finished[game])
    judged = ann.post(f"/api/rooms/{finished[game]}/games/1/analysis", json={"agent": "greedy"}).json()
    moves = [(ply.seat, ply.action) for ply in record.plies if ply.seat >= 0]
    assert [(each["seat"], each["action"]) for each in judged] == moves
    assert all(each["loss"] >= 0 and each["best"] for each in judged)


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_analysed(ann: httpx.Client, finished: dict[str, str], game: str) -> None:
    """Some in the middle of a game, and the last, where there is nothing to choose."""
    states = list(record_of(ann, finished[game]).states())
    *some, last = [*random.Random(game).sample(states, 4), states[-1]]
    for state in [*some, last]:
        text = find_game(game).notation.write_position(state)
        question = {"game": game, "options": GAMES[game], "position": text, "agent": "greedy"}
        answer = ann.post("/api/analyse", json=question)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        if state.to_play >= 0:
            assert sorted(move["action"] for move in found["moves"]) == list(state.legal())
        else:
            assert found["moves"] == []


def test_a_list_of_moves_is_analysed_and_what_is_proven_says_so(ann: httpx.Client) -> None:
    question = {"game": "otrio", "options": {"players": 2}, "position": "Sa1 Sc3 Lb2 Lc3 Ma2 Mc3"}
    found = ann.post("/api/analyse", json={**question, "agent": "greedy"}).json()
    assert (found["to_play"], found["unit"]) == (0, "evaluation")
    win = ann.post("/api/analyse", json={**question, "position": "R../.R./.../G../.../.../.../.../... R"}).json()
    assert win["unit"] == "result"
    assert win["moves"][0] == {**win["moves"][0], "move": "Lc1", "proven": {"outcome": 1, "plies": 1}}


BAD_QUESTIONS: list[tuple[dict[str, Any], int, str]] = [
    ({"position": "nonsense"}, 400, "notation"),
    ({"position": ""}, 400, "notation"),
    ({"position": "\x00" * 64}, 422, "invalid"),
    ({"position": "\x01" * 64}, 400, "notation"),
    ({"position": "x" * 4001}, 422, "invalid"),
    ({"game": "chess"}, 400, "config"),
    ({"agent": "deep blue"}, 400, "config"),
    ({"agent": "minimax:depth=1000000"}, 400, "config"),
    ({"options": {"size": 6}}, 400, "config"),
    ({"position": None}, 422, "invalid"),
    ({"seed": 1}, 422, "invalid"),
]


@pytest.mark.parametrize(("change", "status", "code"), BAD_QUESTIONS, ids=lambda value: str(value)[:40])
def test_questions_without_an_answer(ann: httpx.Client, change: dict[str, Any], status: int, code: str) -> None:
    start = find_game("othello").notation.write_position(find_game("othello").start(find_game("othello").options()))
    assert refused(ann.post("/api/analyse", json={"game": "othello", "position": start, **change})) == (status, code)


# What the server says of itself --------------------------------------------------------------------------------------


def test_the_protocol_is_a_schema(ann: httpx.Client) -> None:
    schema = ann.get("/api/protocol").json()
    assert schema["protocol"] == PROTOCOL
    for message in get_args(Message):
        assert schema["definitions"][message.__name__]["properties"]["t"]["enum"] == [message.__name__.lower()]


def test_a_page_of_another_site_changes_nothing_and_reads_nothing(ann: httpx.Client) -> None:
    foreign = {"origin": "https://evil.example"}
    paths = ann.get("/api/openapi.json").json()["paths"]
    asked = [(method, path.replace("{", "").replace("}", "")) for path, methods in paths.items() for method in methods]

    assert {method for method, _ in asked} == {"get", "post", "delete"}
    for method, path in asked:
        answer = ann.request(method, path, headers=foreign)
        assert "access-control-allow-origin" not in answer.headers  # without it a browser shows the page nothing
        if method != "get":
            assert (answer.status_code, answer.json()["code"]) == (403, "forbidden"), path


def test_health_metrics_and_docs(ann: httpx.Client) -> None:
    health = ann.get("/health").json()
    assert health["ok"] is True
    assert health["rooms"] >= 0
    metrics = ann.get("/metrics")
    assert metrics.headers["content-type"].startswith("text/plain")
    for name in ("sockets", "rooms", "moves_total", "ack_seconds_count", "commit_seconds_count", "loop_lag_seconds"):
        assert f"asobiba_{name}" in metrics.text
    page = ann.get("/docs").text
    for path in ann.get("/api/openapi.json").json()["paths"]:
        assert path in page


# Whatever the schemas allow or forbid --------------------------------------------------------------------------------

EXCLUDED = [
    # Not every combination of allowed values makes sense: a refusal in one sentence is a good answer to those.
    positive_data_acceptance,
    # Two routes with one path each know only their own method.
    allow_header_conformance,
]
schema = schemathesis.openapi.from_dict(make_app(Settings()).openapi())


THOROUGH = settings(deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@schema.parametrize()
@settings(THOROUGH, max_examples=amount("ASOBIBA_EXAMPLES", 4, long=25))
def test_nothing_surprises_the_server(
    case: schemathesis.Case[Any], server: Served, finished: dict[str, str], bob: httpx.Client
) -> None:
    ask(case, server, finished, bob)


@pytest.mark.slow
@schema.parametrize()
@settings(THOROUGH, max_examples=EXAMPLES)
def test_nothing_surprises_the_server_in_the_long_run(
    case: schemathesis.Case[Any], server: Served, finished: dict[str, str], bob: httpx.Client
) -> None:
    ask(case, server, finished, bob)


def ask(case: schemathesis.Case[Any], server: Served, finished: dict[str, str], bob: httpx.Client) -> None:
    """Half of the time about something that exists: otherwise most answers would be that there is no such thing."""
    luck = random.Random(str((case.path_parameters, case.body)))
    if case.meta is not None and case.meta.generation.mode == GenerationMode.POSITIVE and luck.random() < 0.5:
        game = luck.choice(["twenty48", "otrio"])  # short games: an analysis of them takes no time
        known = {"room": finished[game], "game": 1, "name": game, "number": 1}
        case.path_parameters.update({name: known[name] for name in case.path_parameters})
        if isinstance(case.body, dict) and "game" in case.body:
            case.body["game"] = game
    headers = {"Authorization": bob.headers["Authorization"]}
    case.call_and_validate(base_url=server.url, headers=headers, timeout=PATIENCE, excluded_checks=EXCLUDED)
