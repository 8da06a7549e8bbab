"""How much a test does: little in `make test`, much in `make test-all`, and as much as you say in the environment.

KILLS = amount("ASOBIBA_KILLS", 3, long=20)
"""

import os

LONG = os.environ.get("ASOBIBA_LONG") == "1"
"""Whether this is `make test-all`."""


def amount(variable: str, short: int, *, long: int) -> int:
    usual = long if LONG else short
    return int(os.environ.get(variable, usual))
