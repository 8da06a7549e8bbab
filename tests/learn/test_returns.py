"""Returns over several steps, against sums by hand."""

import numpy as np
import pytest

from asobiba.learn.returns import Returns

NUMBER = {"number": ((), np.int64)}
GAMMA = 0.5


def push(
    returns: Returns, number: int, reward: float, ended: bool = False, terminated: bool = False
) -> list[tuple[int, float, float]]:
    """(number, reward, discount) of the rows that are complete, for one lane."""
    complete = returns.push(
        {"number": np.array([number])}, np.array([reward], np.float32), np.array([ended]), np.array([terminated])
    )
    columns = (complete[name].tolist() for name in ("number", "reward", "discount"))
    return list(zip(*columns, strict=True))


def test_a_row_is_complete_when_its_rewards_are_known() -> None:
    returns = Returns(1, 3, GAMMA, NUMBER)

    assert push(returns, 0, 1.0) == []
    assert push(returns, 1, 2.0) == []
    assert push(returns, 2, 4.0) == [(0, 1 + 2 / 2 + 4 / 4, 1 / 8)]
    assert push(returns, 3, 8.0) == [(1, 2 + 4 / 2 + 8 / 4, 1 / 8)]


def test_the_end_of_a_game_completes_all_and_nothing_comes_after() -> None:
    returns = Returns(1, 3, GAMMA, NUMBER)
    push(returns, 0, 1.0)

    assert push(returns, 1, 10.0, ended=True, terminated=True) == [(1, 10.0, 0.0), (0, 6.0, 0.0)]
    assert push(returns, 2, 1.0) == []


def test_a_truncated_game_goes_on_in_the_estimate() -> None:
    returns = Returns(1, 3, GAMMA, NUMBER)
    push(returns, 0, 1.0)

    assert push(returns, 1, 10.0, ended=True) == [(1, 10.0, 1 / 2), (0, 6.0, 1 / 4)]


def test_one_step_is_a_row_at_once() -> None:
    assert push(Returns(1, 1, GAMMA, NUMBER), 7, 3.0) == [(7, 3.0, GAMMA)]


@pytest.mark.parametrize("steps", [1, 2, 5])
def test_many_lanes_equal_each_by_itself(steps: int) -> None:
    dice = np.random.default_rng(steps)
    lanes, length = 7, 60
    together = Returns(lanes, steps, 0.9, NUMBER)
    alone = [Returns(1, steps, 0.9, NUMBER) for _ in range(lanes)]
    for turn in range(length):
        rewards = dice.normal(size=lanes).astype(np.float32)
        ended = dice.random(lanes) < 0.2
        terminated = ended & (dice.random(lanes) < 0.5)
        found = together.push({"number": np.full(lanes, turn)}, rewards, ended, terminated)
        rows = {lane: [] for lane in range(lanes)}  # type: dict[int, list[tuple[int, ...]]]
        for lane, *row in zip(
            *(found[name].tolist() for name in ("lane", "number", "reward", "discount")), strict=True
        ):
            rows[lane].append(tuple(row))
        for lane in range(lanes):
            expected = push(alone[lane], turn, rewards[lane], bool(ended[lane]), bool(terminated[lane]))
            assert rows[lane] == expected


def test_restored_returns_go_on_as_the_old_ones() -> None:
    one, twin = (Returns(1, 3, GAMMA, NUMBER) for _ in range(2))
    push(one, 0, 1.0)
    push(one, 1, 2.0)
    twin.restore({name: array.copy() for name, array in one.state().items()})

    assert push(one, 2, 4.0) == push(twin, 2, 4.0) == [(0, 3.0, 1 / 8)]
