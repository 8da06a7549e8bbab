"""What engines think of positions and of finished games, in one answer or told as it is found."""

import asyncio
import math
from collections import OrderedDict
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import aclosing
from typing import Any, Final, TypeAlias

import msgspec

from asobiba.agents.players import Players
from asobiba.agents.spec import make_agent
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.records import write_record
from asobiba.core.registry import find_game
from asobiba.core.setup import set_up
from asobiba.online.bots.thinkers import Advised, Judged, Payer, Question, Thinkers
from asobiba.online.rooms.archive import Archive
from asobiba.online.rooms.decisions import Refusal
from asobiba.online.rooms.realtime import simulation_steps
from asobiba.online.rooms.table import RoomTable
from asobiba.online.simulation import decisions

ADVICE_SECONDS, ANALYSIS_SECONDS = 10.0, 60.0
KEPT_BYTES: Final = 8_000_000
"""Of reviews."""
BETWEEN_THOUGHTS: Final = 0.1
"""Seconds from one that is told to the next: nobody reads faster."""

Lines: TypeAlias = AsyncGenerator[dict[str, Any], None]
"""What is found out, as it comes; the last says why it ends. Who closes it ends the search."""
Judging: TypeAlias = AsyncGenerator[tuple[Judged, int], None]


class Analyst:
    def __init__(self, thinkers: Thinkers, archive: Archive, watch_seconds: float) -> None:
        """A position that somebody looks on is thought about for so many seconds at most."""
        self._thinkers, self._archive, self._watch_seconds = thinkers, archive, watch_seconds
        self._reviews: OrderedDict[tuple[str, int], list[bytes]] = OrderedDict()

    async def position(self, question: Question, payer: Payer) -> dict[str, Any]:
        return finite_json((await self._thinkers.advise(question, ADVICE_SECONDS, payer)).as_json())

    async def game(self, room: str, number: int, spec: str | None, payer: Payer) -> bytes:
        """Every move of a finished game, judged, as JSON."""
        async with aclosing(await self._judging(room, number, spec, payer)) as moves:
            judged = [move async for move, _ in moves]
        return await self._archive.aside(_written, judged)

    async def watch_position(self, question: Question, payer: Payer) -> Lines:
        """What is known of it, better and better, for as long as its agent finds more."""
        async with aclosing(self._thinkers.deepen(question, self._watch_seconds, payer)) as thoughts:
            async for thought in thoughts:
                if isinstance(thought, Advised):
                    yield finite_json(thought.as_json())
                    await asyncio.sleep(BETWEEN_THOUGHTS)
                else:
                    yield {"ended": thought}

    async def watch_ply(self, room: str, number: int, ply: int, spec: str | None, payer: Payer) -> Lines:
        """The same of a position of a finished game."""
        table = await self._archive.table(room, number)
        agent = checked_agent(
            table.game, table.options, spec or table.game.part(Players).agent_for("analyst", table.options)
        )
        state = await self._archive.aside(_position_at, table, ply)
        return self.watch_position(Question(table.game.name, table.options.chosen(), agent, SEED, state), payer)

    async def watch_game(self, room: str, number: int, spec: str | None, payer: Payer) -> Lines:
        """A finished game, move by move. What the game's own adviser has said of one is kept: it never changes."""
        if spec is not None:
            return _told(await self._judging(room, number, spec, payer))
        if (known := self._reviews.get((room, number))) is not None:
            self._reviews.move_to_end((room, number))
            return _again(known)
        return self._remembered((room, number), _told(await self._judging(room, number, spec, payer)))

    async def _remembered(self, game: tuple[str, int], review: Lines) -> Lines:
        told: list[bytes] = []
        async with aclosing(review) as lines:
            async for line in lines:
                told.append(msgspec.json.encode(line))
                yield line
        self._reviews[game] = told
        while sum(len(line) for each in self._reviews.values() for line in each) > KEPT_BYTES:
            self._reviews.popitem(last=False)

    def watch_line(self, question: Question, position: str, moves: Sequence[str], payer: Payer) -> Lines:
        """Moves from a position on, one by one."""
        return _told(self._thinkers.judge_line(question, position, moves, ANALYSIS_SECONDS, payer))

    async def _judging(self, room: str, number: int, spec: str | None, payer: Payer) -> Judging:
        table = await self._archive.table(room, number)
        agent = checked_agent(table.game, table.options, spec)
        if table.timed:
            asked = Question(table.game.name, table.options.chosen(), agent, SEED, None)
            return self._thinkers.judge_timed(asked, table.seed, table.held, table.ticks, ANALYSIS_SECONDS, payer)
        record = await self._archive.aside(lambda: write_record(table.record()))
        return self._thinkers.judge_record(record, agent, ANALYSIS_SECONDS, payer)


SEED: Final = "analysis"
"""Asked again, an engine says the same."""


def asked_about(
    name: str, options: Mapping[str, Any], position: str, spec: str | None, *, watched: bool = False
) -> Question:
    """Who is not named is the game's adviser; of a position that is watched, its analyst."""
    game = find_game(name)
    chosen = game.options.read(options)
    state = set_up(game, position, chosen)
    agent = game.part(Players).agent_for("analyst", chosen) if spec is None and watched else spec
    return Question(game.name, chosen.chosen(), checked_agent(game, chosen, agent), SEED, state)


def checked_agent(game: AnyGame, options: Options, spec: str | None) -> str:
    """Who judges: the one that is named, or the game's own."""
    agent = spec or game.part(Players).agent_for("adviser", options)
    make_agent(agent, game, options, local=False)
    return agent


def _position_at(table: RoomTable, ply: int) -> Any:
    """After so many plies. Of a timed game: before the move that follows this moment of its replay."""
    if table.timed:
        made = decisions(simulation_steps(table), table.ticks)
        found = next((each.position for each in made if each.moment == ply), None)
        if found is None:
            raise Refusal("no_game", f"ply={ply}: no move follows that moment", ply=ply)
        return found
    if ply > len(table.plies):
        raise Refusal("no_game", f"ply={ply}: the game has {len(table.plies)} plies to look at", ply=ply)
    state = table.game.start(table.options)
    for played in table.plies[:ply]:
        state = state.apply(played.action)
    return state


async def _again(lines: Sequence[bytes]) -> Lines:
    for line in lines:
        yield msgspec.json.decode(line)


async def _told(judging: Judging) -> Lines:
    async with aclosing(judging) as moves:
        async for move, count in moves:
            yield judged_json(move) | {"of": count}
    yield {"ended": "done"}


def judged_json(move: Judged) -> dict[str, Any]:
    about = {"ply": move.ply, "seat": move.seat, "action": move.action, "move": move.move, "loss": move.loss}
    return finite_json(about | move.advised.as_json())


def _written(moves: Sequence[Judged]) -> bytes:
    """One by one, since what is written in one call keeps others waiting."""
    return b"[" + b",".join(msgspec.json.encode(judged_json(move)) for move in moves) + b"]"


def finite_json(told: Mapping[str, Any]) -> dict[str, Any]:
    """The same with null for infinite numbers, which JSON does not have."""
    return {key: _finite(value) for key, value in told.items()}


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return finite_json(value)
    if isinstance(value, list | tuple):
        return [_finite(item) for item in value]
    return value
