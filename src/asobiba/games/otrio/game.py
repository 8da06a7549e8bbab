"""Otrio as a game of the project. The rules are in rules.py."""

from asobiba.core.game import Game
from asobiba.games.otrio import notation
from asobiba.games.otrio.board import COLOURS, SLOTS
from asobiba.games.otrio.picture import draw
from asobiba.games.otrio.rules import PASS, SECOND_COLOUR, OtrioOptions, Position, facts, start
from asobiba.games.otrio.scene import scene
from asobiba.games.otrio.symmetry import SYMMETRIES


def _seats(options: OtrioOptions) -> tuple[str, ...]:
    """("red", "green", "blue"); of two players ("red and blue", "green and yellow")."""
    return tuple(
        " and ".join(COLOURS[colour] for colour in options.order[seat :: options.players])
        for seat in range(options.players)
    )


def _actions(options: OtrioOptions) -> int:
    return PASS + 1 if options.two_player_alternation else SECOND_COLOUR + SLOTS


GAME: Game[Position, OtrioOptions] = Game(
    name="otrio",
    version=1,
    options=OtrioOptions,
    seats=_seats,
    start=start,
    actions=_actions,
    notation=notation,
    draw=draw,
    bounds=lambda options: (-1.0 if options.losers == "minus" else 0.0, 1.0),
    pass_action=PASS,
    symmetries=lambda _: SYMMETRIES,
    facts=facts,
    scene=scene,
    package="asobiba.games.otrio",
)
