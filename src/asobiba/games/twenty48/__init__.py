"""2048 (specification 004 of docs/specifications.md). The rules are in rules.py.

The names of the specification are imported with the first use: specification.py.
"""

from collections.abc import Sequence
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from asobiba.core.contract import LEVELS, Arrays, Game, Minds, Role, Rulebook, Text
from asobiba.games.twenty48 import encode, notation, rewards
from asobiba.games.twenty48.afterstates import afterstates as afterstates
from asobiba.games.twenty48.evaluate import evaluate
from asobiba.games.twenty48.exact import AGENT_CELLS, Solver, solver
from asobiba.games.twenty48.exercises import EXERCISES
from asobiba.games.twenty48.expectimax import Expectimax
from asobiba.games.twenty48.native import KERNEL, SIZE
from asobiba.games.twenty48.ntuple import NTuple
from asobiba.games.twenty48.picture import draw
from asobiba.games.twenty48.playouts import played_out
from asobiba.games.twenty48.rules import ACTIONS, LARGEST, Position, Twenty48Options, facts, highest_score, start
from asobiba.games.twenty48.runs import RUN
from asobiba.games.twenty48.scene import scene
from asobiba.games.twenty48.symmetry import symmetries
from asobiba.games.twenty48.words import WORDS, happened

if TYPE_CHECKING:
    from asobiba.games.twenty48.specification import *  # noqa: F403  __all__ there is the list of the names
else:

    def __getattr__(name: str) -> Any:
        import asobiba.games.twenty48.specification as specification  # `from` would ask here for it, again and again

        if name == "__all__":
            return ["GAME", "afterstates", *specification.__all__]
        if name not in specification.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        return getattr(specification, name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})


USUAL_CELLS = 16
QUICK_CELLS = 6
"""Solved in less time than it takes to look at them."""


def _insight(positions: Sequence[Position]) -> dict[str, Any]:
    position = positions[-1]
    return {"max_tile": position.max_tile, "score": position.score, "won": position.won}


def _levels(options: Twenty48Options) -> tuple[str, ...]:
    """Playouts are long on large boards: there nobody waits for them."""
    if _is_usual(options):
        return *LEVELS, "expectimax:depth=2", "expectimax:depth=3"
    searching = ("mcts:simulations=100",) if options.rows * options.columns <= USUAL_CELLS else ()
    return *LEVELS, *searching


def _roles(options: Twenty48Options) -> dict[Role, str]:
    cells = options.rows * options.columns
    roles: dict[Role, str] = {"exact": "solver"} if cells <= AGENT_CELLS else {}
    if cells <= QUICK_CELLS:
        return {**roles, "adviser": "solver"}
    return {**roles, "adviser": "expectimax:depth=3"} if _is_usual(options) else roles


def _is_usual(options: Twenty48Options) -> bool:
    return options.rows == options.columns == SIZE


GAME = Game(
    name="twenty48",
    titles={"en": "2048", "ja": "2048"},
    version=1,
    options=Twenty48Options,
    rules=Rulebook(
        start=start,
        seats=lambda _: ("player",),
        actions=lambda _: ACTIONS,
        outcomes=lambda options: 2 * options.rows * options.columns,
        bounds=lambda options: (0.0, float(highest_score(options))),
        facts=facts,
        symmetries=symmetries,
    ),
    text=Text(
        notation=notation,
        formats={"run": RUN},
        draw=draw,
        look=draw,
        scene=scene,
        help={
            "en": "up, right, down or left, or the first letter: u r d l",
            "ja": "上・右・下・左、または u r d l と書きます",
        },
        insight=_insight,
        exercises=EXERCISES,
        happened=happened,
        words=WORDS,
    ),
    arrays=Arrays(
        encode=encode,
        bounds=encode.bounds,
        facts=encode.facts,
        sights=encode.SIGHTS,
        # As for people: a slide that moves nothing is no move.
        illegal="noop",
        rewards={"log": rewards.log},
        environments={"Twenty48Board": "asobiba.games.twenty48.env:board_env"},
        kernel=KERNEL,
    ),
    minds=Minds(
        evaluate=evaluate,
        agents={"expectimax": Expectimax, "solver": Solver},
        networks={"ntuple": NTuple.read},
        weights=files("asobiba.games.twenty48") / "weights",
        levels=_levels,
        roles=_roles,
        milestones=("max_tile", tuple(2**rank for rank in range(1, LARGEST.bit_length()))),
        playouts=played_out,
        ladders=files("asobiba.games.twenty48") / "levels.json",
        solver=solver,
    ),
)
