"""Double DQN by self-play: the update (double.py), the rows (selfplay.py), the loop (learner.py), and any game with it.

A game whose positions are better described by something else than its observation subclasses the loop in its learning
part.
"""

from asobiba.learn.dqn.settings import DqnSettings
from asobiba.learn.learner import Learner
from asobiba.learn.methods import Course, Method


def _begin(course: Course) -> Learner:
    from asobiba.learn.dqn.observation import ObservationLearner  # torch takes seconds to load, and is an extra

    assert isinstance(course.settings, DqnSettings)
    return ObservationLearner(course, course.settings)


METHODS = (Method("dqn", "double DQN over the observation, by self-play", DqnSettings, _begin, is_usual=True),)
