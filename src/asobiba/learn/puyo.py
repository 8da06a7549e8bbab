"""The names of specification 001 that belong to learning. They load torch."""

from asobiba.games.puyo.learning import specification as specification
from asobiba.games.puyo.learning.specification import *  # noqa: F403  its __all__ lists the names

__all__ = specification.__all__
