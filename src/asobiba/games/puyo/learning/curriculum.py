"""Three phases: beginner until it beats its frozen opponent, intermediate until it builds chains, then advanced.

The metrics are those of games against the frozen opponent in which neither side explores.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

from asobiba.core.errors import ConfigError
from asobiba.games.puyo.learning.config import SelfPlayConfig

Phase = Literal["beginner", "intermediate", "advanced"]
PHASES: tuple[Phase, ...] = get_args(Phase)
FEWEST_GAMES = 200
"""Of an evaluation that may promote."""


@dataclass(frozen=True)
class Lesson:
    opponent_update_interval: int
    epsilon_start: float


LESSONS: dict[Phase, Lesson] = {
    "beginner": Lesson(500, 0.8),
    "intermediate": Lesson(1_500, 0.6),
    "advanced": Lesson(3_000, 0.3),
}
WIN_RATE, CHAIN_LENGTH = 0.55, 3.0


def lesson_of(phase: str) -> Lesson:
    if phase not in PHASES:
        raise ConfigError(f"phase {phase!r}: allowed is {', '.join(PHASES)}", phase=phase)
    return LESSONS[phase]


class CurriculumSelfPlay:
    def __init__(self, config: SelfPlayConfig | None = None) -> None:
        self.config = config or SelfPlayConfig()
        """What the phases do not decide."""
        self.phase: Phase = "beginner"
        self.phase_episodes = 0
        """Games of this phase so far; the quick trainer counts epsilon from its start."""

    def should_advance_phase(self, metrics: Mapping[str, float]) -> bool:
        if metrics.get("games", FEWEST_GAMES) < FEWEST_GAMES:
            return False
        if self.phase == "beginner":
            return metrics["win_rate"] > WIN_RATE
        return self.phase == "intermediate" and metrics["average_chain_length"] > CHAIN_LENGTH

    def adjust_training_parameters(self, phase: str) -> SelfPlayConfig:
        """Return a configuration of its own with the numbers of this phase; another word changes nothing."""
        return replace(self.config, **(vars(lesson_of(phase)) if phase in PHASES else {}))

    def advance(self, metrics: Mapping[str, float]) -> bool:
        """Whether a new phase has begun."""
        if not self.should_advance_phase(metrics):
            return False
        self.phase, self.phase_episodes = PHASES[PHASES.index(self.phase) + 1], 0
        return True

    def state(self) -> dict[str, Any]:
        return {"phase": self.phase, "phase_episodes": self.phase_episodes}

    def restore(self, state: Mapping[str, Any]) -> None:
        if state["phase"] not in PHASES:
            raise ValueError(f"phase {state['phase']!r}, there are {', '.join(PHASES)}")
        self.phase, self.phase_episodes = state["phase"], int(state["phase_episodes"])
