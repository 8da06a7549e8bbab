"""The games that are known, by name.

Our own are found in asobiba/games; a package of somebody else registers one in its pyproject.toml:

    [project.entry-points."asobiba.games"]
    hex = "my_package.hex:GAME"
"""

import pkgutil
import warnings
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame, Game

_games: dict[str, AnyGame] = {}
OWN = "asobiba.games"
"""The package whose folders are our own games."""


def register(game: AnyGame) -> None:
    """Make a game known. Registering the same game again changes nothing; another of its name is refused."""
    _load(game.name)
    known = _games.setdefault(game.name, game)
    if known is not game:
        raise ConfigError(f"a game named {game.name!r} is registered already", game=game.name)


@cache
def _own_names() -> frozenset[str]:
    return frozenset(found.name for found in pkgutil.iter_modules(import_module(OWN).__path__) if found.ispkg)


def _load(name: str) -> None:
    """Load one of our own games when somebody asks for it. Two threads may do so at once."""
    if name not in _games and name in _own_names():
        _games.setdefault(name, import_module(f"{OWN}.{name}").GAME)


def find_game(name: str) -> AnyGame:
    _load_entry_points()
    _load(name)
    try:
        return _games[name]
    except KeyError:
        close = get_close_matches(name, game_names(), 1)
        guess = f"did you mean {close[0]!r}? " if close else ""
        raise ConfigError(f"no game is named {name!r}; {guess}games: {', '.join(game_names())}", game=name) from None


def game_names() -> tuple[str, ...]:
    """The names, in alphabetical order."""
    _load_entry_points()
    return tuple(sorted({*_games, *_own_names()}))


def every_game() -> tuple[AnyGame, ...]:
    """In the order of their names, all loaded."""
    return tuple(map(find_game, game_names()))


@cache
def _load_entry_points() -> None:
    """A package that fails to load is named in a warning and costs nobody else anything."""
    from importlib.metadata import entry_points  # not for those who import the package and ask for no game

    for point in entry_points(group="asobiba.games"):
        try:
            found = point.load()
            if not isinstance(found, Game):
                raise TypeError(f"{point.value} is not an asobiba Game")
            register(found)
        except Exception as error:
            warnings.warn(f"game {point.name!r} of {point.value}: {error}", stacklevel=2)
