"""perft: how many move sequences of a given length start here — the classic test of a move generator.

What counts as a leaf differs between authors:

    A  a pass is one ply; a game that ends above the horizon counts one
    B  as A, but a forced pass uses no ply
    C  a pass is one ply; a game that ends above the horizon counts nothing
"""

from typing import Any, Literal, TypeAlias

from asobiba.core.contract import OVER, AnyGame
from asobiba.core.errors import ConfigError

Convention: TypeAlias = Literal["A", "B", "C"]


def perft(game: AnyGame, state: Any, depth: int, convention: Convention = "A") -> int:
    if state.to_play == OVER:
        return 1 if depth == 0 or convention != "C" else 0
    if depth == 0:
        return 1
    actions = state.legal()
    free_pass = convention == "B" and must_pass(game, state)
    if depth == 1 and convention == "A":
        return len(actions)
    return sum(perft(game, state.apply(a), depth if free_pass else depth - 1, convention) for a in actions)


def fast_perft(game: AnyGame, state: Any, depth: int, convention: Convention = "A") -> int:
    """The same count by the game's kernel."""
    if game.arrays.kernel is None:
        raise ConfigError(f"{game.name} has no native kernel")
    kernel = game.arrays.kernel
    return int(kernel.perft(kernel.rules(state.options), kernel.pack(state), depth, convention))


def must_pass(game: AnyGame, state: Any) -> bool:
    """Whether the seat to move can do nothing but pass."""
    actions = state.legal()
    return state.to_play >= 0 and len(actions) == 1 and game.text.notation.write_move(state, actions[0]) == "pass"
