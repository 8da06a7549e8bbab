"""Expectimax: every move and every outcome of luck, some moves deep, judged by the game's own `evaluate`.

Sound for games with luck and without secrets, for any number of seats; each takes what is best for itself. What is
judged is the position after a move, before the luck that follows it. A game that has a quicker one of its own by this
name plays by that, and by this one with the options that its own refuses.
"""

import random
import time
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.agents.players import Players
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE, OVER, AnyGame, State, nothing_hidden
from asobiba.core.options import Options, option

DECIDED = 1e6
"""Among several a result outweighs any evaluation."""
DEPTH, DEEPEST = 2, 60
REMEMBERED = 500_000
"""Positions at most, of those that were not searched to the end of the game."""

Values = tuple[float, ...]
"""By seat."""


class Stopped(Exception):
    """Somebody wants the move now, or the time is over."""


@dataclass(frozen=True)
class ExpectimaxSettings(Options):
    depth: int | None = option(None, f"moves that it looks ahead; {DEPTH} if nothing is said", low=1, high=DEEPEST)
    ms: int | None = option(None, "milliseconds for a move, instead of a depth", low=1, high=3_600_000)
    chance: float = option(0.0, "ways less likely than this are not followed further", low=0.0, high=1.0)

    def check(self) -> None:
        if self.depth is not None and self.ms is not None:
            raise ConfigError(
                f"depth={self.depth} and ms={self.ms} of ExpectimaxSettings: allowed is one of them", option="ms"
            )


class Expectimax:
    settings = ExpectimaxSettings

    def __init__(self, game: AnyGame, options: Options, settings: ExpectimaxSettings, generator: random.Random) -> None:
        self.game, self.asked, self.generator = game, settings, generator
        seats = len(game.seats(options))
        self.search = Search(lambda state: evaluation(game, state, seats), settings.chance)

    @staticmethod
    def refuses(game: AnyGame, options: Options, settings: ExpectimaxSettings) -> str | None:
        open_to_all = game.conceal is nothing_hidden and not game.simultaneous(options)
        if game.outcomes(options) and open_to_all:
            return None
        return (
            f"expectimax plays games with luck and without secrets; {game.name} with these options is not one of them"
        )

    def choose(self, state: State) -> int:
        legal = state.legal()
        return legal[0] if len(legal) == 1 else one_of_the_best(self.advise(state), self.generator)

    def advise(self, state: State) -> Advice:
        """At the depth that was asked for, or the deepest that the time allowed."""
        seat, search, deepest = state.to_play, self.search, self.asked.depth or DEPTH
        search.begin(self.asked.ms)
        values, depth = search.moves(state, 1), 1  # which nothing stops
        for moves in range(2 if self.asked.ms else max(deepest, 2), DEEPEST + 1 if self.asked.ms else deepest + 1):
            try:
                values, depth = search.moves(state, moves), moves
            except Stopped:
                break
        return Advice(
            {action: found[seat] for action, found in values.items()},
            unit=self.game.part(Players).unit,
            depth=depth,
            nodes=search.nodes,
        )

    def stop(self) -> None:
        """From any thread: it moves at once."""
        self.search.stop()


def evaluation(game: AnyGame, state: State, seats: int) -> Values:
    """How a position looks to each seat. A game for one that is over is judged like any other."""
    looks = tuple(float(game.part(Players).evaluate(state, seat)) for seat in range(seats))
    if state.to_play != OVER or seats == 1:
        return looks
    return tuple(DECIDED * score + look for score, look in zip(state.returns(), looks, strict=True))


def itself(state: Hashable) -> Hashable:
    return state


class Search:
    """`evaluate` judges what is worth how much to each seat. With `gains` it says what each will still score, and what
    is scored on the way is added; then `key` may leave out of a position what was scored before."""

    def __init__(
        self,
        evaluate: Callable[[Any], Values],
        least_chance: float = 0.0,
        *,
        gains: bool = False,
        key: Callable[[Any], Hashable] = itself,
    ) -> None:
        self.evaluate, self.least_chance, self.gains, self.key = evaluate, least_chance, gains, key
        self.begin(None)

    def begin(self, milliseconds: int | None) -> None:
        self.known: dict[tuple[Hashable, int], Values] = {}
        self.settled: dict[Hashable, Values] = {}
        """Searched to the end of the game, so that it does not matter how many moves were left."""
        self.nodes = self.horizons = 0
        self.stopped = False
        self.deadline = None if milliseconds is None else time.monotonic() + milliseconds / 1000

    def stop(self) -> None:
        self.stopped = True

    def moves(self, state: State, depth: int, chance: float = 1.0) -> dict[int, Values]:
        """What each move of the seat to play is worth."""
        left = 0 if chance < self.least_chance else depth - 1
        found = {}
        for action in state.legal():
            after = state.apply(action)
            found[action] = self._gained(state, after, self.value(after, left, chance))
        return found

    def value(self, state: State, depth: int, chance: float = 1.0) -> Values:
        """Of a position, with so many moves after it."""
        if state.to_play == OVER or depth == 0:
            self.nodes += 1
            self.horizons += state.to_play != OVER
            return self.evaluate(state)
        place, horizons = self.key(state), self.horizons
        if (known := self._remembered(place, depth)) is not None:
            return known
        self.nodes += 1
        if self.stopped or (self.deadline is not None and time.monotonic() >= self.deadline):
            raise Stopped
        if (seat := state.to_play) == CHANCE:
            found = self._awaited(state, depth, chance)
        else:
            found = max(self.moves(state, depth, chance).values(), key=lambda values: values[seat])
        if self.horizons == horizons:
            self.settled[place] = found
        elif len(self.known) < REMEMBERED:
            self.known[place, depth] = found
        return found

    def _awaited(self, state: State, depth: int, chance: float) -> Values:
        mean: Values = ()
        for outcome, p in state.chances():
            after = state.apply(outcome)
            found = self._gained(state, after, self.value(after, depth, chance * p))
            mean = tuple(all_ + p * one for all_, one in zip(mean or (0.0,) * len(found), found, strict=True))
        return mean

    def _remembered(self, place: Hashable, depth: int) -> Values | None:
        if (settled := self.settled.get(place)) is not None:
            return settled
        # Where unlikely ways are cut off, what was found depends on how likely the position was.
        known = self.known.get((place, depth)) if self.least_chance == 0 else None
        self.horizons += known is not None
        return known

    def _gained(self, before: State, after: State, values: Values) -> Values:
        if not self.gains:
            return values
        return tuple(
            value + new - old for value, new, old in zip(values, after.returns(), before.returns(), strict=True)
        )
