"""Puyo in arrays."""

from typing import Any

from asobiba.agents.arrays import Arrays
from asobiba.games.puyo import encode
from asobiba.games.puyo.native import CHAIN_BYTES, KERNEL

ARRAYS: Arrays[Any, Any] = Arrays(
    encode=encode,
    kernel=KERNEL,
    presets={"Puyo": {}, "PuyoSolo": {"mode": "single"}},
    peak=("max_chain", CHAIN_BYTES),
)
