"""Othello in arrays."""

from typing import Any

from asobiba.agents.arrays import Arrays
from asobiba.games.othello import encode
from asobiba.games.othello.native import KERNEL

ARRAYS: Arrays[Any, Any] = Arrays(encode=encode, kernel=KERNEL)
