"""How fast Puyo's kernel resolves a long chain."""

from asobiba._native import kernels
from asobiba.bench.measure import best_rate
from asobiba.games.puyo.native import pack_field
from asobiba.games.puyo.notation import read_field

REPEATED = 20_000
LONG_CHAIN = "B..RYG/GYGYGB/GRRRBR/GBRYBG/RRGGYG/YYGYRR/YGRBRB/RBBGYG/RGGYRR/RBGRGR/YBYRBB/RRYGGB/RBBYRY"
"""Nineteen links of four, 175,080 points."""


def long_chain() -> float:
    """Microseconds."""
    field = pack_field(read_field(LONG_CHAIN))

    def run() -> int:
        kernels.puyo_resolve(field, REPEATED)
        return REPEATED

    return 1e6 / best_rate(run)
