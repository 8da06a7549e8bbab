"""Othello as a game of the project. The rules are in rules.py."""

from asobiba.core.game import Game
from asobiba.games.othello import notation
from asobiba.games.othello.picture import draw
from asobiba.games.othello.rules import ACTIONS, PASS, OthelloOptions, facts, start
from asobiba.games.othello.scene import scene
from asobiba.games.othello.symmetry import SYMMETRIES

GAME = Game(
    name="othello",
    version=1,
    options=OthelloOptions,
    seats=lambda _: ("black", "white"),
    start=start,
    actions=lambda _: ACTIONS,
    notation=notation,
    draw=draw,
    bounds=lambda options: (-1.0, 1.0) if options.score == "result" else (-64.0, 64.0),
    pass_action=PASS,
    symmetries=lambda _: SYMMETRIES,
    facts=facts,
    scene=scene,
    package="asobiba.games.othello",
)
