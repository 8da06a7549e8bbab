"""What a network of the kind "alphazero" thinks of single positions."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.frames import Frames
from asobiba.agents.guide import Guide, check_guide, guide
from asobiba.agents.guided import Ends, Judgement, softmax
from asobiba.core.contract import AnyGame, State
from asobiba.core.options import Options


class Insight:
    unit = "probability"

    def __init__(self, game: AnyGame, options: Options, arrays: Mapping[str, NDArray[Any]]) -> None:
        self.encode, self.frames, self.ends = game.arrays.encode, Frames(game, options), Ends.of(game, options)
        seats, actions = len(game.rules.seats(options)), game.rules.actions(options)
        check_guide(arrays, tuple(self.encode.shape(options)), actions, seats)
        kind = self.encode.observe(game.rules.start(options), 0).dtype
        self.guide: Guide = guide(arrays, kind)

    def judge(self, state: State) -> Judgement:
        """Logits of the legal moves, and what each seat will get."""
        seat = state.to_play
        logits, values = self.guide.judge(self.encode.observe(state, seat)[None])
        mine = self.frames.outward(logits, np.array([seat]))[0, list(state.legal())].astype(np.float64)
        by_seat = np.roll(values[0].astype(np.float64), seat)
        return mine, by_seat if self.ends.are_known else by_seat + state.returns()

    def values(self, state: State) -> dict[int, float]:
        """How likely each move is to be the one that a search would play."""
        return dict(zip(state.legal(), softmax(self.judge(state)[0]).tolist(), strict=True))
