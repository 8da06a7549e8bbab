"""Otrio (specification 000 of docs/specifications.md). The rules are in rules.py."""

from importlib.resources import files
from typing import Any

from asobiba.core.contract import LEVELS, Arrays, Game, GtpBoard, Manners, Minds, Role, Rulebook, Text
from asobiba.core.solver import Solver as GameSolver
from asobiba.games.otrio import board, encode, notation
from asobiba.games.otrio.evaluate import evaluate, insight
from asobiba.games.otrio.exercises import EXERCISES
from asobiba.games.otrio.foresight import Foresight
from asobiba.games.otrio.native import KERNEL
from asobiba.games.otrio.picture import draw
from asobiba.games.otrio.rules import PASS, SECOND_COLOUR, OtrioOptions, Position, facts, start
from asobiba.games.otrio.scene import scene
from asobiba.games.otrio.solution import Solving
from asobiba.games.otrio.solver import Solver, results
from asobiba.games.otrio.symmetry import SYMMETRIES
from asobiba.games.otrio.views import conclude
from asobiba.games.otrio.words import WORDS, happened


def __getattr__(name: str) -> Any:
    """The names of the specification. They are imported on first use, because they need Gymnasium."""
    if not name.startswith("__") or name == "__all__":
        # Not `from asobiba.games.otrio import specification`, which would ask this function for it.
        import asobiba.games.otrio.specification as specification

        if name == "__all__":
            return ["GAME", *specification.__all__]
        if name in specification.__all__:
            return getattr(specification, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=__name__)


def __dir__() -> list[str]:
    return sorted({*globals(), *__getattr__("__all__")})


def _seats(options: OtrioOptions) -> tuple[str, ...]:
    """("red", "green", "blue"); of two players ("red and blue", "green and yellow")."""
    return tuple(
        " and ".join(board.COLOURS[colour] for colour in options.order[seat :: options.players])
        for seat in range(options.players)
    )


def _actions(options: OtrioOptions) -> int:
    return PASS + 1 if options.two_player_alternation else SECOND_COLOUR + board.SLOTS


def _levels(options: OtrioOptions) -> tuple[str, ...]:
    """Minimax is for two. Where each may choose his colour, looking three plies ahead wins no more than two."""
    if options.players > 2:
        return *LEVELS, "foresight"
    ahead = ("minimax:depth=2", "minimax:depth=3") if options.two_player_alternation else ("minimax:depth=2",)
    return *LEVELS, *ahead, "solver"


def _roles(options: OtrioOptions) -> dict[Role, str]:
    if options.players > 2:
        return {"adviser": "foresight"}
    return {"adviser": "solver", "exact": "solver:nodes=1000000000"}


def _solver(options: OtrioOptions) -> GameSolver[Position]:
    """With more than two players a search finds what each seat forces; which moves keep it is not told."""
    return GameSolver(values=results, search=Solving) if options.players == 2 else GameSolver(search=Solving)


GAME: Game[Position, OtrioOptions] = Game(
    name="otrio",
    titles={"en": "Otrio", "ja": "オートリオ"},
    version=1,
    options=OtrioOptions,
    rules=Rulebook(
        start=start,
        seats=_seats,
        actions=_actions,
        pass_action=PASS,
        bounds=lambda options: (-1.0 if options.losers == "minus" else 0.0, 1.0),
        facts=facts,
        symmetries=lambda _: SYMMETRIES,
    ),
    text=Text(
        notation=notation,
        gtp=GtpBoard(size=lambda _: 3, margin=lambda position: position.returns()[0] - position.returns()[1]),
        draw=draw,
        look=draw,
        scene=scene,
        help={
            "en": "size and space such as Mb2: S small, M medium, L large, a1 is top left; "
            "with a choice of colour R:Mb2",
            "ja": "Mb2 のように大きさ（S 小、M 中、L 大）とマス（a1 は左上）を書きます。色を選べるときは R:Mb2",
        },
        insight=insight,
        exercises=EXERCISES,
        happened=happened,
        words=WORDS,
    ),
    arrays=Arrays(
        encode=encode,
        bounds=encode.bounds,
        # Whoever samples actions without the mask plays a game to its end, as the specification's example does.
        illegal="noop",
        presets={"Otrio": {}, "Otrio2": {"players": 2}, "Otrio3": {"players": 3}},
        kernel=KERNEL,
    ),
    minds=Minds(
        evaluate=evaluate,
        ends_suddenly=True,
        levels=_levels,
        ladders=files("asobiba.games.otrio") / "levels.json",
        roles=_roles,
        agents={"solver": Solver, "foresight": Foresight},
        solver=_solver,
        weights=files("asobiba.games.otrio") / "weights",
    ),
    table=Manners(conclude=conclude),
)
