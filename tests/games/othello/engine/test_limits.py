"""What the engine may be told, and how it says no."""

from typing import Any

import numpy as np
import pytest

from asobiba.core.errors import ConfigError
from asobiba.games.othello.engine.limits import MOST_NODES, nodes_of, seconds_of, threads_of, whole


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (whole("Engine", "level", np.int8(3), 1, 20), 3),
        (threads_of("Engine", 1), 1),
        (threads_of("Engine", 256), 256),
        (nodes_of("Engine", None), None),
        (nodes_of("Engine", 0), 0),
        (nodes_of("Engine", MOST_NODES), MOST_NODES),
        (seconds_of("Engine", None), None),
        (seconds_of("Engine", 0), 0.0),
        (seconds_of("Engine", np.float32(0.5)), 0.5),
    ],
)
def test_what_is_allowed_becomes_a_plain_number(found: object, expected: object) -> None:
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize(
    ("check", "value", "sentence"),
    [
        (threads_of, 0, "threads=0 of Engine: allowed is a whole number from 1 to 256"),
        (threads_of, 257, "threads=257 of Engine: allowed is a whole number from 1 to 256"),
        (threads_of, True, "threads=True of Engine"),
        (threads_of, None, "threads=None of Engine"),
        (nodes_of, -1, "nodes=-1 of Engine: allowed is a whole number from 0 to 18446744073709551615"),
        (nodes_of, 1e6, "nodes=1000000.0 of Engine"),
        (nodes_of, 1 << 64, "nodes=18446744073709551616 of Engine"),
        (seconds_of, -0.5, "seconds=-0.5 of Engine: allowed is a number from 0 to 10000000"),
        (seconds_of, float("nan"), "seconds=nan of Engine"),
        (seconds_of, float("inf"), "seconds=inf of Engine"),
        (seconds_of, 10**400, "seconds=10+ of Engine"),
        (seconds_of, True, "seconds=True of Engine"),
        (seconds_of, "1", "seconds='1' of Engine"),
    ],
)
def test_the_rest_is_refused_by_name(check: Any, value: object, sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        check("Engine", value)
