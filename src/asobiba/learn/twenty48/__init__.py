"""2048 by n-tuple networks: native/twenty48/ntuple.hpp says what is learned, ntuple_training.hpp how."""

from asobiba.learn.learner import Learner
from asobiba.learn.methods import Course, Method
from asobiba.learn.twenty48.settings import NTupleSettings


def _begin(course: Course) -> Learner:
    from asobiba.games.twenty48.rules import Twenty48Options
    from asobiba.learn.twenty48.learner import NTupleLearner

    assert isinstance(course.settings, NTupleSettings)
    assert isinstance(course.options, Twenty48Options)
    return NTupleLearner(course.settings, course.options)


METHODS = (
    Method(
        "ntuple",
        "tables of what few cells hold, by temporal differences of the boards after a move",
        NTupleSettings,
        _begin,
        game="twenty48",
    ),
)
