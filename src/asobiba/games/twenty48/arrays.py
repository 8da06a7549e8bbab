"""2048 in arrays."""

from typing import Any

from asobiba.agents.arrays import Arrays
from asobiba.games.twenty48 import encode, rewards
from asobiba.games.twenty48.native import KERNEL

ARRAYS: Arrays[Any, Any] = Arrays(
    encode=encode,
    kernel=KERNEL,
    environments={"Twenty48Board": "asobiba.games.twenty48.env:board_env"},
    rewards={"log": rewards.log},
    sights=encode.SIGHTS,
    # As for people: a slide that moves nothing is no move.
    illegal="noop",
)
