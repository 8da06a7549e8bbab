"""Coppit (specification 002 of docs/specifications.md). The rules are in rules.py, the board in board_4p.json."""

from importlib.resources import files
from typing import Any

from asobiba.core.contract import Arrays, Game, Manners, Minds, Rulebook, Text
from asobiba.games.coppit import encode, notation
from asobiba.games.coppit.evaluate import evaluate
from asobiba.games.coppit.exercises import EXERCISES
from asobiba.games.coppit.expectimax import Expectimax
from asobiba.games.coppit.native import KERNEL
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS, layout_of
from asobiba.games.coppit.picture import draw
from asobiba.games.coppit.rollouts import Rollouts
from asobiba.games.coppit.rules import OUTCOMES, start
from asobiba.games.coppit.scene import scene
from asobiba.games.coppit.symmetry import symmetries
from asobiba.games.coppit.views import conclude
from asobiba.games.coppit.winner import facts, is_settled
from asobiba.games.coppit.words import WORDS, happened


def _seats(options: CoppitOptions) -> tuple[str, ...]:
    layout = layout_of(options)
    return tuple(layout.colour(seat).lower() for seat in range(options.max_players))


GAME = Game(
    name="coppit",
    titles={"en": "Coppit", "ja": "コピット"},
    version=1,
    options=CoppitOptions,
    rules=Rulebook(
        start=start,
        seats=_seats,
        actions=lambda options: len(layout_of(options).moves),
        outcomes=lambda _: OUTCOMES,
        pass_action=PASS,
        facts=facts,
        symmetries=symmetries,
    ),
    text=Text(
        notation=notation,
        draw=draw,
        look=draw,
        scene=scene,
        help={
            "en": "from and to: 7>10, box>3, 45>box; n0 n1 e0 ... c is the cross; pass when you cannot move",
            "ja": "7>10、box>3、45>box のように書きます。n0 n1 e0 ... c は中央の十字、動けないときは pass です",
        },
        happened=happened,
        words=WORDS,
        exercises=EXERCISES,
    ),
    arrays=Arrays(
        encode=encode,
        bounds=encode.bounds,
        facts=encode.facts,
        # Random play may take very long: 800 turns are enough for nine games in ten.
        presets={"Coppit": {"max_turns": 800}},
        kernel=KERNEL,
    ),
    minds=Minds(
        evaluate=evaluate,
        settled=is_settled,
        agents={"rollouts": Rollouts, "expectimax": Expectimax},
        ladders=files("asobiba.games.coppit") / "levels.json",
        levels=lambda _: (
            "random",
            "greedy:noise=0.5",
            "greedy",
            "rollouts:games=0",
            "rollouts:games=150,turns=8",
            "rollouts:games=1000,turns=16",
        ),
        roles=lambda _: {"adviser": "rollouts:games=4000,turns=16"},
    ),
    table=Manners(
        patience=lambda options: float(options.afk_timeout_sec) or None,
        conclude=conclude,
        fill_seconds=lambda options: float(options.bot_fill_timeout_sec),
    ),
)


def __getattr__(name: str) -> Any:
    """The names of the specification, which are loaded when somebody asks for one."""
    if not name.startswith("__") and name != "specification":
        from asobiba.games.coppit import specification

        if name in specification.__all__:
            return getattr(specification, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=__name__)


def __dir__() -> list[str]:
    from asobiba.games.coppit import specification

    return sorted({*globals(), *specification.__all__})
