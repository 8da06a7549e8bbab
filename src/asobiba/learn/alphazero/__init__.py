"""AlphaZero: search that a network guides plays against itself, and the network learns what the search found.

units.py plays, window.py keeps, learner.py learns; networks.py is what is learned. The search is native where a game
has a kernel (native/common/guided.hpp), otherwise agents/gumbel.py.
"""

from asobiba.learn.alphazero.settings import AlphaZeroSettings
from asobiba.learn.learner import Learner
from asobiba.learn.methods import Course, Method


def _begin(course: Course) -> Learner:
    from asobiba.learn.alphazero.learner import AlphaZeroLearner  # torch takes seconds to load, and is an extra

    assert isinstance(course.settings, AlphaZeroSettings)
    return AlphaZeroLearner(course, course.settings)


METHODS = (Method("alphazero", "search by a network that learns from the search", AlphaZeroSettings, _begin),)
