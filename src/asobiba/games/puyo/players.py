"""The players of Puyo: the beam search, the trained network, and the levels."""

from collections.abc import Sequence
from typing import Any

from asobiba.agents.players import Players
from asobiba.games.puyo.beam import Beam
from asobiba.games.puyo.evaluate import evaluate
from asobiba.games.puyo.field import CHAIN_POWER, Field, resolve
from asobiba.games.puyo.policy import Policy
from asobiba.games.puyo.potential import triggers
from asobiba.games.puyo.rules import Position, PuyoOptions
from asobiba.games.puyo.urls import write_url


def _levels(options: PuyoOptions) -> tuple[str, ...]:
    """Alone the beam builds longer chains than what was learned; in a fight it is not stronger, however far it sees."""
    if options.mode == "versus":
        return "random", "greedy:noise=0.5", "greedy:noise=0.2", "greedy", "beam:level=2", "learned"
    return "random", "greedy:noise=0.5", "learned", "beam:level=1", "beam:level=2", "beam:level=4"


def _insight(positions: Sequence[Position]) -> dict[str, Any]:
    """Links and points if the fields were left alone now, the best chain that a few puyos would start once they have
    come to rest, and the fields as URLs; in versus one of each for every seat."""
    position = positions[-1]
    resolutions = [resolve(player.field) for player in position.players]
    told: dict[str, list[Any]] = {
        "chains": [len(found.links) for found in resolutions],
        "score": [found.score for found in resolutions],
        "potential": [_best_trigger(found.field) for found in resolutions],
        "url": [write_url(player.field) for player in position.players],
    }
    return dict(told) if len(resolutions) > 1 else {key: values[0] for key, values in told.items()}


def _best_trigger(field: Field) -> dict[str, Any] | None:
    """The longest chain, of those the one with the most points; columns are counted from 1."""
    if not (found := triggers(field)):
        return None
    best = max(found, key=lambda trigger: (trigger.links, trigger.score, -trigger.puyos))
    trigger = {"column": best.column + 1, "colour": best.colour, "puyos": best.puyos}
    return {"chains": best.links, "score": best.score, "trigger": trigger}


PLAYERS: Players[Any, Any] = Players(
    evaluate=evaluate,
    unit="ojama",
    agents={"beam": Beam},
    networks={"candidates": Policy.read},
    levels=_levels,
    roles=lambda _: {"adviser": "beam:level=3", "analyst": "beam:level=4"},
    insight=_insight,
    milestones=("max_chain", range(1, len(CHAIN_POWER) + 1)),
)
