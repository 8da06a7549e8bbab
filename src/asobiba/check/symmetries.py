"""Whether the symmetries of a game are a group that commutes with its rules."""

import random
from collections.abc import Hashable, Iterator
from itertools import islice, product
from typing import Any

from asobiba.check.walks import PLIES, at, stroll
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.options import Options
from asobiba.core.symmetry import Symmetry

SEEDS, TRIED = (1, 2), 2
"""Random games, and actions of a position that are tried beside the first."""
SAMPLES, OUTCOMES = 3, 200
"""Positions on which the symmetries of a group are compared, and outcomes of luck."""


def walked(game: AnyGame, options: Options, skipped: int = 0) -> Iterator[tuple[Any, list[int]]]:
    """Yield the positions of random games after so many plies, with some actions."""
    for seed in SEEDS:
        generator = random.Random(seed)
        for state in islice(stroll(game, options, seed, PLIES), skipped, None):
            actions = list(state.legal())
            yield state, actions[:1] + generator.sample(actions, min(TRIED, len(actions)))


def commuting(game: AnyGame, options: Options, skipped: int = 0) -> Iterator[str]:
    """A symmetry commutes with the rules."""
    for state, actions in walked(game, options, skipped):
        chances, returns = state.chances(), state.returns()
        following = [(action, state.apply(action)) for action in actions]
        for symmetry in game.symmetries(options):
            twin, name = symmetry.position(state), f"symmetry {symmetry.name!r}"
            seat = symmetry.seat(state.to_play) if state.to_play >= 0 else state.to_play
            if twin.to_play != seat:
                yield f"{name} gives the move to {twin.to_play} instead of {seat}, {at(game, state)}"
            if list(twin.legal()) != sorted(_image(symmetry, state, action) for action in state.legal()):
                yield f"{name} changes the legal actions, {at(game, state)}"
            if dict(twin.chances()) != {symmetry.outcome(outcome): p for outcome, p in chances}:
                yield f"{name} changes the chances, {at(game, state)}"
            if [twin.returns()[symmetry.seat(seat)] for seat in range(len(returns))] != list(returns):
                yield f"{name} changes the scores, {at(game, state)}"
            for action, after in following:
                if twin.apply(_image(symmetry, state, action)) != symmetry.position(after):
                    yield f"{name} and action {action} give another position in the other order, {at(game, state)}"


def _image(symmetry: Symmetry[Any], state: Any, action: int) -> int:
    return symmetry.outcome(action) if state.to_play == CHANCE else symmetry.action(action)


def closed(game: AnyGame, options: Options) -> Iterator[str]:
    """Two symmetries, one after the other, are a third. Being finite, they then have inverses, too."""
    symmetries = game.symmetries(options)
    # The image of a position, because a symmetry may forget what no rule asks for, such as a seed.
    samples = [symmetries[-1].position(state) for state in [*stroll(game, options)][-SAMPLES:] if state.to_play != OVER]

    def trace(*chain: Symmetry[Any]) -> Hashable:
        """What is done to sample positions and to all numbers."""
        positions: list[Any] = samples
        actions, outcomes = range(game.actions(options)), range(min(game.outcomes(options), OUTCOMES))
        numbers: list[Any] = [actions, outcomes, range(len(game.seats(options)))]
        for symmetry in chain:
            positions = list(map(symmetry.position, positions))
            maps = (symmetry.action, symmetry.outcome, symmetry.seat)
            numbers = [tuple(map(move, each)) for move, each in zip(maps, numbers, strict=True)]
        return *positions, *map(tuple, numbers)

    known = {trace(symmetry) for symmetry in symmetries}
    if symmetries[0].name != "identity" or trace(symmetries[0]) != trace():
        yield f"the first symmetry must be the identity, not {symmetries[0].name!r}"
    if not len(known) == len({symmetry.name for symmetry in symmetries}) == len(symmetries):
        yield "two symmetries have one name, or do the same"
    for one, other in product(symmetries, repeat=2):
        if trace(one, other) not in known:
            yield f"{one.name!r} and then {other.name!r} must be one of the symmetries, too"
