"""Puyo learned by self-play (specification 001): players, opponents, curriculum, evaluation, and the method itself.

The names of that specification are imported from here; torch is loaded with the first of them.
"""

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.learn.learner import Learner
from asobiba.learn.methods import Course, Method
from asobiba.learn.puyo.config import SelfPlaySettings

if TYPE_CHECKING:
    from asobiba.learn.puyo.specification import *  # noqa: F403  its __all__ is the list of the names
else:

    def __getattr__(name: str) -> Any:
        """The names of the specification, loaded with the first use."""
        if name == "specification" or (name.startswith("__") and name != "__all__"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        from asobiba.learn.puyo import specification

        if name == "__all__":
            return ["METHODS", *specification.__all__]
        if name not in specification.__all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name)
        return getattr(specification, name)

    def __dir__() -> list[str]:
        with suppress(ImportError):  # torch is an extra
            return sorted({*globals(), *__getattr__("__all__")})
        return sorted(globals())


def _begin(course: Course) -> Learner:
    from asobiba.learn.puyo.learner import PuyoLearner  # torch takes seconds to load, and is an extra

    assert isinstance(course.settings, SelfPlaySettings)
    return PuyoLearner(course.settings)


def _refuses(game: AnyGame, options: Options) -> str | None:
    return "it plays with the default options; max_turns is a setting" if options.chosen() else None


METHODS = (
    Method(
        "dqn",
        "double DQN over afterstates, against frozen and past selves, with a curriculum",
        SelfPlaySettings,
        _begin,
        game="puyo",
        refuses=_refuses,
    ),
)
