"""How long a picture (`render_mode="rgb_array"`) of each game takes: CPU milliseconds of a frame in random play.

python -m tools.speed.raster
"""

import random
import time

from asobiba.core.game import CHANCE, OVER
from asobiba.core.registry import find_game, game_names
from asobiba.core.scene import Scene
from asobiba.envs.raster import pixels

FRAMES, ROUNDS = 60, 5


def main() -> None:
    for name in game_names():
        found, generator = find_game(name), random.Random(1)
        state = found.start(found.options())
        scenes: list[Scene] = []
        while len(scenes) < FRAMES and state.to_play != OVER:
            scenes.append(found.picture(state))
            luck = [action for action, _ in state.chances()] if state.to_play == CHANCE else list(state.legal())
            state = state.apply(generator.choice(luck))
        best = min(_seconds(scenes) for _ in range(ROUNDS))
        height, width, _ = pixels(scenes[-1]).shape
        print(f"{name:10} {1000 * best / len(scenes):5.1f} ms   {width} x {height}, {len(scenes[-1].shapes)} shapes")


def _seconds(scenes: list[Scene]) -> float:
    begun = time.process_time()
    for scene in scenes:
        pixels(scene)
    return time.process_time() - begun


if __name__ == "__main__":
    main()
