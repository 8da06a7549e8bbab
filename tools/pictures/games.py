"""Writes docs/images/<game>.svg: a position from the middle of a game, for every game.

python -m tools.pictures.games [FOLDER]     with a folder, the same as PNG there
"""

import sys
from pathlib import Path

import asobiba
from asobiba.agents import make_agent
from asobiba.core.scene import Scene, svg
from asobiba.envs.raster import pixels, png

FOLDER = Path(__file__).parents[2] / "docs" / "images"
SHOTS = {
    "othello": ("minimax:depth=2", 6, 27),
    "twenty48": ("greedy", 5, 700),
    "puyo": ("greedy:noise=0.2", 1, 45),
    "otrio": ("greedy:noise=0.3", 3, 13),
    "coppit": ("random", 7, 153),
}
"""Who plays, the seed, and after how many plies the picture is taken."""


def shot(name: str) -> Scene:
    agent, seed, plies = SHOTS[name]
    game = asobiba.game(name)
    seats = len(game.seats(game.options()))
    agents = [make_agent(agent, game, seed=f"{seed}/{seat}") for seat in range(seats)]
    record = asobiba.play(game, agents, seed=seed, opening=4, max_plies=plies)
    return game.picture(list(record.states())[-1])


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in SHOTS:
        (FOLDER / f"{name}.svg").write_text(svg(shot(name)), encoding="utf-8")
        for folder in sys.argv[1:]:
            (Path(folder) / f"{name}.png").write_bytes(png(pixels(shot(name))))
