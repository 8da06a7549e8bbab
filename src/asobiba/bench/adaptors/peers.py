"""Other libraries that play one of our games with random legal moves, driven from Python, or search it.

None is needed to use Asobiba. One that is not installed has the rate None and is named as missing.
"""

import importlib
import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from asobiba.bench.measure import best_rate

PLIES = 3000
BATCH = 1024
BATCH_STEPS = 100
SIMULATIONS, MEMORY_MB = 1_000, 1_000
"""Of one search."""


@dataclass(frozen=True)
class Peer:
    name: str
    module: str
    prepare: Callable[[Any], Callable[[], int]]
    """From the module to a function that plays and says how many steps it made."""

    def rate(self) -> float | None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                module = importlib.import_module(self.module)
            except ImportError:
                return None
            run = self.prepare(module)
            run()  # once for nothing: compilers and caches warm up
            return best_rate(run, repeats=3)


def openspiel(game: str) -> Callable[[Any], Callable[[], int]]:
    """Legal actions and the observation of the mover at every step."""

    def prepare(pyspiel: Any) -> Callable[[], int]:
        found, generator = pyspiel.load_game(game), random.Random(1)

        def run() -> int:
            state, steps = found.new_initial_state(), 0
            while steps < PLIES:
                if state.is_terminal():
                    state = found.new_initial_state()
                elif state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(generator.choices(outcomes, weights)[0])
                else:
                    state.legal_actions_mask()
                    state.observation_tensor()
                    state.apply_action(generator.choice(state.legal_actions()))
                    steps += 1
            return steps

        return run

    return prepare


def rust_reversi(module: Any) -> Callable[[], int]:
    """Its own random move; the board and the legal squares as lists, which is what it offers to a network."""

    def run() -> int:
        board, steps = module.Board(), 0
        while steps < PLIES:
            if board.is_game_over():
                board = module.Board()
            elif board.is_pass():
                board.do_pass()
            else:
                board.get_board_matrix()
                board.get_legal_moves_tf()
                board.do_move(board.get_random_move())
            steps += 1
        return steps

    return run


def pgx(game: str) -> Callable[[Any], Callable[[], int]]:
    """A batch under vmap and jit, random legal actions drawn on the way, finished games begun anew."""

    def prepare(module: Any) -> Callable[[], int]:
        jax = importlib.import_module("jax")
        auto_reset = importlib.import_module("pgx.experimental.wrappers").auto_reset
        env = module.make(game)
        begin = jax.jit(jax.vmap(env.init))
        step = jax.vmap(auto_reset(env.step, env.init))

        def move(state: Any, key: Any) -> Any:
            choose, luck = jax.random.split(key)
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            action = jax.random.categorical(choose, logits, axis=1)
            return step(state, action, jax.random.split(luck, BATCH))

        move = jax.jit(move)
        keys = jax.random.split(jax.random.PRNGKey(1), BATCH_STEPS)
        start = begin(jax.random.split(jax.random.PRNGKey(0), BATCH))

        def run() -> int:
            state = start
            for key in keys:
                state = move(state, key)
            state.observation.block_until_ready()
            return BATCH * BATCH_STEPS

        return run

    return prepare


def jumanji(module: Any) -> Callable[[], int]:
    """Game2048-v1 in a batch under vmap and jit."""
    jax = importlib.import_module("jax")
    env = importlib.import_module("jumanji.wrappers").VmapAutoResetWrapper(module.make("Game2048-v1"))

    def move(state: Any, timestep: Any, key: Any) -> Any:
        logits = jax.numpy.log(timestep.observation.action_mask.astype(jax.numpy.float32))
        return env.step(state, jax.random.categorical(key, logits, axis=1))

    move = jax.jit(move)
    keys = jax.random.split(jax.random.PRNGKey(1), BATCH_STEPS)
    start = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(0), BATCH))

    def run() -> int:
        state, timestep = start
        for key in keys:
            state, timestep = move(state, timestep, key)
        timestep.observation.board.block_until_ready()
        return BATCH * BATCH_STEPS

    return run


def gymnasium_2048(module: Any) -> Callable[[], int]:
    """One environment, illegal moves and all: it offers no mask."""
    env = importlib.import_module("gymnasium_2048.envs").TwentyFortyEightEnv(max_pow=18)
    generator = random.Random(1)

    def run() -> int:
        env.reset(seed=1)
        for _ in range(PLIES):
            if env.step(generator.randrange(4))[2]:
                env.reset()
        return PLIES

    return run


def openspiel_search(game: str) -> Callable[[Any], Callable[[], int]]:
    """The bot in C++, one playout a simulation."""

    def prepare(pyspiel: Any) -> Callable[[], int]:
        found = pyspiel.load_game(game)
        bot = pyspiel.MCTSBot(found, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, SIMULATIONS, MEMORY_MB, True, 1, False)

        def run() -> int:
            bot.step(found.new_initial_state())
            return SIMULATIONS

        return run

    return prepare


PEERS: dict[str, list[Peer]] = {
    "othello": [
        Peer("OpenSpiel", "pyspiel", openspiel("othello")),
        Peer("Pgx", "pgx", pgx("othello")),
        Peer("rust_reversi", "rust_reversi", rust_reversi),
    ],
    "twenty48": [
        Peer("OpenSpiel", "pyspiel", openspiel("2048")),
        Peer("Pgx", "pgx", pgx("2048")),
        Peer("Jumanji", "jumanji", jumanji),
        Peer("gymnasium_2048", "gymnasium_2048", gymnasium_2048),
    ],
}
SEARCHERS: dict[str, list[Peer]] = {"othello": [Peer("OpenSpiel MCTSBot", "pyspiel", openspiel_search("othello"))]}
"""They search from the first position, with random playouts."""


def peers_of(game: str) -> list[Peer]:
    """Those that play the game at all; nobody else has the others."""
    return PEERS.get(game, [])
