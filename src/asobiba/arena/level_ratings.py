"""The levels of a game as a ladder: each against the one before it, and ratings of all from that.

In a game of n seats the higher level has one seat and the lower all the others, so that an even share is 1/n; a game
for one is played by both with the same luck, and the higher score wins.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from asobiba.agents.levels import Ladder, Rung, Step
from asobiba.agents.players import Players
from asobiba.arena.intervals import rate
from asobiba.arena.ratings import Meeting, Tally, Terms, ratings, round_robin, seconds_per_move
from asobiba.core.game import AnyGame
from asobiba.core.options import Options

Climbed = tuple[Step, float, float]
"""A step, and how many seconds a move of the lower and of the higher level took."""


def climb(
    game: AnyGame,
    options: Options,
    terms: Terms,
    *,
    known: Ladder | None = None,
    watch: Callable[[Meeting], None] | None = None,
) -> Iterator[Ladder]:
    """The ladder as far as it is measured, after every step. What `known` has of the same two agents by the same
    command, or by the same with more games, is not played again."""
    agents, command = game.part(Players).levels(options), command_of(game, options, terms)
    pairs = [*pairwise(agents)]
    climbed = [None if known is None else remembered(known, *pair) for pair in pairs]
    for at, pair in enumerate(pairs):
        found = climbed[at]
        if found is None or not is_enough(found[0], command, terms.games):
            met = round_robin(game, pair, options, terms, pairs=[(1, 0)], watch=watch)
            climbed[at] = climbed_once(met, command)
        yield Ladder(options=options.chosen(), levels=rungs(game.name, agents, [*reached(climbed)]))


def reached(climbed: Sequence[Climbed | None]) -> Iterator[Climbed]:
    """Up to the first step of which nothing is known."""
    for step in climbed:
        if step is None:
            return
        yield step


def command_of(game: AnyGame, options: Options, terms: Terms) -> str:
    """That measures this: asobiba rate otrio --levels -o players=2 --games 400 --seed 0 --opening 2"""
    chosen = "".join(f" -o {text}" for text in options.texts())
    how = f"--games {terms.games} --seed {terms.seed} --opening {terms.opening}"
    return f"asobiba rate {game.name} --levels{chosen} {how}"


def opening_of(known: Ladder) -> int:
    """With so many random plies games began when the newest step was measured."""
    commands = [rung.step.command for rung in known.levels if rung.step is not None]
    found = re.search(r"--opening (\d+)", commands[-1]) if commands else None
    return int(found[1]) if found else 0


def is_enough(step: Step, command: str, games: int) -> bool:
    return step.games >= games and step.command == command.replace(f" --games {games} ", f" --games {step.games} ")


def climbed_once(meetings: Sequence[Meeting], command: str) -> Climbed:
    points = [each for meeting in meetings for each in meeting.points]
    score, low, high = (round(each, 4) for each in rate(sum(points), len(points)))
    step = Step(
        command=command,
        games=len(points),
        wins=points.count(1),
        draws=sum(0 < each < 1 for each in points),
        losses=points.count(0),
        score=score,
        low=low,
        high=high,
        even=1 / (1 + meetings[0].rivals),
    )
    return step, round(seconds_per_move(meetings, 0), 6), round(seconds_per_move(meetings, 1), 6)


def remembered(known: Ladder, lower: str, higher: str) -> Climbed | None:
    for one, other in pairwise(known.levels):
        if (one.agent, other.agent) == (lower, higher) and other.step is not None:
            return other.step, one.seconds_per_move, other.seconds_per_move
    return None


def rungs(game: str, agents: Sequence[str], climbed: Sequence[Climbed]) -> tuple[Rung, ...]:
    """Of the levels that were reached."""
    met = [
        Tally(at, at - 1, step.score * step.games, step.games, round(1 / step.even) - 1)
        for at, (step, _, _) in enumerate(climbed, 1)
    ]
    seconds = [climbed[0][1], *(higher for _, _, higher in climbed)]
    return tuple(
        Rung(agent=each.agent, rating=each.rating, low=each.low, high=each.high, seconds_per_move=pace, step=step)
        for each, pace, step in zip(
            ratings(game, agents[: len(seconds)], met), seconds, [None, *(step for step, _, _ in climbed)], strict=True
        )
    )
