"""What games came to."""

import numpy as np
import pytest

from asobiba.learn.twenty48.results import summary


def test_means_quantiles_and_rates() -> None:
    results = np.array([[1_000, 90, 9], [20_000, 1_000, 11], [30_000, 1_500, 11], [40_000, 1_900, 12]], np.int32)

    told = summary(results)

    assert (told["mean"], told["quantile_0.5"]) == (22_750, 25_000)
    assert told["standard_error"] == pytest.approx(np.std(results[:, 0]) / 2)
    assert [told[f"tile_{tile}"] for tile in (1024, 2048, 4096)] == [0.75, 0.75, 0.25]
    assert "tile_8192" not in told
