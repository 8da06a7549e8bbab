"""An independent judge: the moves of gymnasium_2048."""

import random
import warnings

import numpy as np
import pytest

from asobiba.games.twenty48.encode import ranks
from asobiba.games.twenty48.rules import ACTIONS, Position

PAIRS = 20_000
HIGHEST_RANK = 15
"""The judge's own limit is 16, and a merge raises a rank by one."""


@pytest.mark.thorough
def test_moves_and_rewards_agree_with_gymnasium_2048(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    with warnings.catch_warnings():
        # With newer versions of setuptools, pygame's way of finding its files is deprecated.
        warnings.filterwarnings("ignore", ".*pkg_resources")
        judge = pytest.importorskip("gymnasium_2048.envs").TwentyFortyEightEnv
    generator = random.Random(4)
    for _ in range(PAIRS):
        # Few ranks make many merges; all of them make sure that none is special.
        kinds = generator.choice((2, 4, HIGHEST_RANK + 1))
        low = generator.randint(0, HIGHEST_RANK + 1 - kinds)
        board = [generator.choice((0, generator.randrange(low, low + kinds))) for _ in range(16)]
        position = Position(tuple(2**k if k else 0 for k in board))
        action = generator.randrange(ACTIONS)

        after, reward, legal = judge.apply_action(np.array(board, np.uint8).reshape(4, 4), action)

        assert (action in position.slides) == legal
        if legal:
            assert ranks(position.apply(action)).tolist() == after.tolist()
            assert position.apply(action).score == reward
