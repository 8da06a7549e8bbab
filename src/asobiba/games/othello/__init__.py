"""Othello (specification 003 of docs/specifications.md). The rules are in rules.py.

The functions of the specification are imported when they are asked for, and set in their module when they are set here:
`othello.MINIMAX_DEPTH = 3` has effect.
"""

import sys
from importlib.resources import files
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

from asobiba.core.contract import Arrays, Game, GtpBoard, Minds, Rulebook, Text
from asobiba.games.othello import encode, notation
from asobiba.games.othello.book import balanced
from asobiba.games.othello.engine.agent import EngineAgent
from asobiba.games.othello.engine.solution import solver
from asobiba.games.othello.evaluate import evaluate
from asobiba.games.othello.exercises import EXERCISES
from asobiba.games.othello.ggf import GGF
from asobiba.games.othello.native import KERNEL
from asobiba.games.othello.nboard import NBoard
from asobiba.games.othello.openings import insight
from asobiba.games.othello.patterns import WEIGHTS, Patterns
from asobiba.games.othello.picture import draw
from asobiba.games.othello.replays import margin
from asobiba.games.othello.rules import ACTIONS, PASS, OthelloOptions, facts, start
from asobiba.games.othello.scene import scene
from asobiba.games.othello.symmetry import SYMMETRIES
from asobiba.games.othello.transcripts import TRANSCRIPT
from asobiba.games.othello.words import WORDS, happened
from asobiba.games.othello.wthor import WTHOR

GAME = Game(
    name="othello",
    titles={"en": "Othello", "ja": "オセロ"},
    version=1,
    options=OthelloOptions,
    rules=Rulebook(
        start=start,
        seats=lambda _: ("black", "white"),
        actions=lambda _: ACTIONS,
        pass_action=PASS,
        bounds=lambda options: (-1.0, 1.0) if options.score == "result" else (-64.0, 64.0),
        facts=facts,
        symmetries=lambda _: SYMMETRIES,
    ),
    text=Text(
        notation=notation,
        draw=draw,
        look=draw,
        scene=scene,
        help={
            "en": "a square such as d3; * marks where you may place a disc",
            "ja": "d3 のようにマスを書きます。* は置けるマスです",
        },
        gtp=GtpBoard(size=lambda _: 8, margin=margin),
        dialogues={"nboard": NBoard},
        formats={"transcript": TRANSCRIPT, "ggf": GGF, "wthor": WTHOR},
        happened=happened,
        words=WORDS,
        insight=insight,
        exercises=EXERCISES,
    ),
    arrays=Arrays(
        encode=encode,
        bounds=encode.bounds,
        facts=encode.facts,
        kernel=KERNEL,
    ),
    minds=Minds(
        evaluate=evaluate,
        openings=lambda _: balanced(),
        networks={"patterns": Patterns.read},
        weights=WEIGHTS,
        levels=lambda _: (
            "greedy:noise=0.5",
            "greedy",
            "engine:level=1",
            "minimax:depth=5",
            "engine:level=5",
            "engine:level=8",
            "engine:level=12",
        ),
        ladders=files("asobiba.games.othello") / "levels.json",
        # Of the perfect game, level 10 says of a move that it gives away six discs; level 12 gave away 2.3 at most.
        roles=lambda options: {
            "adviser": "engine:level=12",
            "analyst": "engine:ms=600000",
            **({} if options.score == "count" else {"exact": "engine:exact=64"}),
        },
        agents={"engine": EngineAgent},
        solver=solver,
    ),
)


if TYPE_CHECKING:
    from asobiba.games.othello.specification import *  # noqa: F403  the list of the names is there
else:

    def __getattr__(name: str) -> Any:
        if name == "__all__":
            return ["GAME", *_specification().__all__]
        if name not in _specification().__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])
        return getattr(_specification(), name)

    def __dir__() -> list[str]:
        return sorted({*globals(), *_specification().__all__})


def _specification() -> ModuleType:
    # `from asobiba.games.othello import` would ask __getattr__ for it, again and again.
    import asobiba.games.othello.specification as specification

    return specification


class _Package(ModuleType):
    """Sets the names of the specification in their module too, which is where its functions look for them."""

    _originals: ClassVar[dict[str, Any]] = {}

    def __setattr__(self, name: str, value: object) -> None:
        # Importing a module sets it in its package.
        if not isinstance(value, ModuleType) and name in _specification().__all__:
            self._originals.setdefault(name, getattr(_specification(), name))
            setattr(_specification(), name, value)
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        super().__delattr__(name)
        if name in self._originals:
            setattr(_specification(), name, self._originals.pop(name))


sys.modules[__name__].__class__ = _Package
