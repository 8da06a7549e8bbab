"""Positions to learn from: each is turned by one of its game's symmetries, drawn anew (agents/augmentation.py)."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.augmentation import Augmentation, Indices, augmentations_of
from asobiba.agents.perspective import Perspective
from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.envs.batch import Batch


class Observer:
    """Positions in bytes as a network sees them, turned by lot."""

    def __init__(self, game: AnyGame, options: Options, rows: int, implementation: str) -> None:
        self.batch = Batch(game, rows, options=options, implementation=implementation)
        self.perspective = Perspective(game, options)
        self.turns = augmentations_of(game, options, self.perspective)

    def look(
        self, positions: NDArray[np.uint8], policy: NDArray[Any], dice: np.random.Generator | None
    ) -> tuple[NDArray[Any], NDArray[np.bool_], NDArray[np.float32]]:
        """[n, *observation]; [n, actions] what is legal, and the policy, in frames. Without dice nothing is turned."""
        which = (
            np.zeros(len(positions), np.int64) if dice is None else dice.integers(len(self.turns), size=len(positions))
        )
        for row, (raw, turn) in enumerate(zip(positions, which, strict=True)):
            self._place(row, raw.tobytes(), self.turns[turn])
        count = len(positions)
        seats = self.batch.to_play[:count].astype(np.int64)
        seen = self.batch.observation[:count].copy()
        legal = self.perspective.inward(self.batch.mask[:count].astype(np.bool_), seats)
        wanted = self.perspective.inward(policy.astype(np.float32), seats)
        for number, turn in enumerate(self.turns):
            rows = np.flatnonzero(which == number)
            if number and len(rows):
                self._turn(turn, rows, seats, seen, legal, wanted)
        return seen, legal, wanted

    def check(self, positions: NDArray[np.uint8]) -> None:
        """ValueError if one of them is no position in which a seat is to move."""
        for row in positions:
            self._place(0, row.tobytes(), self.turns[0])
            if self.batch.to_play[0] < 0:
                raise ValueError("nobody is to move in a position to learn from")

    def _place(self, row: int, raw: bytes, turn: Augmentation) -> None:
        raw = raw if self.batch.implementation == "native" else raw.rstrip(b"\0")
        if turn.places is None:
            raw = self.batch.pack(turn.symmetry.position(self.batch.unpack(raw)))
        self.batch.games.place(row, raw, 0)

    def _turn(
        self,
        turn: Augmentation,
        rows: Indices,
        seats: Indices,
        seen: NDArray[Any],
        legal: NDArray[Any],
        wanted: NDArray[Any],
    ) -> None:
        if turn.places is not None:
            seen[rows] = seen[rows].reshape(len(rows), -1)[:, turn.places].reshape(-1, *seen.shape[1:])
            np.put_along_axis(legal_part := np.empty_like(legal[rows]), turn.actions[seats[rows]], legal[rows], axis=1)
            legal[rows] = legal_part
        np.put_along_axis(part := np.empty_like(wanted[rows]), turn.actions[seats[rows]], wanted[rows], axis=1)
        wanted[rows] = part
