"""Double DQN: the update itself (double.py), and self-play of any game with it."""

from asobiba.learn.dqn.settings import DqnSettings
from asobiba.learn.learner import Learner
from asobiba.learn.methods import Course, Method


def _begin(course: Course) -> Learner:
    from asobiba.learn.dqn.learner import DqnLearner  # torch takes seconds to load, and is an extra

    assert isinstance(course.settings, DqnSettings)
    return DqnLearner(course, course.settings)


METHODS = (Method("dqn", "double DQN over the observation, by self-play", DqnSettings, _begin, is_usual=True),)
