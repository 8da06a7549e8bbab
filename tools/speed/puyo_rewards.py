"""How many transitions a second the dense rewards of Puyo take on one core, in CPU seconds.

python -m tools.speed.puyo_rewards [GAMES] [STEPS]

A transition is one move of one seat. `random` are random legal moves; `builder` is a seat that takes, of eight random
placements, the one that was paid most when it was tried, so that its fields are full of chains to be found.
"""

import sys
import time

import numpy as np
from numpy.typing import NDArray

from asobiba.games.puyo.dense_rewards import RewardConfig
from asobiba.games.puyo.duels import Duels
from asobiba.games.puyo.rules import PuyoOptions

TRIES = 8


def random_actions(duels: Duels, generator: np.random.Generator) -> NDArray[np.int32]:
    return np.asarray((generator.random(duels.masks.shape, np.float32) * duels.masks).argmax(-1), np.int32)


def built_actions(duels: Duels, twin: Duels, generator: np.random.Generator) -> NDArray[np.int32]:
    best = random_actions(duels, generator)
    paid = np.full(best.shape, -np.inf, np.float32)
    before = duels.state()
    for _ in range(TRIES):
        twin.restore(before)
        tried = random_actions(twin, generator)
        earned = twin.step(tried).rewards
        best = np.where(earned > paid, tried, best)
        paid = np.maximum(earned, paid)
    return best


def speed(mode: str, kind: str, games: int, steps: int, builder: bool) -> float:
    options, rewards = PuyoOptions.read({"mode": mode}), RewardConfig.read({"kind": kind})
    duels, twin = Duels(games, 1, options, rewards), Duels(games, 1, options)
    generator, spent = np.random.default_rng(0), 0.0
    for _ in range(steps):
        actions = built_actions(duels, twin, generator) if builder else random_actions(duels, generator)
        started = time.process_time()
        duels.step(actions)
        spent += time.process_time() - started
    return games * duels.seats * steps / spent


if __name__ == "__main__":
    defaults = ["1024", "60"]
    games, steps = map(int, sys.argv[1:3] + defaults[len(sys.argv) - 1 :])
    for mode in ("versus", "single"):
        for kind in ("dense", "potential", "sparse"):
            for builder in (False, True):
                player = "builder" if builder else "random"
                print(f"{mode:7} {kind:9} {player:7} {speed(mode, kind, games, steps, builder):12,.0f} transitions/s")
