"""What a network of the kind "alphazero" thinks of positions.

A position that is turned or mirrored is worth the same, but a network does not say quite the same of it: what it says
of several sides, on average, is right more often.
"""

from collections.abc import Mapping, Sequence
from copy import copy
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.arrays import Arrays
from asobiba.agents.augmentation import Augmentation, augmentations_of
from asobiba.agents.gumbel import Ends, Judgement, softmax
from asobiba.agents.inference import Inference, check_network, inference
from asobiba.agents.perspective import Perspective
from asobiba.core.game import AnyGame, State
from asobiba.core.options import Options
from asobiba.core.registry import find_game


class AlphaZeroNetwork:
    unit = "probability"

    def __init__(self, game: AnyGame, options: Options, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.encode, self.perspective, self.ends = (
            game.part(Arrays).encode,
            Perspective(game, options),
            Ends.of(game, options),
        )
        seats, actions = len(game.seats(options)), game.actions(options)
        check_network(arrays, tuple(self.encode.shape(options)), actions, seats)
        kind = self.encode.observe(game.start(options), 0).dtype
        self.inference: Inference = inference(arrays, kind)
        self.sides: Sequence[Augmentation] = ()

    def from_sides(self, game: AnyGame, options: Options, most: int) -> "AlphaZeroNetwork":
        """The same network, which looks at every position from so many sides, as far as the game has them."""
        other = copy(self)
        other.sides = _sides(game.name, options)[:most]
        return other

    def look(self, seen: NDArray[Any], seats: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """[n, *observation] and who looks -> logits [n, actions] as the rules number them, values [n, seats]."""
        logits, values = self.inference.judge(seen) if len(self.sides) < 2 else self._look_around(seen, seats)
        return self.perspective.outward(logits, seats), values

    def _look_around(self, seen: NDArray[Any], seats: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        count, rows = len(self.sides), len(seen)
        flat = seen.reshape(rows, -1)
        turned = np.stack([flat[:, turn.places] for turn in self.sides], 1)
        logits, values = self.inference.judge(turned.reshape(rows * count, *seen.shape[1:]))
        named = np.stack([turn.actions[seats] for turn in self.sides], 1)
        back = np.take_along_axis(logits.reshape(rows, count, -1), named, axis=2)
        return back.mean(1), values.reshape(rows, count, -1).mean(1)

    def judge(self, state: State) -> Judgement:
        """Logits of the legal moves, and what each seat will get."""
        seat = state.to_play
        logits, values = self.look(self.encode.observe(state, seat)[None], np.array([seat]))
        by_seat = np.roll(values[0].astype(np.float64), seat)
        mine = logits[0, list(state.legal())].astype(np.float64)
        return mine, by_seat if self.ends.are_known else by_seat + state.returns()

    def values(self, state: State) -> dict[int, float]:
        """How likely each move is to be the one that a search would play."""
        return dict(zip(state.legal(), softmax(self.judge(state)[0]).tolist(), strict=True))


@lru_cache(maxsize=16)
def _sides(name: str, options: Options) -> tuple[Augmentation, ...]:
    """Found by looking at many positions, which takes a tenth of a second."""
    game = find_game(name)
    return tuple(
        turn for turn in augmentations_of(game, options, Perspective(game, options)) if turn.places is not None
    )
