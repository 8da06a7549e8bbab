"""What games came to."""

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.games.twenty48.learning.results import summary, telling, tile_rates, typical


def reaching(*ranks: int) -> NDArray[np.int32]:
    """Results of games with these largest tiles."""
    return np.array([[1_000, 90, rank] for rank in ranks], np.int32)


def test_means_quantiles_and_rates() -> None:
    results = np.array([[1_000, 90, 9], [20_000, 1_000, 11], [30_000, 1_500, 11], [40_000, 1_900, 12]], np.int32)

    told = summary(results)

    assert (told["mean"], told["quantile_0.5"]) == (22_750, 25_000)
    assert told["standard_error"] == pytest.approx(np.std(results[:, 0]) / 2)
    assert [told[f"tile_{tile}"] for tile in (1024, 2048, 4096)] == [0.75, 0.75, 0.25]
    assert "tile_8192" not in told


@pytest.mark.parametrize(
    ("ranks", "target", "told"),
    [
        ([7, 8, 8, 9], 11, ["256", "512", "1024"]),
        ([11, 11, 12], 11, ["1024", "2048", "4096"]),
        ([9, 10, 10, 10], 7, ["128", "256", "512", "1024"]),
        ([3, 4], 11, ["16", "32", "64", "128", "256", "512", "1024"]),
    ],
)
def test_smaller_tiles_are_told_where_they_are_hard_to_reach(ranks: list[int], target: int, told: list[str]) -> None:
    assert list(tile_rates(reaching(*ranks), target)) == [f"tile_{tile}" for tile in told]


@pytest.mark.parametrize(
    ("ranks", "rank"), [([8], 8), ([7, 8, 9], 8), ([7, 8], 8), ([7, 7, 8], 7), ([9, 7, 7, 9], 9), ([10**9], 17)]
)
def test_what_half_of_the_games_reach_is_typical(ranks: list[int], rank: int) -> None:
    assert typical(reaching(*ranks)) == rank


@pytest.mark.parametrize(
    ("ranks", "rank"),
    [([11] + [8] * 99, 11), ([11] + [8] * 101, 8), ([9, 9, 10], 9), ([14, 14, 15], 11)],
)
def test_the_target_tells_most_where_it_is_reached_at_times(ranks: list[int], rank: int) -> None:
    assert telling(reaching(*ranks), target=11) == rank
