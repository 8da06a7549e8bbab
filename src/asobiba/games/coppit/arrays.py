"""Coppit in arrays."""

from typing import Any

from asobiba.agents.arrays import Arrays
from asobiba.games.coppit import encode
from asobiba.games.coppit.native import KERNEL

# Random play may take very long: 800 turns are enough for nine games in ten.
ARRAYS: Arrays[Any, Any] = Arrays(encode=encode, kernel=KERNEL, presets={"Coppit": {"max_turns": 800}})
