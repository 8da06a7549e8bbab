"""Forced passes: the server plays them after a pause, and nobody pays for it."""

import asyncio
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from asobiba.online.client import Client, Joined
from asobiba.online.protocol import messages as say
from asobiba.online.protocol.events import Moved, read_event
from asobiba.online.protocol.views import StateView
from asobiba.online.rooms.hub import Hub, NewRoom
from asobiba.online.rooms.room import Room
from asobiba.online.rooms.table import Clocks, RoomSettings
from tests.online.callers import Caller, calling
from tests.online.lines import KeptLine, a_hub, seated_room, until
from tests.online.playing import Served, served

pytestmark = pytest.mark.asyncio

# The shortest ways to a pass; the last of them is what the server plays. With 6 to set out most rolls are one.
PATHS: dict[str, tuple[dict[str, Any], str]] = {
    "othello": ({}, "d3 c3 b3 b2 f5 a3 a1 c1 pass"),
    "otrio": (
        {"players": 2},
        "Ma2 La3 La1 La2 Mc3 Lc2 Lb3 Lb2 Mb3 Lc1 Lb1 Lc3 Sb2 Sc1 Ma3 Sb1 Sb3 Sc3 Mc2 Sc2 Sa2 Sa1 Sa3 Mc1 pass",
    ),
}
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("othello", {}),
    ("otrio", {"players": 2}),
    ("coppit", {"max_players": 2, "max_turns": 60, "require_6_to_deploy": True}),
]


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Passes come later than any client."""
    with served(tmp_path_factory.mktemp("slow"), pass_pause=10) as running:
        yield running


async def decide(room: Joined, path: list[str]) -> int:
    """Every decision, along the path and then at random, and how many there were; a pass is none."""
    luck, count = random.Random(4), 0
    async for turn in room.turns():
        assert [choice.text for choice in turn.moves] != ["pass"]
        plies = turn.state.plies
        await room.move(path[plies] if plies < len(path) else luck.choice(turn.moves).action)
        count += 1
    return count


@pytest.mark.parametrize(("game", "options"), GAMES, ids=[game for game, _ in GAMES])
async def test_no_client_has_to_pass(server: Served, game: str, options: dict[str, Any]) -> None:
    """Where luck decides whether anybody has to pass, another game is played until somebody has to."""
    async with asyncio.timeout(120):
        while not await passes_in_a_game(server, game, options):
            assert game not in PATHS


async def passes_in_a_game(server: Served, game: str, options: dict[str, Any]) -> int:
    """How many there were, all of them the server's."""
    async with Client(server.url, "Ann") as ann, Client(server.url, "Bob") as bob:
        ticket = await ann.create_room(game, options=options, seat=0, ready=True)
        async with ann.join(ticket) as first, bob.join(await bob.sit(ticket.room)) as second:
            news = first.events()
            await second.ready()
            path = PATHS[game][1].split() if game in PATHS else []
            decisions = await asyncio.gather(decide(first, path), decide(second, path))
            told = [each.fields async for each in _while_playing(news) if each.kind == "moved"]
        record = await ann.record(ticket.room)

    assert [(ply.seat, ply.action) for ply in record.plies if ply.seat >= 0] == [
        (fields["seat"], fields["action"]) for fields in told
    ]
    assert len([fields for fields in told if fields["by"] == "player"]) == sum(decisions)
    passes = [fields for fields in told if fields["text"] == "pass"]
    assert all((fields["by"], fields["ms"]) == ("rules", 0) for fields in passes)
    assert {fields["text"] for fields in told if fields["by"] == "rules"} <= {"pass"}
    return len(passes)


async def _while_playing(news: Any) -> Any:
    async for happening in news:
        yield happening
        if happening.kind == "ended":
            return


async def to_the_pass(callers: list[Caller], moves: str, after: int) -> int:
    """Both play, the server's own pass excepted; the number of the event that calls for the pass."""
    base = after
    for number, text in enumerate(moves.split()[:-1]):
        ack = await callers[number % 2].answer(say.Move(f"m{number}", base, text=text))
        assert isinstance(ack, say.Ack), ack
        base = ack.seq
    return base


def after(plies: int) -> Callable[[StateView], bool]:
    return lambda state: state.plies == plies


@pytest.mark.parametrize("game", ["othello", pytest.param("otrio", marks=pytest.mark.slow)])
async def test_a_client_that_passes_is_not_refused(slow_server: Served, server: Served, game: str) -> None:
    """Whether it is quicker than the server or slower, by number or in words, once or again."""
    options, moves = PATHS[game]
    for asked, by in ((slow_server, "player"), (server, "rules")):
        async with Client(asked.url, "Ann") as ann, Client(asked.url, "Bob") as bob:
            ticket = await ann.create_room(game, options=options, seat=0, ready=True)
            other = await bob.sit(ticket.room)
            async with calling(asked, ann, ticket) as first, calling(asked, bob, other) as second:
                await second.tell(say.Ready())
                await first.stands(lambda state: state.status == "playing")
                base = await to_the_pass([first, second], moves, first.seq)
                plies = len(moves.split()) - (by == "player")
                state = await first.stands(after(plies))
                assert (state.due, state.passing) == (([0], [0]) if by == "player" else ([1], []))
                sent = [("p", "pass"), ("p", "pass")] + ([("q", " Pass")] if by == "rules" else [])
                answers = [await first.answer(say.Move(name, base, text=text)) for name, text in sent]
                assert answers == [say.Ack(name, base + 1) for name, _ in sent]
                state = await second.stands(after(len(moves.split())))
                assert (state.due, state.passing) == ([1], [])


