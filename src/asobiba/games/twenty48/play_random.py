"""Show a game of 2048 that is played at random, step by step.

python -m asobiba.games.twenty48.play_random --seed 1
"""

import os
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import numpy as np

from asobiba.games.twenty48.env import Twenty48Env
from asobiba.games.twenty48.rules import ACTIONS, DIRECTIONS


def play_random(games: int = 1, seed: int = 0) -> None:
    """Print every board of random games; an action that changes nothing is named without one."""
    env, actions = Twenty48Env(seed), np.random.default_rng((seed, 1))
    for game in range(1, games + 1):
        env.reset()
        print(f"game {game}")
        env.render()
        done = False
        while not done:
            action = int(actions.integers(ACTIONS))
            _, reward, done, info = env.step(action)
            if info["invalid_move"]:
                print(f"{DIRECTIONS[action]}: changes nothing")
            else:
                row, column, tile = info["spawned"]
                print(f"{DIRECTIONS[action]}: +{reward}, a {tile} in row {row + 1}, column {column + 1}")
                env.render()
        print(f"over: score {env.score}, largest tile {env.board.max()}")


def at_least(least: int) -> Callable[[str], int]:
    """Return a reader of whole numbers on the command line."""

    def number(text: str) -> int:
        if not text.removeprefix("-").isdecimal() or int(text) < least:
            raise ArgumentTypeError(f"{text!r}: allowed is a whole number, {least} or more")
        return int(text)

    return number


def options(description: str, games: int) -> ArgumentParser:
    """Return a parser of the two options that both commands have."""
    parser = ArgumentParser(description=description)
    parser.add_argument("--games", type=at_least(1), default=games, help="Number of games (%(default)s).")
    parser.add_argument("--seed", type=at_least(0), default=0, help="Random seed for tiles and actions (%(default)s).")
    return parser


@contextmanager
def ending_quietly() -> Iterator[None]:
    """Leave without a traceback after Ctrl-C, or when `| head` has read enough."""
    try:
        yield
        sys.stdout.flush()
    except (BrokenPipeError, KeyboardInterrupt):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


def main(arguments: Sequence[str] | None = None) -> None:
    chosen = options("Show random games of 2048, step by step.", games=1).parse_args(arguments)
    with ending_quietly():
        play_random(chosen.games, chosen.seed)


if __name__ == "__main__":
    main()
