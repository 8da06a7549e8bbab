"""The queue: 128 pairs that both players get in the same order, again from the front when it is used up.

A seed from 0 to 65535 decides it. Three pools of 256 puyos are filled with three, four and five colours in turn and
shuffled one after the other; then the first four puyos of the three-colour pool replace those of the others, so that
a game begins with at most three colours. The exchange makes the counts uneven: not every colour comes equally often.
"""

from collections.abc import Iterator
from functools import lru_cache

from asobiba.games.puyo.field import COLOURS

SEEDS = 1 << 16
PUYOS = 256
VISIBLE = 3
"""The pair in hand, the next and the one after it."""
FEWEST_COLOURS = 3
SAME_START = 4
"""So many puyos come from the pool with the fewest colours."""


@lru_cache(maxsize=1024)
def queue(seed: int, colours: int) -> str:
    """256 letters, axis and child in turn: seed 0 with 4 colours begins RRYRYGYG."""
    numbers = _numbers(seed)
    pools = [_shuffled(count, numbers) for count in range(FEWEST_COLOURS, colours + 1)]
    return "".join(COLOURS[number] for number in pools[0][:SAME_START] + pools[-1][SAME_START:])


def pair(queue: str, turn: int) -> str:
    """The axis and the child of a turn, counted from 0."""
    at = 2 * turn % len(queue)
    return queue[at : at + 2]


def _shuffled(colours: int, numbers: Iterator[int]) -> list[int]:
    """Puyos of neighbouring blocks change places; the blocks get twice as wide, twice."""
    pool = [at % colours for at in range(PUYOS)]
    for width in (16, 32, 64):
        for block in range(0, PUYOS - width, width):
            for _ in range(width // 2):
                one = block + next(numbers) * width // (1 << 32)
                other = block + width + next(numbers) * width // (1 << 32)
                pool[one], pool[other] = pool[other], pool[one]
    return pool


def _numbers(seed: int) -> Iterator[int]:
    """Whole numbers below 2^32; the first five are thrown away."""
    for drawn in range(1, 1 << 32):
        seed = (seed * 0x5D588B65 + 0x269EC3) % (1 << 32)
        if drawn > 5:
            yield seed
