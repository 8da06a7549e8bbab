"""Numbers that a program tells the engine, refused with their name and what is allowed."""

import numpy as np

from asobiba.core.errors import ConfigError

MOST_THREADS = 256
MOST_NODES = 2**64 - 1
MOST_SECONDS = 10_000_000
"""Of one search: four months. All three are those of the kernel."""


def whole(of: str, name: str, value: object, low: int, high: int) -> int:
    """NumPy's numbers too; True is none."""
    if isinstance(value, int | np.integer) and not isinstance(value, bool) and low <= int(value) <= high:
        return int(value)
    raise refused(of, name, value, f"a whole number from {low} to {high}")


def threads_of(of: str, value: object) -> int:
    return whole(of, "threads", value, 1, MOST_THREADS)


def nodes_of(of: str, value: object) -> int | None:
    return None if value is None else whole(of, "nodes", value, 0, MOST_NODES)


def seconds_of(of: str, value: object) -> float | None:
    if value is None:
        return None
    number = None if isinstance(value, bool) else value
    if isinstance(number, int | float | np.integer | np.floating) and 0 <= number <= MOST_SECONDS:
        return float(number)
    raise refused(of, "seconds", value, f"a number from 0 to {MOST_SECONDS}")


def refused(of: str, name: str, value: object, allowed: str) -> ConfigError:
    return ConfigError(f"{name}={value!r} of {of}: allowed is {allowed}", option=name, value=value)
