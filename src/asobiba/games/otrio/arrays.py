"""Otrio in arrays."""

from typing import Any

from asobiba.agents.arrays import Arrays
from asobiba.games.otrio import encode
from asobiba.games.otrio.native import KERNEL

ARRAYS: Arrays[Any, Any] = Arrays(
    encode=encode,
    kernel=KERNEL,
    presets={"Otrio": {}, "Otrio2": {"players": 2}, "Otrio3": {"players": 3}},
    # A program that samples actions without the mask plays a game to its end, as the specification's example does.
    illegal="noop",
)
