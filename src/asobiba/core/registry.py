"""The games that are known, by name.

Our own are found in asobiba/games; a package of somebody else registers one in its pyproject.toml:

    [project.entry-points."asobiba.games"]
    hex = "my_package.hex:GAME"
"""

import copyreg
import warnings
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points

from asobiba.core.contract import AnyGame, Game
from asobiba.core.errors import ConfigError

_games: dict[str, AnyGame] = {}


def register(game: AnyGame) -> None:
    """Make a game known. Registering the same game again changes nothing; another of its name is refused."""
    known = _games.setdefault(game.name, game)
    if known is not game:
        raise ConfigError(f"a game named {game.name!r} is registered already", game=game.name)


def find_game(name: str) -> AnyGame:
    _load_entry_points()
    try:
        return _games[name]
    except KeyError:
        close = get_close_matches(name, _games, 1)
        guess = f"did you mean {close[0]!r}? " if close else ""
        raise ConfigError(f"no game is named {name!r}; {guess}games: {', '.join(game_names())}", game=name) from None


def game_names() -> tuple[str, ...]:
    """The names, in alphabetical order."""
    _load_entry_points()
    return tuple(sorted(_games))


@cache
def _load_entry_points() -> None:
    """A package that fails to load is named in a warning and costs nobody else anything."""
    for point in entry_points(group="asobiba.games"):
        try:
            found = point.load()
            if not isinstance(found, Game):
                raise TypeError(f"{point.value} is not an asobiba Game")
            register(found)
        except Exception as error:
            warnings.warn(f"game {point.name!r} of {point.value}: {error}", stacklevel=2)


# Copies and pickles of a game are the registered game itself, found by its name.
copyreg.pickle(Game, lambda known: (find_game, (known.name,)))
