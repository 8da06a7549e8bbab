"""The games that are known, by name.

Our own are found in asobiba/games; a package of somebody else registers one in its pyproject.toml:

    [project.entry-points."asobiba.games"]
    hex = "my_package.hex:GAME"

ASOBIBA_GAMES names more, anywhere: Python files, or folders that are packages, separated as in PATH. The game has the
name of its file or folder, and is that module's GAME.
"""

import os
import pkgutil
import sys
import warnings
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path

from asobiba.core.errors import ConfigError, GameWarning, in_one_line
from asobiba.core.game import AnyGame, Game, Part

_games: dict[str, AnyGame] = {}
_broken: dict[str, str] = {}
"""Why a game could not be loaded."""
OWN = "asobiba.games"
"""The package whose folders are our own games."""


def register(game: AnyGame) -> None:
    """Make a game known. Registering the same game again changes nothing; another of its name is refused."""
    _load(game.name)
    known = _games.setdefault(game.name, game)
    if known is not game:
        raise ConfigError(f"a game named {game.name!r} is registered already", game=game.name)


@cache
def _modules() -> dict[str, str]:
    """Return the modules of the games that are loaded on demand, by the name of the game."""
    found = {
        each.name: f"{OWN}.{each.name}" for each in pkgutil.iter_modules(import_module(OWN).__path__) if each.ispkg
    }
    for path in map(Path, filter(None, os.environ.get("ASOBIBA_GAMES", "").split(os.pathsep))):
        sys.path.append(str(path.absolute().parent))
        found[path.stem] = path.stem
    return found


def _load(name: str) -> None:
    """Load a game when somebody asks for it. Two threads may do so at once."""
    if name in _games or name in _broken or name not in _modules():
        return
    try:
        module = import_module(_modules()[name])
        game = getattr(module, "GAME", None)
        if not isinstance(game, Game):
            raise ConfigError(f"{module.__file__} has no GAME: write `GAME = Game(...)`")
        if game.name != name:
            raise ConfigError(f"its GAME is named {game.name!r}")
        _games.setdefault(name, game)
    except Exception as error:
        _give_up(name, error)


def _give_up(name: str, error: Exception) -> None:
    _broken[name] = f"game {name!r} cannot be loaded: {in_one_line(error)}"
    _games.pop(name, None)
    warnings.warn(_broken[name], GameWarning, stacklevel=4)


def find_game(name: str) -> AnyGame:
    _load_entry_points()
    if name not in _games:  # changing the filters is not safe in threads, so only for the first who asks
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", GameWarning)  # the error says the same
            _load(name)
    if name in _broken:
        raise ConfigError(_broken[name], game=name)
    try:
        return _games[name]
    except KeyError:
        close = get_close_matches(name, game_names(), 1)
        guess = f"did you mean {close[0]!r}? " if close else ""
        raise ConfigError(f"no game is named {name!r}; {guess}games: {', '.join(game_names())}", game=name) from None


def game_names() -> tuple[str, ...]:
    """The names, in alphabetical order."""
    _load_entry_points()
    return tuple(sorted({*_games, *_modules()} - {*_broken}))


def every_game(*parts: type[Part]) -> tuple[AnyGame, ...]:
    """Return the games in the order of their names, with these parts loaded.

    One that cannot be loaded is a GameWarning, and is not known from then on.
    """
    _load_entry_points()
    for name in _modules():
        _load(name)
    for name, game in tuple(_games.items()):
        try:
            for part in parts:
                game.part(part)
        except Exception as error:
            _give_up(name, error)
    return tuple(_games[name] for name in sorted(_games))


@cache
def _load_entry_points() -> None:
    """A package that fails to load is named in a warning and costs nobody else anything."""
    from importlib.metadata import entry_points  # not for those who import the package and ask for no game

    for point in entry_points(group="asobiba.games"):
        try:
            found = point.load()
            if not isinstance(found, Game):
                raise ConfigError("it is not an asobiba Game")
            register(found)
        except Exception as error:
            warnings.warn(f"game {point.name!r} of {point.value}: {in_one_line(error)}", GameWarning, stacklevel=2)
