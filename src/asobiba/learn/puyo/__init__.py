"""Puyo learned by self-play (specification 001): players, opponents, curriculum, evaluation, and the method itself.

The names of that specification are imported from here; torch is loaded when one that needs it is asked for.
"""

from typing import TYPE_CHECKING, Any

from asobiba.core.contract import AnyGame
from asobiba.core.options import Options
from asobiba.learn.learner import Learner
from asobiba.learn.methods import Course, Method
from asobiba.learn.puyo.config import SelfPlaySettings

if TYPE_CHECKING:
    from asobiba.learn.puyo.curriculum import CurriculumSelfPlay as CurriculumSelfPlay
    from asobiba.learn.puyo.experience import Experience as Experience
    from asobiba.learn.puyo.experience import PrioritizedReplayBuffer as PrioritizedReplayBuffer
    from asobiba.learn.puyo.player import DQNPlayer as DQNPlayer

TrainingConfig = SelfPlayConfig = SelfPlaySettings
"""What the specification's engine presumes; there is one configuration."""
SPECIFIED = ["CurriculumSelfPlay", "DQNPlayer", "Experience", "PrioritizedReplayBuffer", "SelfPlayEngine"]
"""Names of the specification, beside those of the configuration."""


def __getattr__(name: str) -> Any:
    if name not in SPECIFIED:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from asobiba.learn.puyo import experience, selfplay

    if name == "SelfPlayEngine":
        return selfplay.SelfPlayTrainer
    return getattr(experience if hasattr(experience, name) else selfplay, name)


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
