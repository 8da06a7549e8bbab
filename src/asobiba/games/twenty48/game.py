"""2048 as a game of the project. The rules are in rules.py."""

from asobiba.core.game import Game
from asobiba.games.twenty48 import notation
from asobiba.games.twenty48.picture import draw
from asobiba.games.twenty48.rules import ACTIONS, Twenty48Options, facts, highest_score, start
from asobiba.games.twenty48.scene import scene
from asobiba.games.twenty48.symmetry import symmetries

GAME = Game(
    name="twenty48",
    version=1,
    options=Twenty48Options,
    seats=lambda _: ("player",),
    start=start,
    actions=lambda _: ACTIONS,
    notation=notation,
    draw=draw,
    outcomes=lambda options: 2 * options.rows * options.columns,
    bounds=lambda options: (0.0, float(highest_score(options))),
    symmetries=symmetries,
    facts=facts,
    scene=scene,
    package="asobiba.games.twenty48",
)
