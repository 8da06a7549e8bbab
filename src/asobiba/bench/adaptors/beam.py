"""How long the chains are that Puyo's beam search builds alone in 50 turns, by the rulebook, and how long it thinks."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean, median

from asobiba.agents.spec import make_agent
from asobiba.bench.measure import Row
from asobiba.core.game import OVER
from asobiba.games.puyo import GAME
from asobiba.games.puyo.beam import LEVELS
from asobiba.games.puyo.rules import PuyoOptions, conceal

OPTIONS = PuyoOptions(mode="single")
TURNS = 50
"""The agent is not told that the game ends then."""
LONG = 10
LONGEST = {2: 9.0, 3: 12.0, 4: 12.0}
"""Bars by level: links of a game's longest chain, on average."""
OFTEN = {3: 95.0, 4: 95.0}
"""Percent of games with a chain of ten."""
THINKING = {2: 5e3, 3: 350e3, 4: 350e3}
"""Microseconds of CPU a move."""


@dataclass(frozen=True)
class LoneGame:
    longest: int
    score: int
    buried: bool
    seconds: tuple[float, ...]
    """CPU, of each move."""


def play_alone(level: int, seed: int) -> LoneGame:
    """Seeds are those of the queue; the agent sees what a player sees."""
    position, agent = GAME.start(OPTIONS).apply(seed), make_agent(f"beam:level={level}", GAME, OPTIONS, seed=seed)
    longest, seconds = 0, []
    while position.to_play != OVER and position.turn < TURNS:
        seen = conceal(position, 0)
        begun = time.process_time()
        action = agent.choose(seen)
        seconds.append(time.process_time() - begun)
        position = position.apply(action)
        longest = max(longest, position.players[0].chain)
    return LoneGame(longest, position.players[0].score, position.players[0].buried, tuple(seconds))


def beam_rows(level: int | None, seeds: int) -> Iterator[Row]:
    for each in range(1, len(LEVELS) + 1) if level is None else [level]:
        yield from rows_of(each, [play_alone(each, seed) for seed in range(seeds)])


def rows_of(level: int, games: list[LoneGame]) -> Iterator[Row]:
    name, moves = f"beam:level={level}", [seconds for game in games for seconds in game.seconds]
    often = 100 * fmean(game.longest >= LONG for game in games)
    yield Row(f"{name}: longest chain", fmean(game.longest for game in games), "links", "bar", LONGEST.get(level))
    yield Row(f"{name}: games with a chain of {LONG}", often, "%", "bar", OFTEN.get(level))
    yield Row(f"{name}: score", fmean(game.score for game in games), "points")
    yield Row(f"{name}: games that end early", 100 * fmean(game.buried for game in games), "%")
    yield Row(f"{name}: a move, on average", 1e6 * fmean(moves), "µs", "bar", THINKING.get(level))
    yield Row(f"{name}: a move, half of them", 1e6 * median(moves), "µs")
    yield Row(f"{name}: a move, the slowest", 1e6 * max(moves), "µs")
