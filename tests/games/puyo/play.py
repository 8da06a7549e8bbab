"""Random games for the tests of Puyo."""

import random
from collections.abc import Iterator

from asobiba.core.game import CHANCE, OVER
from asobiba.core.luck import Luck
from asobiba.games.puyo import GAME
from asobiba.games.puyo.rules import Position, PuyoOptions


def random_game(options: PuyoOptions, seed: int) -> Iterator[Position]:
    """Every position of a game, the last included."""
    generator, luck = random.Random(seed), Luck(seed)
    position, ply = GAME.start(options), 0
    yield position
    while position.to_play != OVER:
        action = luck.draw(position, ply) if position.to_play == CHANCE else generator.choice(position.legal())
        position, ply = position.apply(action), ply + 1
        yield position
