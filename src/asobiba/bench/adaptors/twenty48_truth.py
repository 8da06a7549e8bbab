"""Whether 2048 is played by its rules, through its agents: what best and random play score, beside what is known."""

from collections.abc import Iterator
from statistics import fmean, stdev
from typing import Any

from asobiba.agents.spec import make_agent
from asobiba.arena.batches import play_at_random
from asobiba.bench.measure import Row
from asobiba.core.advice import Adviser
from asobiba.core.game import CHANCE
from asobiba.core.registry import find_game
from asobiba.games.twenty48.rules import Twenty48Options

BEST = {(2, 2): 66.964149, (2, 3): 480.258272, (2, 4): 2641.873036}
"""By rows and columns: what independent programs found."""
RANDOM = 1094.39
"""The same of random play on 4x4, with a standard error of 0.35."""
RANDOM_GAMES = 1_000_000
KNOWN = "known"


def truth_rows(long: bool) -> Iterator[Row]:
    for (rows, columns), known in BEST.items():
        what = f"best play on {rows}x{columns}, by expectimax to the end"
        yield Row(what, best_play(rows, columns), "points", KNOWN, known, digits=len(str(known)) - 1)
    scores = play_at_random(find_game("twenty48"), Twenty48Options(), games=RANDOM_GAMES).returns
    what = f"random play, {len(scores):,} games"
    yield Row(f"{what}: score", fmean(scores), "points", KNOWN, RANDOM, digits=6)
    yield Row(f"{what}: standard error", stdev(scores) / len(scores) ** 0.5, "points")


def best_play(rows: int, columns: int) -> float:
    """The score that it expects before the first tiles are there."""
    game, options = find_game("twenty48"), Twenty48Options(rows=rows, columns=columns)
    agent = make_agent("solver", game, options)
    assert isinstance(agent, Adviser)
    return _expected(agent, game.start(options))


def _expected(agent: Adviser, state: Any) -> float:
    if state.to_play == CHANCE:
        return float(sum(p * _expected(agent, state.apply(outcome)) for outcome, p in state.chances()))
    return max(agent.advise(state).values.values())
