"""Whether a kernel plays in lock-step with its rulebook: positions, legal moves, rewards, observations, hashes."""

import os
from collections.abc import Iterator
from typing import Any

import numpy as np

from asobiba.agents.arrays import Arrays
from asobiba.check.walks import at
from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.options import Options
from asobiba.envs.batch import Batch

GAMES = 32
POSITIONS = int(os.environ.get("ASOBIBA_TWIN_POSITIONS", "1280"))
REMEMBERED = 200_000
"""Positions whose hashes are compared."""


def lock_step(game: AnyGame, options: Options, positions: int = POSITIONS, seed: int = 1) -> Iterator[str]:
    """The kernel plays by the rulebook, unless it says itself that it does not know these options."""
    kernel = game.part(Arrays).kernel
    if kernel is None:
        return
    try:
        kernel.rules(options)
    except ConfigError:
        return
    batch = Batch(game, GAMES, seed=seed, options=options, luck=False, implementation="native")
    states: list[Any] = [game.start(options)] * GAMES
    seen: dict[int, Any] = {}
    for _ in range(positions // GAMES):
        hashes = batch.hashes()
        for index, state in enumerate(states):
            yield from compared(batch, index, state)
            if seen.setdefault(int(hashes[index]), state) != state:
                yield f"two positions have the same hash, {at(game, state)} and {at(game, seen[int(hashes[index])])}"
        actions = batch.random_actions()
        before = [state.returns() for state in states]
        for index, state in enumerate(states):
            if state.to_play != OVER:
                if int(actions[index]) not in state.legal():
                    yield f"the kernel's random action {actions[index]} is not legal, {at(game, state)}"
                    return
                states[index] = state.apply(int(actions[index]))
        rewards = batch.step(actions)
        scores = np.array([state.returns() for state in states], np.float32)
        gained = scores - np.array(before, np.float32)
        wrong = ~np.isclose(rewards, gained).all(1) | ~np.isclose(batch.scores(), scores).all(1)
        for index in np.flatnonzero(wrong).tolist():
            here = at(game, states[index])
            yield f"the kernel rewards {rewards[index].tolist()}, the rulebook {gained[index].tolist()}, {here}"
        over = np.array([state.to_play == OVER for state in states])
        if over.any():
            for index in np.flatnonzero(over).tolist():
                yield from compared(batch, index, states[index])
                states[index] = game.start(options)
            batch.reset(over)
        if len(seen) > REMEMBERED:
            seen.clear()


def compared(batch: Batch, index: int, state: Any) -> Iterator[str]:
    """One game of the batch is this position of the rulebook."""
    game = batch.game
    kernel = game.part(Arrays).kernel
    assert kernel is not None
    if batch.state(index) != state or kernel.pack(state) != batch.games.position(index):
        yield f"the kernel is {at(game, batch.state(index))}, the rulebook {at(game, state)}"
        return
    if batch.to_play[index] != state.to_play:
        there = f"{batch.to_play[index]} in the kernel and {state.to_play} in the rulebook"
        yield f"`to_play` is {there}, {at(game, state)}"
    if (seat := state.to_play) != CHANCE:
        allowed = np.flatnonzero(batch.mask[index]).tolist()
        if allowed != list(state.legal()):
            yield f"the kernel allows {allowed}, the rulebook {list(state.legal())}, {at(game, state)}"
    expected = game.part(Arrays).encode.observe(state, max(seat, 0))
    if batch.observation.dtype != expected.dtype or batch.observation[index].shape != expected.shape:
        shown = f"{batch.observation.dtype} {batch.observation[index].shape}"
        yield f"the kernel shows {shown}, the encoding {expected.dtype} {expected.shape}"
    elif (batch.observation[index] != expected).any():
        place = tuple(np.argwhere(batch.observation[index] != expected)[0].tolist())
        shown = f"{batch.observation[index][place]} at {place}, the encoding {expected[place]}"
        yield f"the kernel shows {shown}, {at(game, state)}"
