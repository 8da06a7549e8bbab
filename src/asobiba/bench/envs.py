"""What the environments do when Python drives them, masks and observations included."""

from collections.abc import Iterator

import numpy as np

from asobiba.bench.adaptors import bars
from asobiba.bench.adaptors.peers import peers_of
from asobiba.bench.measure import Row, best_rate
from asobiba.core.extras import extra
from asobiba.core.registry import game_names
from asobiba.envs.batch import Batch
from asobiba.envs.gym import GameEnv
from asobiba.envs.registration import environments
from asobiba.envs.vector import GameVectorEnv

with extra("envs"):
    import gymnasium

GAMES = 1024
STEPS = 200
SINGLE_STEPS = 20_000


def env_rows(with_peers: bool) -> Iterator[Row]:
    names = {game.name: name for name, (game, _) in reversed(environments().items())}
    for name in game_names():
        vector = best_rate(VectorPlay(names[name]))
        yield Row(f"{name}: vector environment of {GAMES}", vector, "steps/s", "bar", bars.VECTOR.get(name))
        if with_peers:
            for peer in peers_of(name):
                yield Row(f"{name}: vector environment of {GAMES}", vector, "steps/s", peer.name, peer.rate())
        yield Row(f"{name}: plain batch of {GAMES}", best_rate(BatchPlay(name)), "steps/s")
        bar = bars.SINGLE.get(name)
        yield Row(f"{name}: one environment", best_rate(SinglePlay(names[name])), "steps/s", "bar", bar)


class VectorPlay:
    """Random legal moves for every seat; the moves are drawn by the kernel, as a policy would draw them."""

    def __init__(self, name: str) -> None:
        envs = gymnasium.make_vec(name, num_envs=GAMES, seat="all", illegal="raise", copy=False)
        assert isinstance(envs, GameVectorEnv)
        self.envs = envs
        self.envs.reset(seed=1)

    def __call__(self) -> int:
        for _ in range(STEPS):
            self.envs.step(self.envs.batch.random_actions())
        return GAMES * STEPS


class BatchPlay:
    def __init__(self, name: str) -> None:
        self.batch = Batch(name, GAMES, seed=1)

    def __call__(self) -> int:
        batch = self.batch
        for _ in range(STEPS):
            batch.step(batch.random_actions())
            if batch.over.any():
                batch.reset(batch.over)
        return GAMES * STEPS


class SinglePlay:
    """One environment, one seat, a random opponent; of the legal actions the first or the last."""

    def __init__(self, name: str) -> None:
        env = gymnasium.make(name, disable_env_checker=True, illegal="raise")
        assert isinstance(env.unwrapped, GameEnv)
        self.env, self.base = env, env.unwrapped
        self.env.reset(seed=1)

    def __call__(self) -> int:
        env, games = self.env, self.base.batch.games
        for _ in range(SINGLE_STEPS):
            if env.step(np.int64(games.random_action(0)))[2]:
                env.reset()
        return SINGLE_STEPS
