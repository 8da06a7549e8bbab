"""Puyo (the engine that specification 001 of docs/specifications.md presumes). The rules are in rules.py.

The names of that specification are imported from here; what they need is loaded when the first is asked for.
"""

from collections.abc import Sequence
from importlib.resources import files
from math import inf
from typing import TYPE_CHECKING, Any

from asobiba.core.contract import Arrays, Game, Manners, Minds, Rulebook, Text
from asobiba.games.puyo import encode, notation
from asobiba.games.puyo.beam import Beam
from asobiba.games.puyo.evaluate import evaluate
from asobiba.games.puyo.exercises import EXERCISES
from asobiba.games.puyo.field import CHAIN_POWER, Field, resolve
from asobiba.games.puyo.native import CHAIN_BYTES, KERNEL
from asobiba.games.puyo.pairs import SEEDS
from asobiba.games.puyo.picture import draw
from asobiba.games.puyo.placements import ACTIONS
from asobiba.games.puyo.policy import Policy
from asobiba.games.puyo.potential import triggers
from asobiba.games.puyo.rules import SEATS, Position, PuyoOptions, conceal, facts, start
from asobiba.games.puyo.scene import scene
from asobiba.games.puyo.symmetry import symmetries
from asobiba.games.puyo.timed import TIMING
from asobiba.games.puyo.urls import write_url
from asobiba.games.puyo.words import WORDS, happened

if TYPE_CHECKING:
    from asobiba.games.puyo.specification import *  # noqa: F403  its __all__ is the list of the names
else:

    def __getattr__(name: str) -> Any:
        """The names of the specification, loaded with the first use."""
        if name == "specification" or (name.startswith("__") and name != "__all__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        from asobiba.games.puyo import specification

        if name == "__all__":
            return ["GAME", *specification.__all__]
        if name not in specification.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        return getattr(specification, name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})


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


GAME = Game(
    name="puyo",
    titles={"en": "Puyo", "ja": "ぷよ"},
    version=1,
    options=PuyoOptions,
    rules=Rulebook(
        start=start,
        seats=lambda options: SEATS[options.mode],
        actions=lambda _: ACTIONS,
        outcomes=lambda _: SEEDS,
        bounds=lambda options: (-1.0, 1.0) if options.mode == "versus" else (0.0, inf),
        facts=facts,
        simultaneous=lambda options: options.mode == "versus",
        conceal=conceal,
        symmetries=symmetries,
    ),
    text=Text(
        notation=notation,
        draw=draw,
        look=draw,
        scene=scene,
        help={
            "en": "the column of the axis and the side of the child: 3u above, 3d below, 3l left, 3r right",
            "ja": "軸ぷよの列と子ぷよの向きを書きます。3u は上、3d は下、3l は左、3r は右です",
        },
        insight=_insight,
        exercises=EXERCISES,
        happened=happened,
        words=WORDS,
    ),
    arrays=Arrays(
        encode=encode,
        bounds=encode.bounds,
        peak=("max_chain", CHAIN_BYTES),
        presets={"Puyo": {}, "PuyoSolo": {"mode": "single"}},
        kernel=KERNEL,
    ),
    minds=Minds(
        evaluate=evaluate,
        unit="ojama",
        levels=_levels,
        ladders=files("asobiba.games.puyo") / "levels.json",
        agents={"beam": Beam},
        milestones=("max_chain", range(1, len(CHAIN_POWER) + 1)),
        roles=lambda _: {"adviser": "beam:level=3", "analyst": "beam:level=4"},
        networks={"candidates": Policy.read},
        weights=files("asobiba.games.puyo") / "weights",
    ),
    table=Manners(
        # The seed of the queue tells every pair to come.
        hides_luck=lambda position: not position.queue,
        patience=lambda _: 30.0,
        timed=TIMING,
    ),
)
