"""Coppit as a game of the project. The rules are in rules.py, the board in board_4p.json."""

from asobiba.core.game import Game
from asobiba.games.coppit import notation
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS, layout_of
from asobiba.games.coppit.picture import draw
from asobiba.games.coppit.rules import OUTCOMES, start
from asobiba.games.coppit.scene import scene
from asobiba.games.coppit.symmetry import symmetries
from asobiba.games.coppit.winner import facts


def _seats(options: CoppitOptions) -> tuple[str, ...]:
    layout = layout_of(options)
    return tuple(layout.colour(seat).lower() for seat in range(options.max_players))


GAME = Game(
    name="coppit",
    version=1,
    options=CoppitOptions,
    seats=_seats,
    start=start,
    actions=lambda options: len(layout_of(options).moves),
    notation=notation,
    draw=draw,
    outcomes=lambda _: OUTCOMES,
    pass_action=PASS,
    symmetries=symmetries,
    facts=facts,
    scene=scene,
    package="asobiba.games.coppit",
)
