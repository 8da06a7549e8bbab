"""Games between players side by side: a series for networks, which say all their moves at once.

Game g seats player i in seat (i + g) mod n, as in a series; the dice are each game's own. A game that lasts too long is
broken off and has no result; one for a single seat has the score that was reached, or only bad players would count.
"""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import nullcontext

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.arrays import Arrays
from asobiba.agents.players import Players
from asobiba.agents.spec import make_agent
from asobiba.arena.series import Standing, Whole, count_result, steps_of
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.envs.batch import HOLD, Batch

AT_ONCE = 10_000
"""Games of a series that is played at random: more do not fit into the caches."""

Places = NDArray[np.int64]
Chooser = Callable[[Batch, Places], NDArray[np.integer]]
"""Actions for the seats to move in these games of a batch."""


def agent_chooser(spec: str, game: AnyGame, options: Options, seed: int) -> Chooser:
    """An agent by its spec; it sees what its seat may know."""
    agent = make_agent(spec, game, options, seed=seed)

    def choose(batch: Batch, places: Places) -> NDArray[np.integer]:
        states = [batch.state(int(place)) for place in places]
        return np.array([agent.choose(game.conceal(state, state.to_play)) for state in states], np.int64)

    return choose


def random_chooser(batch: Batch, places: Places) -> NDArray[np.integer]:
    """Any legal action, by the dice of the games."""
    return batch.random_actions()[places]


def play_side_by_side(
    game: AnyGame,
    players: Sequence[tuple[str, Chooser]],
    options: Options,
    *,
    games: int,
    seed: int = 0,
    max_plies: int | None = None,
) -> list[Standing]:
    batch = Batch(game, games, seed=seed, options=options)
    if len(players) != batch.seats:
        raise ConfigError(f"{game.name} has {batch.seats} seats: name {batch.seats} players")
    standings = [Standing(name) for name, _ in players]
    rotation, plies = np.arange(games), 0
    while not batch.over.all() and (max_plies is None or plies < max_plies):
        actions = np.full(games, HOLD, np.int32)
        whose = (batch.to_play - rotation) % batch.seats
        for number, (_, choose) in enumerate(players):
            places = np.flatnonzero((whose == number) & ~batch.over)
            if len(places):
                actions[places] = choose(batch, places)
                standings[number].moves += len(places)
        batch.step(actions)
        plies += 1
    for number, (scores, over) in enumerate(zip(batch.scores().tolist(), batch.over, strict=True)):
        seated = [standings[(seat - number) % batch.seats] for seat in range(batch.seats)]
        count_result(scores if over or batch.seats == 1 else None, seated)
    return standings


def plays_at_random(game: AnyGame, options: Options) -> bool:
    """Whether `play_at_random` can: a game for one with a kernel, which counts what people ask for beside the score."""
    if len(game.seats(options)) != 1:
        return False
    one, milestones = Batch(game, 1, options=options), game.part(Players).milestones
    counted = milestones is None or milestones[0] in game.part(Arrays).facts(one.observation, options)
    return one.implementation == "native" and counted


def play_at_random(
    game: AnyGame,
    options: Options,
    *,
    games: int,
    seed: int = 0,
    watch: Callable[[int], None] = lambda _: None,
    into: list[Standing] | None = None,
    whole: Whole = nullcontext,
) -> Standing:
    """A series of the agent `random` alone, millions of games a minute. `watch` is told how many have ended; `into`
    and `whole` are as in `play_series`. A part is counted when its last game has ended: the first are the short ones.
    """
    standing, milestones = Standing("random", steps=steps_of(game)), game.part(Players).milestones
    if into is not None:
        into.append(standing)
    for first in range(0, games, AT_ONCE):
        count = min(AT_ONCE, games - first)
        began, moves = time.perf_counter(), 0
        batch = Batch(game, count, seed=random.Random(f"{seed}/{first}").getrandbits(63), options=options)
        while left := count - int(np.count_nonzero(batch.over)):
            batch.step(batch.random_actions())
            moves += left
        with whole():
            standing.moves += moves
            standing.seconds += time.perf_counter() - began
            standing.returns += batch.scores()[:, 0].tolist()
            if milestones is not None:
                facts = game.part(Arrays).facts(batch.observation, options)
                standing.milestones += facts[milestones[0]].tolist()
            watch(first + count)
    return standing
