"""2048 by n-tuple networks: native/twenty48/ntuple.hpp says what is learned, ntuple_training.hpp how."""

from asobiba.games.twenty48.learning.settings import NTupleSettings
from asobiba.learn.learner import Learner
from asobiba.learn.methods import Course, Learning, Method


def _begin(course: Course) -> Learner:
    from asobiba.games.twenty48.learning.learner import NTupleLearner
    from asobiba.games.twenty48.rules import Twenty48Options

    assert isinstance(course.settings, NTupleSettings)
    assert isinstance(course.options, Twenty48Options)
    return NTupleLearner(course.settings, course.options)


LEARNING = Learning(
    methods=(
        Method(
            "ntuple",
            "tables of what few cells hold, by temporal differences of the boards after a move",
            NTupleSettings,
            _begin,
        ),
    )
)
