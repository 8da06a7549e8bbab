"""perft: how many move sequences of a given length start here — the classic test of a move generator.

What counts as a leaf differs between authors:

    A  a pass is one ply; a game that ends above the horizon counts one
    B  as A, but a forced pass uses no ply
    C  a pass is one ply; a game that ends above the horizon counts nothing
"""

from typing import Any, Literal, TypeAlias

from asobiba.agents.arrays import Arrays
from asobiba.core.errors import ConfigError
from asobiba.core.game import OVER, AnyGame

Convention: TypeAlias = Literal["A", "B", "C"]


def perft(game: AnyGame, state: Any, depth: int, convention: Convention = "A") -> int:
    if state.to_play == OVER:
        return 1 if depth == 0 or convention != "C" else 0
    if depth == 0:
        return 1
    actions = state.legal()
    free_pass = convention == "B" and game.must_pass(state)
    if depth == 1 and convention == "A":
        return len(actions)
    return sum(perft(game, state.apply(a), depth if free_pass else depth - 1, convention) for a in actions)


def fast_perft(game: AnyGame, state: Any, depth: int, convention: Convention = "A") -> int:
    """The same count by the game's kernel."""
    kernel = game.part(Arrays).kernel
    if kernel is None:
        raise ConfigError(f"{game.name} has no native kernel")
    return int(kernel.perft(kernel.rules(state.options), kernel.pack(state), depth, convention))
