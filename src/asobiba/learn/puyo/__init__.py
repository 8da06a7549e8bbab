"""Puyo learned by self-play (specification 001): players, opponents, curriculum, evaluation, and the method itself."""

from asobiba.core.contract import AnyGame
from asobiba.core.options import Options
from asobiba.learn.learner import Learner
from asobiba.learn.methods import Course, Method
from asobiba.learn.puyo.config import SelfPlayConfig


def _begin(course: Course) -> Learner:
    from asobiba.learn.puyo.learner import PuyoLearner  # torch takes seconds to load, and is an extra

    assert isinstance(course.settings, SelfPlayConfig)
    return PuyoLearner(course.settings)


def _refuses(game: AnyGame, options: Options) -> str | None:
    return "it plays with the default options; max_turns is a setting" if options.chosen() else None


METHODS = (
    Method(
        "dqn",
        "double DQN over afterstates, against frozen and past selves, with a curriculum",
        SelfPlayConfig,
        _begin,
        game="puyo",
        refuses=_refuses,
    ),
)
