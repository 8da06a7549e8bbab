"""Otrio solved: for two who wins and when; for three and four what each seat forces against all the others together."""

import os
from collections.abc import Mapping

from asobiba._native import kernels
from asobiba.agents.solver import Forced, Limits, Solution
from asobiba.games.otrio.rules import Position
from asobiba.games.otrio.solver import Verdict, proven, search, verdicts

MOST_NODES = 10**12
TABLE_BITS, MOST_BITS = 25, 27
"""A table of 1 GB at most; of a search whose nodes nobody limits up to 4 GB, a fifth of the machine's memory."""
SEAT_BITS = 22
"""128 MB for each of three or four."""


class Solving:
    """First what the position is worth to the seat to move, with more than two to every seat; then which moves are
    best, which is quick to tell from what is remembered."""

    def __init__(self, position: Position, limits: Limits) -> None:
        self.position, self.every_move = position, limits.every_move
        self.nodes = limits.nodes or MOST_NODES
        mover, players = position.to_play, position.options.players
        seats, bits = ((mover,), table_bits(limits)) if players == 2 else (range(players), SEAT_BITS)
        self.seats = {seat: search(position, self.nodes, bits, seat) for seat in seats}
        self.mover = self.seats[mover]

    def work(self, seconds: float | None) -> bool:
        for each in self.seats.values():
            if not self._is_done(each) and not each.weigh(seconds) and not self._is_done(each):
                return False
        return self.mover.solve(self.every_move, seconds) or self.mover.nodes >= self.nodes

    def _is_done(self, each: kernels.OtrioSolver) -> bool:
        return each.worth()[0] is not None or each.nodes >= self.nodes

    def found(self) -> Solution:
        moves = verdicts(self.mover)
        known = {action: verdict for action, verdict in moves.items() if verdict is not None}
        value, plies = self.mover.worth()
        lower, upper = self.mover.bounds() if value is None else (value, value)
        lower = max([lower, *(verdict.outcome for verdict in known.values())])
        return Solution(
            lower=lower,
            upper=max(lower, upper),
            plies=plies or None,
            best=() if value is None else best(moves, Verdict(value, plies)),
            proven=proven(self.position.options, known) if self.every_move else {},
            searched=self.mover.searched,
            nodes=sum(each.nodes for each in self.seats.values()),
            seats=() if len(self.seats) == 1 else tuple(forced(each) for each in self.seats.values()),
        )


def table_bits(limits: Limits) -> int:
    """With a limit of nodes the same on every machine, so that the answer is, too."""
    if limits.nodes is not None:
        return TABLE_BITS
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return min(max((memory // (5 * 32)).bit_length() - 1, TABLE_BITS), MOST_BITS)


def best(moves: Mapping[int, Verdict | None], worth: Verdict) -> tuple[int, ...]:
    """The moves that are worth what the position is. If all but one are known to be worth less, it is that one."""
    found = tuple(action for action, verdict in moves.items() if verdict == worth)
    still_open = tuple(action for action, verdict in moves.items() if verdict is None)
    return found or (still_open if len(still_open) == 1 else ())


def forced(each: kernels.OtrioSolver) -> Forced:
    value, plies = each.worth()
    return Forced(value, plies or None)
