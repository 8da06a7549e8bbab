"""The openings of the official game for two, as long searches have settled or bounded them: openings/official.npz.

`keys [n] uint64` are positions, ascending, each the least of its sixteen images (native/otrio/table.hpp);
`bounds [n, 4] uint8` say in how few plies the second and the first seat are known to force a line, 255 where they are
not, and then in how many they are known not to.
Made by tools/data/otrio_openings.py; openings/official.json is the recipe.
"""

import atexit
from functools import cache
from importlib.resources import files

import numpy as np

from asobiba._native import kernels
from asobiba.games.otrio.rules import OtrioOptions

FOLDER = files("asobiba.games.otrio") / "openings"


def openings(options: OtrioOptions) -> kernels.OtrioBook | None:
    """None: nothing is known of the game with these options."""
    official = options.players == 2 and options.two_player_alternation and not options.ban_center_medium
    return _official() if official and len(options.order) == 4 else None


@cache
def _official() -> kernels.OtrioBook | None:
    path = FOLDER / "official.npz"
    if not path.is_file():
        return None
    with path.open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return kernels.OtrioBook(arrays["keys"].tobytes(), arrays["bounds"].tobytes())


atexit.register(_official.cache_clear)  # native objects that outlive the interpreter are reported as leaks
