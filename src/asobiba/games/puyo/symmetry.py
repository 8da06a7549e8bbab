"""The symmetries of Puyo: every way to exchange the colours in play, 24 of four. Ojama stay ojama.

The image has forgotten its seed, because an exchanged queue comes from no seed: these are symmetries from the moment
the queue is drawn, not of that draw. A mirror image is none: pairs appear in column 3, which has two columns on its
left and three on its right.
"""

from dataclasses import replace
from functools import cache
from itertools import permutations

from asobiba.core.symmetry import IDENTITY, Symmetry, unchanged
from asobiba.games.puyo.field import COLOURS
from asobiba.games.puyo.rules import Player, Position, PuyoOptions


def _symmetry(before: str, after: str) -> Symmetry[Position]:
    exchanged = str.maketrans(before, after)

    def player(original: Player) -> Player:
        return replace(original, field=tuple(column.translate(exchanged) for column in original.field))

    def position(original: Position) -> Position:
        return replace(
            original,
            players=tuple(map(player, original.players)),
            queue=original.queue.translate(exchanged),
            seed=None,
        )

    return Symmetry(f"{before} to {after}", position, unchanged)


@cache
def _of_colours(before: str) -> tuple[Symmetry[Position], ...]:
    _, *others = permutations(before)  # the first leaves all as they are
    return (IDENTITY, *(_symmetry(before, "".join(after)) for after in others))


def symmetries(options: PuyoOptions) -> tuple[Symmetry[Position], ...]:
    return _of_colours(COLOURS[: options.colors])
