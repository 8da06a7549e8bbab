"""Symmetries as a network sees them: what becomes of an observation and of the actions when the position is turned.

Most symmetries only move the numbers of an observation about: then the array is turned, by indices that are found by
looking at positions and their images. Where one does not, the position is turned and observed again.
"""

import random
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.arrays import Arrays
from asobiba.agents.perspective import Perspective
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.luck import Luck
from asobiba.core.options import Options
from asobiba.core.symmetry import Symmetry

PROBES, MOST_GAMES = 64, 40
Indices = NDArray[np.int64]


@dataclass(frozen=True)
class Augmentation:
    symmetry: Symmetry[Any]
    places: Indices | None
    """[F]: where each number of the image's observation comes from; None: the observation has to be made anew."""
    actions: Indices
    """[seats, actions], in the perspectives of the seats: what each action becomes."""

    @property
    def changes_nothing(self) -> bool:
        if self.places is None:
            return False
        stay = (self.places == np.arange(self.places.size)).all()
        return bool(stay and (self.actions == np.arange(self.actions.shape[1])).all())


def augmentations_of(game: AnyGame, options: Options, perspective: Perspective) -> list[Augmentation]:
    """The identity first; those that a network cannot tell from it are left out, and so are those that change the order
    of the seats, which an observation counts from the one that looks."""
    found: list[Augmentation] = []
    symmetries = game.symmetries(options)
    states = probes(game, options) if len(symmetries) > 1 else []
    seen = np.array([game.part(Arrays).encode.observe(state, state.to_play) for state in states])
    for number, symmetry in enumerate(symmetries):
        if not _keeps_the_order(symmetry, len(perspective.table)):
            continue
        turn = Augmentation(symmetry, _places(game, symmetry, states, seen, number), _actions(symmetry, perspective))
        if not found or not turn.changes_nothing:
            found.append(turn)
    return found


def probes(game: AnyGame, options: Options) -> list[Any]:
    """Positions of random games in which a seat is to move."""
    dice, found = random.Random(0), list[Any]()
    for number in range(MOST_GAMES):
        state, luck, ply = game.start(options), Luck(number), 0
        while state.to_play != OVER and len(found) < PROBES:
            ply += 1
            if state.to_play == CHANCE:
                state = state.apply(luck.draw(state, ply))
                continue
            if dice.random() < 0.3:
                found.append(state)
            state = state.apply(dice.choice(state.legal()))
    return found


def _keeps_the_order(symmetry: Symmetry[Any], seats: int) -> bool:
    ahead = {(symmetry.seat(seat) - seat) % seats for seat in range(seats)}
    return len(ahead) == 1


def _actions(symmetry: Symmetry[Any], perspective: Perspective) -> Indices:
    table, found = perspective.table, np.empty_like(perspective.table)
    for seat, named in enumerate(table):
        images = [table[symmetry.seat(seat)][symmetry.action(action)] for action in range(table.shape[1])]
        found[seat, named] = images
    return found


def _places(
    game: AnyGame, symmetry: Symmetry[Any], states: list[Any], seen: NDArray[Any], number: int
) -> Indices | None:
    if number == 0:
        return np.arange(int(np.prod(seen.shape[1:])) if len(seen) else 0)
    images = (symmetry.position(state) for state in states)
    return indices(seen, np.array([game.part(Arrays).encode.observe(image, image.to_play) for image in images]))


def indices(before: NDArray[Any], after: NDArray[Any]) -> Indices | None:
    """[n, planes, ...cells] both: so that after.reshape(n, -1) == before.reshape(n, -1)[:, indices]; None where no
    exchange of cells and planes does that. Planes that nobody tells apart stay where they are."""
    planes = before.shape[1]
    old, new = before.reshape(len(before), planes, -1), after.reshape(len(after), planes, -1)
    size = old.shape[2]
    if (old == new).all():
        return np.arange(planes * size)
    looks = {_look(old[:, :, cell]): cell for cell in reversed(range(size))}
    cells = [looks.get(_look(new[:, :, cell]), -1) for cell in range(size)]
    if sorted(cells) != [*range(size)]:
        return None
    moved = old[:, :, cells]
    sources = []
    for plane in range(planes):
        alike = [other for other in (plane, *range(planes)) if (new[:, plane] == moved[:, other]).all()]
        if not alike:
            return None
        sources.append(alike[0])
    return (np.array(sources)[:, None] * size + np.array(cells, np.int64)).ravel()


def _look(cell: NDArray[Any]) -> tuple[bytes, ...]:
    """Of [n, planes]: what a cell looks like, whatever its planes are called."""
    return tuple(sorted(plane.tobytes() for plane in np.ascontiguousarray(cell.T)))
