"""An agent of this package on a seat of a server."""

import asyncio
import random
import secrets
from collections.abc import Sequence
from typing import Any

from asobiba.agents.spec import make_agent
from asobiba.core.agent import Agent
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.registry import find_game
from asobiba.online.client.errors import Rejected
from asobiba.online.client.room import DECIDED, Client, Joined
from asobiba.online.client.told import Ply, Turn
from asobiba.online.protocol.messages import RoomInfo
from asobiba.online.protocol.views import ResultView


class Board:
    """The position that an agent is asked about, rebuilt from what the server told.

    Moves and luck of the history are played again by the rules here. Where luck is kept from everybody they cannot be;
    then the view's own `position` is read, if it has one.
    """

    def __init__(self, info: RoomInfo) -> None:
        self.game: AnyGame = find_game(info.game)
        if self.game.version != info.rules:
            raise ConfigError(
                f"the server plays {info.game} by rules version {info.rules}, this program by {self.game.version}"
            )
        self.options = self.game.options.read(info.options)
        self._played: list[Ply] = []
        self._state: Any = self.game.start(self.options)

    def seen_by(self, seat: int, history: Sequence[Ply], view: Any) -> Any | None:
        """None: it cannot be known."""
        state = self._replayed(history)
        if state is not None:
            return self.game.conceal(state, seat)
        text = view.get("position") if isinstance(view, dict) else None
        return None if text is None else self.game.notation.read_position(text, self.options)

    def _replayed(self, history: Sequence[Ply]) -> Any | None:
        if any(played.action < 0 for played in history):
            return None
        if list(history[: len(self._played)]) != self._played:
            self._played, self._state = [], self.game.start(self.options)
        for played in history[len(self._played) :]:
            self._state = self._state.apply(played.action)
            self._played.append(played)
        return self._state


async def play_agent(client: Client, room: str, token: str, agent: str | Agent) -> ResultView | None:
    """Let an agent, or the one that a spec such as "minimax:depth=4" names, play one game on the seat of the token.

    It thinks in a thread, on the position that its seat may know. Where that position cannot be known, because luck is
    kept from everybody and the view does not give it, a random legal move is played.
    """
    async with client.join(room, token) as joined:
        board = Board(joined.info)
        player = (
            make_agent(agent, board.game, board.options, seed=secrets.token_hex(16))
            if isinstance(agent, str)
            else agent
        )
        await _get_ready(joined)
        async for turn in joined.turns():
            try:
                await joined.move(await _choice(joined, turn, board, player))
            except Rejected as refusal:
                if refusal.reason not in DECIDED:
                    raise
        return joined.state.result


async def _get_ready(room: Joined) -> None:
    if room.seat is None:
        raise Rejected("not_seated", "an agent needs a seat")
    if room.info.settings.get("timed"):
        raise ConfigError("an agent plays in turns, and this room plays on the clock")
    if room.state.status == "open" and not room.state.seats[room.seat].ready:
        await room.ready()


async def _choice(room: Joined, turn: Turn, board: Board, agent: Agent) -> int:
    assert room.seat is not None
    position = board.seen_by(room.seat, room.history, turn.state.view)
    if position is None:
        return random.choice(turn.moves).action
    return await asyncio.to_thread(agent.choose, position)
