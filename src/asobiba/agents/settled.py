"""When nothing can change the result any more: who would lose by the end would put it off for ever."""

import random

from asobiba.agents.advice import Advice, one_of_the_best
from asobiba.agents.players import Players
from asobiba.core.game import AnyGame, State


def settled_move(game: AnyGame, state: State, generator: random.Random) -> int | None:
    """The move that looks best whatever the result, where that stands; otherwise None."""
    if not game.part(Players).settled(state):
        return None
    looks = {action: game.part(Players).evaluate(state.apply(action), state.to_play) for action in state.legal()}
    return one_of_the_best(Advice(looks), generator)