async def before_a_pass(hub: Hub, **settings: Any) -> tuple[Room, list[KeptLine], list[str]]:
    """Othello, one move before black must pass."""
    wish = NewRoom("othello", settings=RoomSettings(**settings))
    room, lines, tokens = await seated_room(hub, wish, ["anna", "bert"])
    for number, text in enumerate(PATHS["othello"][1].split()[:-2]):
        await room.take(lines[number % 2], say.Move(f"m{number}", room.table.seq, text=text))
    return room, lines, tokens


async def call_for_it(room: Room, white: KeptLine) -> None:
    await room.take(white, say.Move("last", room.table.seq, text="c1"))
    assert room.table.passing() == (0,)


async def test_the_pause_is_charged_to_nobody(tmp_path: Path) -> None:
    async with a_hub(tmp_path, pass_pause=0.3) as hub:
        room, (black, white), _ = await before_a_pass(hub, clocks=Clocks(total=60))
        await call_for_it(room, white)
        waiting, left = black.last(say.Clock), room.table.left_ms
        assert (waiting.running, waiting.left) == ([], list(left))
        assert black.state["passing"] == [0]
        await until(lambda: len(room.table.plies) == 9)
        assert room.table.left_ms == left
        assert black.last(say.Clock).running == [1]


async def test_a_pass_that_was_due_before_a_restart_is_made_after_it(tmp_path: Path) -> None:
    """And the clock of who is next waits for him all the same."""
    async with a_hub(tmp_path, pass_pause=10) as hub:
        room, (_, white), tokens = await before_a_pass(hub, clocks=Clocks(total=60))
        await call_for_it(room, white)
    async with a_hub(tmp_path) as hub:
        room = await hub.open(room.id)
        black = KeptLine("anna", 2)
        await room.join(black, say.Hello(room.id, tokens[0]))
        await until(lambda: len(room.table.plies) == 9)
        assert black.last(say.Clock).running == []
        last = read_event((await hub.store.rows(room.id))[-1].payload)
        assert isinstance(last, Moved)
        assert (last.by, last.ms, last.seat) == ("rules", 0, 0)
        white = KeptLine("bert", 2)
        await room.join(white, say.Hello(room.id, tokens[1]))
        assert white.last(say.Clock).running == [1]
        await room.take(white, say.Move("on", room.table.seq, room.table.legal(1)[0]))
        assert white.all(say.Ack)


async def test_after_a_restart_the_clock_of_one_who_waits_for_a_pass_runs_from_it_on(tmp_path: Path) -> None:
    async with a_hub(tmp_path, pass_pause=10) as hub:
        room, (_, white), tokens = await before_a_pass(hub, clocks=Clocks(total=60))
        await call_for_it(room, white)
    async with a_hub(tmp_path) as hub:
        room = await hub.open(room.id)
        white = KeptLine("bert", 2)
        await room.join(white, say.Hello(room.id, tokens[1]))
        await until(lambda: len(room.table.plies) == 9)
        assert white.last(say.Clock).running == [1]


async def test_offers_stand_and_a_takeback_goes_to_the_last_choice(tmp_path: Path) -> None:
    async with a_hub(tmp_path, pass_pause=0.3) as hub:
        room, (black, white), _ = await before_a_pass(hub)
        await call_for_it(room, white)
        await room.take(black, say.Offer("takeback"))
        await until(lambda: len(room.table.plies) == 9)
        assert [offer["kind"] for offer in black.state["offers"]] == ["takeback"]
        await room.take(white, say.Answer("takeback", True))
        assert len(room.table.plies) == 6  # black's a1 and what followed
        assert room.table.due() == (0,)


@pytest.mark.thorough
async def test_bots_pass_too_and_nobody_thinks_about_it(tmp_path: Path) -> None:
    options = {"max_players": 4, "max_turns": 20, "require_6_to_deploy": True}  # four do not all begin with a six
    async with a_hub(tmp_path, bots=True) as hub:
        wish = NewRoom("coppit", options, bots=dict.fromkeys(range(4), "random"))
        made = await hub.create(KeptLine("anna").guest, wish)
        room = await hub.open(made.room)
        await room.join(KeptLine("watcher"), say.Hello(room.id))
        await until(lambda: room.table.status == "over")
        moves = [event for row in await hub.store.rows(room.id) if isinstance(event := read_event(row.payload), Moved)]
    assert {move.by for move in moves if move.action == 0} == {"rules"}
    assert {move.by for move in moves if move.action != 0} <= {"bot"}


async def test_nobody_passes_while_nobody_is_here(tmp_path: Path) -> None:
    async with a_hub(tmp_path, pass_pause=0.2) as hub:
        room, lines, tokens = await before_a_pass(hub)
        await call_for_it(room, lines[1])
        for line in lines:
            await room.part(line)
        seen, others, _ = await before_a_pass(hub)
        await call_for_it(seen, others[1])
        await until(lambda: len(seen.table.plies) == 9)
        assert len(room.table.plies) == 8
        await room.join(KeptLine("bert", 2), say.Hello(room.id, tokens[1]))
        await until(lambda: len(room.table.plies) == 9)
