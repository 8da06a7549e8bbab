"""What each game must reach, in the units of its row. A game that is not listed has no bars."""

from typing import Any

from asobiba._native import kernels
from asobiba.bench.measure import best_rate
from asobiba.games.puyo.native import pack_field
from asobiba.games.puyo.notation import read_field

RANDOM_PLAY = {"othello": 15e6, "twenty48": 20e6, "otrio": 25e6, "coppit": 3e6, "puyo": 2e6}
"""Moves a second inside the kernel, one core."""
PERFT = {"othello": 250e6}
"""Leaves a second, the last ply counted."""
SEARCH = {"otrio": 700e3, "othello": 250e3, "coppit": 100e3}
"""Simulations a second of the tree search, from the first position, one core."""
VECTOR = {"puyo": 1.4e6, "otrio": 3e6, "coppit": 1.5e6}
"""Steps a second of the vector environment; a joint step of two simultaneous players is two."""
SINGLE = {"othello": 150e3, "twenty48": 150e3, "otrio": 150e3}
"""Steps a second through gymnasium.Env."""
MEMORY = 4096
"""Bytes of a game in a batch."""
SELF_PLAY: dict[str, tuple[dict[str, Any], float]] = {"otrio": ({"players": 2}, 60e3), "othello": ({}, 25e3)}
"""With which options, and evaluations a second of the whole loop on two cores."""
REPEATED = 20_000
LONG_CHAIN = "B..RYG/GYGYGB/GRRRBR/GBRYBG/RRGGYG/YYGYRR/YGRBRB/RBBGYG/RGGYRR/RBGRGR/YBYRBB/RRYGGB/RBBYRY"
"""Nineteen links of four, 175,080 points."""


def long_chain() -> float:
    """Microseconds of resolving it in the kernel."""
    field = pack_field(read_field(LONG_CHAIN))

    def run() -> int:
        kernels.puyo_resolve(field, REPEATED)
        return REPEATED

    return 1e6 / best_rate(run)


OWN = {"puyo": (("a chain of 19 with its score", long_chain, "µs", 1.0),)}
"""What only one kernel does: (what, how it is measured, unit, bar)."""
