"""How much a test does: little in `make test`, much in `make test-all`, and as much as you say in the environment.

KILLS = amount("ASOBIBA_KILLS", 3, long=20)
"""

import os


def amount(variable: str, short: int, *, long: int) -> int:
    usual = long if os.environ.get("ASOBIBA_LONG") == "1" else short
    return int(os.environ.get(variable, usual))
