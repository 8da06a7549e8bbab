"""Puyo learned by self-play (specification 001): players, opponents, curriculum, evaluation, and the method itself."""

from asobiba.core.game import AnyGame
from asobiba.core.options import Options
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.learn.learner import Learner
from asobiba.learn.methods import Course, Learning, Method


def _begin(course: Course) -> Learner:
    from asobiba.games.puyo.learning.learner import PuyoLearner  # torch takes seconds to load, and is an extra

    assert isinstance(course.settings, SelfPlaySettings)
    return PuyoLearner(course.settings)


def _refuses(game: AnyGame, options: Options) -> str | None:
    return "it plays with the default options; max_turns is a setting" if options.chosen() else None


LEARNING = Learning(
    methods=(
        Method(
            "dqn",
            "double DQN over afterstates, against frozen and past selves, with a curriculum",
            SelfPlaySettings,
            _begin,
            refuses=_refuses,
        ),
    )
)
