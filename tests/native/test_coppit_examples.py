"""The rulebook's own tests of Coppit's examples, resolutions and logs, collected once more with the kernel beside them.

While they run, the kernel is put on every position whose moves they ask for, and plays every move that they play.
"""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import pytest

from asobiba.agents.arrays import Arrays
from asobiba.core.errors import IllegalMove
from asobiba.core.game import OVER
from asobiba.core.registry import find_game
from asobiba.envs.batch import Batch
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.rules import Position
from tests.games.coppit.situation import moves, played, situation
from tests.games.coppit.test_examples import *  # noqa: F403
from tests.games.coppit.test_log import *  # noqa: F403
from tests.games.coppit.test_resolutions import *  # noqa: F403
from tests.native.test_twins import compare

legal, apply = Position.legal, Position.apply


@lru_cache(maxsize=256)
def lone_game(options: CoppitOptions) -> Batch:
    return Batch(find_game("coppit"), 1, options=options, luck=False, implementation="native")


class Shadow:
    """The kernel, following the rulebook."""

    def __init__(self) -> None:
        self.looked = self.played = self.refused = 0
        self.busy = False

    def legal(self, position: Position) -> Sequence[int]:
        if not self.busy:
            self.busy = True
            self.shown(position)
            self.looked += 1
            self.busy = False
        return legal(position)

    def apply(self, position: Position, action: int) -> Position:
        if self.busy:
            return apply(position, action)
        self.busy = True
        try:
            batch, chosen = self.shown(position), np.full(1, action, np.int32)
            if position.to_play != OVER and action not in legal(position):
                with pytest.raises(IllegalMove):
                    batch.step(chosen)
                self.refused += 1
            after = apply(position, action)
            batch.step(chosen)
            compare(batch, 0, after)
            assert batch.scores()[0].tolist() == pytest.approx(after.returns())
            self.played += 1
            return after
        finally:
            self.busy = False

    def shown(self, position: Position) -> Batch:
        """One game that stands here, seen alike by every seat."""
        batch = lone_game(position.options)
        batch.set_state(0, position)
        compare(batch, 0, position)
        for seat in range(batch.seats):
            assert np.array_equal(batch.observe(seat)[0], batch.game.part(Arrays).encode.observe(position, seat))
        return batch


@pytest.fixture(autouse=True)
def shadow(monkeypatch: pytest.MonkeyPatch) -> Shadow:
    found = Shadow()

    def watched_legal(position: Position) -> Sequence[int]:
        return found.legal(position)

    def watched_apply(position: Position, action: int) -> Position:
        return found.apply(position, action)

    monkeypatch.setattr(Position, "legal", watched_legal)
    monkeypatch.setattr(Position, "apply", watched_apply)
    return found


def test_the_kernel_is_beside_the_rulebook(shadow: Shadow) -> None:
    position = situation("7:R die=3")
    assert "7>10" in moves(position)
    played(position, "7>10", "die=6")
    with pytest.raises(IllegalMove):
        position.apply(0)

    assert shadow.looked > 0
    assert (shadow.played, shadow.refused) == (3, 1)  # read_move plays a move to test it
