"""Puyo as a game of the project. The rules are in rules.py."""

from math import inf

from asobiba.core.game import Game
from asobiba.games.puyo import notation
from asobiba.games.puyo.pairs import SEEDS
from asobiba.games.puyo.picture import draw
from asobiba.games.puyo.placements import ACTIONS
from asobiba.games.puyo.rules import SEATS, PuyoOptions, conceal, facts, start
from asobiba.games.puyo.scene import scene
from asobiba.games.puyo.symmetry import symmetries

GAME = Game(
    name="puyo",
    version=1,
    options=PuyoOptions,
    seats=lambda options: SEATS[options.mode],
    start=start,
    actions=lambda _: ACTIONS,
    notation=notation,
    draw=draw,
    outcomes=lambda _: SEEDS,
    bounds=lambda options: (-1.0, 1.0) if options.mode == "versus" else (0.0, inf),
    conceal=conceal,
    symmetries=symmetries,
    facts=facts,
    scene=scene,
    package="asobiba.games.puyo",
)
