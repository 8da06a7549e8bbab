"""Whole games of every kind, against bots and among clients."""

import asyncio
import hashlib
import random
from contextlib import AsyncExitStack
from typing import Any

import pytest

from asobiba.core.game import CHANCE
from asobiba.core.luck import Luck
from asobiba.core.records import Record
from asobiba.core.registry import find_game
from tests.online.client.company import PATIENT, guest, known, play_on, told
from tests.online.playing import Served

Chosen = tuple[str, dict[str, Any]]
SOLO: list[Chosen] = [("twenty48", {"rows": 3, "columns": 3}), ("puyo", {"mode": "single"})]
TOGETHER: list[Chosen] = [
    ("othello", {}),
    ("puyo", {}),
    ("otrio", {"players": 2}),
    ("otrio", {"players": 4}),
    ("coppit", {"max_players": 2, "max_turns": 60}),
    ("coppit", {"max_turns": 60}),
]
AGAINST_BOTS = [SOLO[0], TOGETHER[0], TOGETHER[1], TOGETHER[3], TOGETHER[4]]
"""Of those in the short suite: every game once."""
OF_CLIENTS = [TOGETHER[1], TOGETHER[3]]


def among(games: list[Chosen], short: list[Chosen]) -> list[Any]:
    return [pytest.param(*game, marks=[] if game in short else pytest.mark.slow) for game in games]


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "options"), among(SOLO + TOGETHER, AGAINST_BOTS), ids=str)
async def test_a_whole_game_against_bots(server: Served, game: str, options: dict[str, Any]) -> None:
    others = range(1, len(find_game(game).seats(find_game(game).options.read(options))))
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        bots = dict.fromkeys(others, "random")
        ticket = await client.create_room(game, options=options, seat=0, ready=True, bots=bots)
        async with client.join(ticket) as room:
            played = await play_on(room, random.Random(7))
            record, result = await client.record(ticket.room), room.state.result
            history, commitment = room.history, room.state.commitment
        async with client.join(ticket.room) as watching:
            assert known(watching.history) == told(record)

    assert result is not None
    *_, last = record.states()
    assert (result.reason, tuple(result.returns)) == (find_game(game).ending(last), record.returns)
    assert [action for _, action in played] == [action for _, action in told(record, seat=0)]
    assert len({seq for seq, _ in played}) == len(played)
    assert all(seen in (real, (CHANCE, -1)) for seen, real in zip(known(history), told(record), strict=True))
    assert hashlib.sha256(f"{result.nonce}:{result.seed}".encode()).hexdigest() == commitment
    assert drawn(record, int(result.seed)) == told(record, seat=CHANCE)


def drawn(record: Record, seed: int) -> list[tuple[int, int]]:
    """What luck must have been, if it came from this seed."""
    luck = Luck(seed)
    return [
        (CHANCE, luck.draw(state, number)) for number, state in enumerate(record.states()) if state.to_play == CHANCE
    ]


@pytest.mark.asyncio
@pytest.mark.parametrize(("game", "options"), among(TOGETHER, OF_CLIENTS), ids=str)
async def test_a_whole_game_of_clients(server: Served, game: str, options: dict[str, Any]) -> None:
    async with asyncio.timeout(PATIENT), AsyncExitStack() as stack:
        host = await stack.enter_async_context(guest(server.url, "host"))
        first = await host.create_room(game, options=options, seat=0)
        rooms = [await stack.enter_async_context(host.join(first))]
        for number in range(1, len(rooms[0].info.seats)):
            client = await stack.enter_async_context(guest(server.url, f"player {number}"))
            rooms.append(await stack.enter_async_context(client.join(first.room)))
            assert (await rooms[-1].sit()).seat == number
        for room in rooms:
            await room.ready()
        played = await asyncio.gather(*(play_on(room, random.Random(room.seat)) for room in rooms))
        record = await host.record(first.room)

    for room, moves in zip(rooms, played, strict=True):
        assert room.state.result == rooms[0].state.result
        assert room.history == rooms[0].history
        assert [action for _, action in moves] == [action for _, action in told(record, seat=room.seat)]
