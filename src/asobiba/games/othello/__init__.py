"""Othello (specification 003 of docs/specifications.md). The rules are in rules.py."""

from asobiba.core.contract import Arrays, Game, Minds, Rulebook, Text
from asobiba.games.othello import encode, notation
from asobiba.games.othello.evaluate import evaluate
from asobiba.games.othello.native import KERNEL
from asobiba.games.othello.picture import draw
from asobiba.games.othello.rules import ACTIONS, PASS, OthelloOptions, start
from asobiba.games.othello.scene import scene
from asobiba.games.othello.symmetry import SYMMETRIES
from asobiba.games.othello.views import tally
from asobiba.games.othello.words import WORDS, tell

GAME = Game(
    name="othello",
    titles={"en": "Othello", "ja": "オセロ"},
    version=1,
    options=OthelloOptions,
    rules=Rulebook(
        start=start,
        seats=lambda _: ("black", "white"),
        actions=lambda _: ACTIONS,
        pass_action=PASS,
        bounds=lambda options: (-1.0, 1.0) if options.score == "result" else (-64.0, 64.0),
        symmetries=lambda _: SYMMETRIES,
    ),
    text=Text(
        notation=notation,
        draw=draw,
        look=draw,
        scene=scene,
        help={
            "en": "a square such as d3; * marks where you may place a disc",
            "ja": "d3 のようにマスを書きます。* は置けるマスです",
        },
        tell=tell,
        words=WORDS,
        tally=tally,
    ),
    arrays=Arrays(
        encode=encode,
        bounds=encode.bounds,
        counts=encode.counts,
        kernel=KERNEL,
    ),
    minds=Minds(
        evaluate=evaluate,
        opponent="minimax:depth=5",
        # Depth 6 wins no more games against depth 5 and takes three times as long.
        levels=lambda _: (
            "random",
            "greedy:noise=0.5",
            "greedy",
            "minimax:depth=2",
            "minimax:depth=3",
            "minimax:depth=5",
        ),
    ),
)
