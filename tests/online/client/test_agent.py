"""Agents on a seat: what they see, where they may play."""

import asyncio
from typing import Any

import pytest

from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE
from asobiba.core.registry import find_game
from asobiba.games.puyo import notation as puyo_notation
from asobiba.online.client import Ply, Rejected, play_agent
from asobiba.online.client.agent import Board
from asobiba.online.protocol import messages as say
from tests.online.client.company import PATIENT, guest
from tests.online.playing import Served


class Notebook:
    """An agent that plays the last legal move and remembers the positions."""

    def __init__(self) -> None:
        self.seen: list[Any] = []

    def choose(self, state: Any) -> int:
        self.seen.append(state)
        return int(state.legal()[-1])


@pytest.mark.asyncio
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("othello", {}),
        ("twenty48", {"rows": 2, "columns": 3}),
        ("otrio", {"players": 3}),
        ("coppit", {"max_turns": 40}),
    ],
    ids=str,
)
async def test_an_agent_sees_the_position_of_the_rules(server: Served, game: str, options: dict[str, Any]) -> None:
    rules, agent = find_game(game), Notebook()
    others = range(1, len(rules.seats(rules.options.read(options))))
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room(game, options=options, seat=0, bots=dict.fromkeys(others, "greedy"))
        result = await play_agent(client, ticket.room, str(ticket.token), agent)
        record = await client.record(ticket.room)

    assert result is not None
    decisions = [state for state in record.states() if state.to_play == 0]
    assert agent.seen == [state for state in decisions if list(state.legal()) != [rules.pass_action]]


@pytest.mark.asyncio
async def test_an_agent_by_its_spec_plays_where_the_position_is_hidden(server: Served) -> None:
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room("puyo", seat=1, bots={0: "random"})
        result = await play_agent(client, ticket.room, str(ticket.token), "greedy")
        with pytest.raises(Rejected, match="not_seated"):
            async with client.join(ticket.room) as watching:
                await watching.move(0)

    assert result is not None


@pytest.mark.asyncio
async def test_agents_play_neither_without_a_seat_nor_on_the_clock(server: Served) -> None:
    async with asyncio.timeout(PATIENT), guest(server.url) as client:
        ticket = await client.create_room("othello", seat=0)
        with pytest.raises(Rejected, match="an agent needs a seat"):
            await play_agent(client, ticket.room, "", "greedy")
        timed = await client.create_room("puyo", seat=0, timed=True)
        with pytest.raises(ConfigError, match="on the clock"):
            await play_agent(client, timed.room, str(timed.token), "greedy")


def test_a_hidden_position_is_read_from_the_view_that_gives_it() -> None:
    board = Board(say.RoomInfo("r", "puyo", find_game("puyo").version, {}, {}, ["left", "right"]))
    options = board.game.options()
    position = board.game.start(options).apply(77).apply(3).apply(5)
    concealed = board.game.conceal(position, 1)
    view = {"position": puyo_notation.write_position(concealed)}
    history = [Ply(CHANCE, -1, ""), Ply(0, 3, "4u"), Ply(1, 5, "6u")]

    assert board.seen_by(1, history, view) == concealed
    assert board.seen_by(1, history, {}) is None


def test_the_rules_must_be_of_the_same_version() -> None:
    with pytest.raises(ConfigError, match="rules version 0"):
        Board(say.RoomInfo("r", "othello", 0, {}, {}, ["black", "white"]))
