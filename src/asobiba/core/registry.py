"""The games that are known, by name.

Our own are found in asobiba/games; a package of somebody else registers one in its pyproject.toml:

    [project.entry-points."asobiba.games"]
    hex = "my_package.hex:GAME"
"""

import copyreg
import warnings
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache

from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame, Game

_games: dict[str, AnyGame] = {}
_later: dict[str, Callable[[], AnyGame]] = {}
"""How to load those that nobody has asked for."""


def register(game: AnyGame) -> None:
    """Make a game known. Registering the same game again changes nothing; another of its name is refused."""
    _load(game.name)
    known = _games.setdefault(game.name, game)
    if known is not game:
        raise ConfigError(f"a game named {game.name!r} is registered already", game=game.name)


def register_later(name: str, load: Callable[[], AnyGame]) -> None:
    """Make the name of a game known; the game is loaded when somebody asks for it."""
    _later[name] = load


def _load(name: str) -> None:
    """Two threads may do so at once: it is known before it waits no longer, and Python imports a module once."""
    if (load := _later.get(name)) is not None:
        _games.setdefault(name, load())
        _later.pop(name, None)


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
    return tuple(sorted({*_games, *_later}))


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


# Copies and pickles of a game are the registered game itself, found by its name.
copyreg.pickle(Game, lambda known: (find_game, (known.name,)))
