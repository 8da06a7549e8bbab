"""Shows a game of 2048 that is played at random, step by step.

python scripts/play_random.py --seed 1
"""

from typing import Annotated

import numpy as np
import typer

from asobiba.games.twenty48 import Twenty48Env
from asobiba.games.twenty48.rules import ACTIONS, DIRECTIONS


def play_random(
    games: Annotated[int, typer.Option(min=1, help="how many games")] = 1,
    seed: Annotated[int, typer.Option(min=0, help="of the tiles and of the actions")] = 0,
) -> None:
    """Random actions in 2048; those that change nothing are said and not shown."""
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


if __name__ == "__main__":
    typer.run(play_random)
