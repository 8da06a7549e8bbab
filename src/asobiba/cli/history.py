"""The history of a game at the prompt: how far it has come, to go back to it, and which moves lead to a position."""

from collections.abc import Container, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from asobiba.agents.files import Files, Source
from asobiba.core.clock import Clocks
from asobiba.core.errors import AsobibaError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.core.records import Ply, Record


@dataclass(frozen=True)
class History:
    """A game as far as it has come."""

    states: Sequence[Any]
    plies: Sequence[Ply]
    begun: int
    clocks: Clocks | None
    before: "History | None"


def last_choice(game: AnyGame, states: Sequence[Any], agents: Container[int], begun: int) -> int | None:
    """The last ply but the first `begun` with which a person has chosen."""
    for at in range(len(states) - 2, begun - 1, -1):
        seat = states[at].to_play
        if seat >= 0 and seat not in agents and not game.must_pass(states[at]):
            return at
    return None


def way_to(game: AnyGame, text: str, options: Options, position: Any) -> tuple[list[Any], list[Ply]]:
    """The game that leads to the position, where the text tells its moves; otherwise one that begins there."""
    for plies in written_games(game, text, options):
        states = [game.start(options)]
        for ply in plies:
            states.append(states[-1].apply(ply.action))
        if states[-1] == position:
            return states, plies
    return [position], []


def written_games(game: AnyGame, text: str, options: Options) -> Iterator[list[Ply]]:
    """From the start: a list of moves, or what a format of the game makes of it."""
    with suppress(AsobibaError):
        yield listed_plies(game, text, options)
    for each in game.part(Files).formats.values():
        with suppress(AsobibaError):
            for record in each.read([Source("setboard", text.encode(errors="replace"))], options):
                if isinstance(record, Record) and record.start is None:
                    yield [*record.plies]


def listed_plies(game: AnyGame, text: str, options: Options) -> list[Ply]:
    """A forced pass may be left out, as in core/setup.py."""
    state, plies = game.start(options), list[Ply]()
    for word in text.split():
        if word.lower() != "pass" and game.must_pass(state):
            plies.append(Ply(state.to_play, state.legal()[0]))
            state = state.apply(state.legal()[0])
        plies.append(Ply(state.to_play, game.notation.read_move(state, word)))
        state = state.apply(plies[-1].action)
    return plies
