"""How strong a network plays: win rates with intervals, chains, and what it builds when nobody disturbs it.

Nobody explores here but the opponents who always do. Every game counts: each place beside the others plays a fixed
number of games, so that short ones are not counted more often.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.arena.intervals import Measured, rate
from asobiba.games.puyo.afterstates import Afterstates
from asobiba.games.puyo.beam import Plan
from asobiba.games.puyo.dense_rewards import RewardConfig
from asobiba.games.puyo.duels import Duels, Step
from asobiba.games.puyo.learning.games import SMALL_BEAM, greedy
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.learn.choices import any_legal, choose
from asobiba.learn.networks import CandidateNetwork


@dataclass(frozen=True)
class Sight:
    """What the players in some seats see, one of each game."""

    duels: Duels
    games: NDArray[np.int64]
    seats: NDArray[np.int64]

    @cached_property
    def ahead(self) -> Afterstates:
        return self.duels.afterstates_of(self.games, self.seats)

    @cached_property
    def legal(self) -> NDArray[np.bool_]:
        return self.duels.masks[self.games, self.seats].astype(np.bool_)


Chooser = Callable[[Sight, np.random.Generator], NDArray[Any]]
SPARSE = RewardConfig(kind="sparse")
SOLO_PLACEMENTS = 50


@dataclass(frozen=True)
class Versus:
    games: int
    wins: int
    draws: int
    """Games that the turn limit broke off among them."""
    average_chain_length: float
    """Mean over the games of our longest chain."""
    maximum_chain: int
    average_turns: float

    @property
    def score(self) -> Measured:
        """A draw is half a win."""
        return rate(self.wins + self.draws / 2, self.games)

    @property
    def win_rate(self) -> float:
        return self.score.value

    def as_json(self) -> dict[str, float]:
        return {
            "games": self.games,
            "win_rate": self.score.value,
            "win_rate_low": self.score.low,
            "win_rate_high": self.score.high,
            "average_chain_length": self.average_chain_length,
            "maximum_chain": self.maximum_chain,
            "average_turns": self.average_turns,
        }


@dataclass(frozen=True)
class Solo:
    games: int
    average_chain: float
    """Mean of each game's longest chain."""
    maximum_chain: int
    average_score: float
    """Points of 50 placements."""
    death_rate: float

    def as_json(self) -> dict[str, float]:
        return dict(vars(self))


def network_player(network: CandidateNetwork, epsilon: float = 0.0) -> Chooser:
    return lambda sight, dice: choose(network.values(sight.ahead.numbers, sight.legal), sight.legal, epsilon, dice)


def random_player(sight: Sight, dice: np.random.Generator) -> NDArray[np.int64]:
    return any_legal(sight.legal, dice)


def greedy_player(sight: Sight, dice: np.random.Generator) -> NDArray[np.int64]:
    return greedy(sight.ahead.worth, sight.legal, dice)


def beam_player(plan: Plan) -> Chooser:
    return lambda sight, dice: sight.duels.search(sight.games, sight.seats, plan, int(dice.integers(1 << 63)))


ANCHORS: dict[str, Chooser] = {"random": random_player, "greedy": greedy_player, "beam": beam_player(SMALL_BEAM)}


def _turns(
    duels: Duels, players: Sequence[tuple[Chooser, NDArray[np.int64]]], dice: np.random.Generator
) -> Iterator[tuple[NDArray[np.int64], Step, NDArray[np.bool_]]]:
    """Play one game at each place. `players` have seats, [n]; yields the running games, the step, and who has ended."""
    running = np.ones(duels.count, np.bool_)
    while running.any():
        at = np.flatnonzero(running)
        actions = duels.masks.argmax(2).astype(np.int32)
        for player, seats in players:
            actions[at, seats[at]] = player(Sight(duels, at, seats[at]), dice)
        step = duels.step(actions)
        ended = running & (step.terminated | step.truncated)
        yield at, step, ended
        running &= ~ended


def versus(
    player: Chooser, other: Chooser, games: int, seed: int, max_turns: int | None = 200, threads: int = 1
) -> Versus:
    """`games` games at once, our seat alternating."""
    duels = Duels(games, seed, PuyoOptions(max_turns=max_turns), SPARSE, threads)
    dice, seats, wins, draws = np.random.default_rng([seed, 3]), np.arange(games) % 2, 0, 0
    longest, turns = np.zeros(games, np.int64), np.zeros(games, np.int64)
    for at, step, ended in _turns(duels, [(player, seats), (other, 1 - seats)], dice):
        longest[at] = np.maximum(longest[at], step.chains[at, seats[at]])
        wins += int((ended & (step.winners == seats)).sum())
        draws += int((ended & (step.winners < 0)).sum())
        turns[ended] = step.turns[ended]
    return Versus(games, wins, draws, float(longest.mean()), int(longest.max()), float(turns.mean()))


def solo(player: Chooser, games: int, seed: int, placements: int = SOLO_PLACEMENTS, threads: int = 1) -> Solo:
    duels = Duels(games, seed, PuyoOptions(mode="single", max_turns=placements), SPARSE, threads)
    longest, scores, deaths = np.zeros(games, np.int64), np.zeros(games, np.int64), 0
    for at, step, ended in _turns(duels, [(player, np.zeros_like(longest))], np.random.default_rng([seed, 4])):
        longest[at] = np.maximum(longest[at], step.chains[at, 0])
        scores[at] += step.points[at, 0]
        deaths += int((ended & step.terminated).sum())
    return Solo(games, float(longest.mean()), int(longest.max()), float(scores.mean()), deaths / games)


def evaluate(
    main: CandidateNetwork,
    *,
    games: int,
    seed: int,
    past: Sequence[CandidateNetwork] = (),
    anchors: Sequence[str] = tuple(ANCHORS),
    threads: int = 1,
) -> dict[str, dict[str, float]]:
    """{"random": {"win_rate": 0.99, ...}, "greedy": ..., "past": ..., "solo": ...}"""
    player = network_player(main)
    found = {name: versus(player, ANCHORS[name], games, seed, threads=threads).as_json() for name in anchors}
    if past:
        found["past"] = versus(player, network_player(past[0]), games, seed, threads=threads).as_json()
    return found | {"solo": solo(player, games, seed, threads=threads).as_json()}
