"""Perfect play of Otrio for two: native/otrio_solver.hpp."""

from asobiba._native import kernels
from asobiba.core.contract import Verdict
from asobiba.core.errors import ConfigError
from asobiba.games.otrio.native import pack, rules
from asobiba.games.otrio.rules import Position


def solve(position: Position, nodes: int, /, *, every_move: bool) -> dict[int, Verdict | None]:
    """The same position and nodes give the same verdicts: nothing is remembered from search to search."""
    if position.options.players != 2:
        raise ConfigError(
            f"option players={position.options.players} of OtrioOptions: allowed is 2, other games are not solved",
            option="players",
            value=position.options.players,
        )
    found, _ = kernels.solve_otrio(rules(position.options), pack(position), nodes, every_move)
    return {action: None if outcome is None else Verdict(outcome, plies) for action, outcome, plies in found}
