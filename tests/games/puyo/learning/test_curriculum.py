import pytest

from asobiba.games.puyo.learning.config import SelfPlayConfig, settings_of
from asobiba.games.puyo.learning.curriculum import CurriculumSelfPlay


@pytest.mark.parametrize(
    ("phase", "win_rate", "chain", "games", "result"),
    [
        ("beginner", 0.55, 9.0, 200, False),
        ("beginner", 0.56, 0.0, 200, True),
        ("beginner", 0.99, 9.0, 199, False),
        ("intermediate", 0.99, 3.0, 200, False),
        ("intermediate", 0.10, 3.01, 200, True),
        ("advanced", 0.99, 9.0, 10_000, False),
    ],
)
def test_who_is_promoted(phase: str, win_rate: float, chain: float, games: int, result: bool) -> None:
    curriculum = CurriculumSelfPlay()
    curriculum.phase = phase  # type: ignore[assignment]

    metrics = {"win_rate": win_rate, "average_chain_length": chain, "games": games}
    assert curriculum.should_advance_phase(metrics) is result


@pytest.mark.parametrize(
    ("phase", "interval", "epsilon"), [("beginner", 500, 0.8), ("intermediate", 1500, 0.6), ("advanced", 3000, 0.3)]
)
def test_each_phase_sets_two_parameters_and_keeps_the_rest(phase: str, interval: int, epsilon: float) -> None:
    config = CurriculumSelfPlay(SelfPlayConfig(gamma=0.5)).adjust_training_parameters(phase)

    assert (config.opponent_update_interval, config.epsilon_start, config.gamma) == (interval, epsilon, 0.5)
    assert settings_of(config).epsilon(0) == epsilon  # an engine with these plays with these


def test_another_word_than_a_phase_changes_nothing() -> None:
    assert CurriculumSelfPlay().adjust_training_parameters("expert") == SelfPlayConfig()


def test_a_promotion_counts_its_games_anew_and_is_remembered() -> None:
    curriculum, twin = CurriculumSelfPlay(), CurriculumSelfPlay()
    curriculum.phase_episodes = 70
    good = {"win_rate": 0.9, "average_chain_length": 5.0, "games": 256}
    advanced = [curriculum.advance(good) for _ in range(3)]
    curriculum.phase_episodes = 5
    twin.restore(curriculum.state())

    assert advanced == [True, True, False]
    assert (twin.phase, twin.phase_episodes) == ("advanced", 5)
