import pytest

from asobiba.learn.schedules import Schedule, passed


@pytest.mark.parametrize(
    ("kind", "step", "value"),
    [
        ("linear", 0, 1.0),
        ("linear", 50, 0.505),
        ("linear", 100, 0.01),
        ("linear", 10_000, 0.01),
        ("exponential", 0, 1.0),
        ("exponential", 50, 0.1),
        ("exponential", 100, 0.01),
        ("exponential", 10_000, 0.01),
    ],
)
def test_a_schedule_runs_from_start_to_end_and_stays(kind: str, step: int, value: float) -> None:
    assert Schedule(kind, 1.0, 0.01, 100)(step) == pytest.approx(value)  # type: ignore[arg-type]


def test_an_exponential_schedule_to_nothing_is_linear() -> None:
    assert Schedule("exponential", 1.0, 0.0, 10)(5) == 0.5


@pytest.mark.parametrize(
    ("before", "now", "every", "result"),
    [(990, 1003, 1000, True), (1000, 1003, 1000, False), (999, 1000, 1000, True), (5, 5, 5, False), (0, 7, 3, True)],
)
def test_a_counter_passes_a_multiple(before: int, now: int, every: int, result: bool) -> None:
    assert passed(before, now, every) is result
