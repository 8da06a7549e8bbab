"""Othello's evaluation by patterns, learned from self-play: native/othello/patterns.hpp says what is learned.

Games and steps are native (native/othello/lessons.hpp, fitting.hpp); learner.py keeps what was played and goes on.
"""

from asobiba.games.othello.learning.settings import PatternSettings
from asobiba.learn.learner import Learner
from asobiba.learn.methods import Course, Learning, Method


def _begin(course: Course) -> Learner:
    from asobiba.games.othello.learning.learner import PatternLearner

    assert isinstance(course.settings, PatternSettings)
    return PatternLearner(course.settings)


LEARNING = Learning(
    methods=(
        Method(
            "patterns",
            "weights of corners, edges, lines and diagonals, from self-play that is solved near the end",
            PatternSettings,
            _begin,
        ),
    )
)
