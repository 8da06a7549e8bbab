"""Puyo's beam search: native/puyo_beam.hpp. Of the queue it knows the three pairs in sight, of the turn no commit."""

from collections.abc import Mapping

from asobiba._native import kernels
from asobiba.core.beam import BeamSearch, Plan
from asobiba.games.puyo.native import pack, rules
from asobiba.games.puyo.rules import Position

LEVELS = (Plan(3, 4, 1), Plan(20, 8, 2), Plan(60, 10, 6), Plan(100, 12, 8))
"""About 0.3, 4, 40 and 100 ms a move."""


def values(position: Position, plan: Plan, seed: int) -> Mapping[int, float]:
    """In points: of the chain that is expected; in versus also of blows given and feared."""
    found, _ = kernels.puyo_search(rules(position.options), pack(position), plan.width, plan.depth, plan.queues, seed)
    return {action: found[action] for action in position.legal()}


BEAM = BeamSearch(LEVELS, values)
