"""Positions to ask an agent about: of random games, of games that it plays against itself, or of a file.

All of them are decisions: a seat is to move and has two legal actions or more. No position is asked about twice. Of
games that are played for it only positions are taken that are `within` what can be answered.
"""

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from asobiba.agents.solver import everything
from asobiba.agents.spec import make_agent
from asobiba.core.agent import Agent
from asobiba.core.errors import AsobibaError, ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.match import play
from asobiba.core.options import Options
from asobiba.core.records import read_records
from asobiba.core.setup import set_up

Within = Callable[[Any], bool]

LONGEST = 10_000
"""Plies of a game; a longer one is broken off."""
BARREN = 1_000
"""So many positions in a row that were there before, or games without one to ask about: there are hardly more."""


@dataclass(frozen=True)
class Question:
    state: Any
    move: int | None = None
    """What the agent played there; None: it has not been asked."""


def of_random_games(game: AnyGame, options: Options, seed: int, within: Within = everything) -> Iterator[Question]:
    """One decision of each game, every one equally likely."""
    agent = make_agent("random", game, options, seed=seed)

    def decisions(number: int) -> list[Question]:
        return _decisions(_played(game, agent, options, f"{seed}/random/{number}"), within)

    for number, found in _fruitful(decisions):
        yield Question(random.Random(f"{seed}/asked/{number}").choice(found).state)


def of_own_games(
    game: AnyGame, options: Options, agent: Agent, seed: int, opening: int, within: Within = everything
) -> Iterator[Question]:
    """Every decision of the agent in games in which it has all the seats. Game number g begins with g mod (opening + 1)
    random plies, which do not count."""

    def decisions(number: int) -> list[Question]:
        skipped = number % (opening + 1)
        return _decisions(_played(game, agent, options, f"{seed}/own/{number}", skipped)[skipped:], within)

    for _, found in _fruitful(decisions):
        yield from found


def _decisions(played: Iterable[Question], within: Within) -> list[Question]:
    return [each for each in played if is_decision(each) and within(each.state)]


def _fruitful(decisions: Callable[[int], list[Question]]) -> Iterator[tuple[int, list[Question]]]:
    """The games that have decisions, with their numbers."""
    barren = 0
    for number in count():
        found = decisions(number)
        barren = 0 if found else barren + 1
        if found:
            yield number, found
        elif barren == BARREN:
            return


def _played(game: AnyGame, agent: Agent, options: Options, seed: str, opening: int = 0) -> list[Question]:
    states = [game.start(options)]
    record = play(
        game,
        [agent] * len(game.seats(options)),
        options,
        seed=random.Random(seed).getrandbits(48),
        max_plies=LONGEST,
        opening=opening,
        watch=lambda state, ply: states.append(state),
    )
    return [Question(state, ply.action) for state, ply in zip(states, record.plies, strict=False)]


def is_decision(question: Question) -> bool:
    return question.state.to_play >= 0 and len(question.state.legal()) > 1


def of_file(file: Path, game: AnyGame, options: Options, seed: int) -> list[Question]:
    """Of records, or of positions as the game writes them, one a line; shuffled."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {file}: {error}") from None
    is_record = any(lines) and next(filter(None, map(str.strip, lines)), "").startswith("{")
    found = list(filter(is_decision, map(Question, (_recorded if is_record else _listed)(file, lines, game, options))))
    if not found:
        raise ConfigError(f"{file}: there is no position in which a seat has a choice")
    random.Random(f"{seed}/file").shuffle(found)
    return found


def _listed(file: Path, lines: Iterable[str], game: AnyGame, options: Options) -> Iterator[Any]:
    for number, line in enumerate(lines, 1):
        try:
            if line.strip():
                yield set_up(game, line, options)
        except AsobibaError as error:
            raise ConfigError(f"{file}: line {number}: {error}") from None


def _recorded(file: Path, lines: Iterable[str], game: AnyGame, options: Options) -> Iterator[Any]:
    try:
        for number, record in enumerate(read_records(lines), 1):
            if record.game != game.name or game.options.recorded(record.options) != options:
                told = f"{record.game} with {_typed(record.options)}"
                wanted = f"{game.name} with {_typed(options.chosen())}"
                raise ConfigError(f"game {number} is {told}, and {wanted} is judged")
            yield from record.states()
    except AsobibaError as error:
        raise ConfigError(f"{file}: {error}") from None


def _typed(options: Any) -> str:
    return " ".join(f"-o {name}={value}" for name, value in options.items()) or "no options"


def distinct(questions: Iterable[Question]) -> Iterator[Question]:
    """Each position once; it ends when there is hardly anything new."""
    seen, barren = set[Any](), 0
    for question in questions:
        barren = barren + 1 if question.state in seen else 0
        if barren == BARREN:
            return
        if not barren:
            seen.add(question.state)
            yield question
