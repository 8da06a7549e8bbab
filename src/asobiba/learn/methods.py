"""The methods of learning, and the part `learning`: those that only one game has.

A package of this folder that learns any game lists its METHODS. The module `learning` of a game holds LEARNING, with
the methods of this game. A package of somebody else names its methods in its pyproject.toml:

    [project.entry-points."asobiba.methods"]
    mine = "my_package.learning:METHOD"

A method of one game stands before one of any game, and hides the one of its own name.
"""

import pkgutil
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, ClassVar

from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame, Part
from asobiba.core.options import Options
from asobiba.core.registry import find_game, game_names
from asobiba.learn.learner import Learner
from asobiba.learn.settings import Settings, merged, naming, read_file


@dataclass(frozen=True)
class Method:
    name: str
    text: str
    """In one line, what it does."""
    settings: type[Settings]
    begin: Callable[["Course"], Learner]
    """Libraries that are slow to load are loaded here, not with the module."""
    game: str | None = None
    """The one that it is for; None: any for which it is sound. A method of a game's part need not say it."""
    is_usual: bool = False
    """Of the methods of any game, the one that is meant where none is named."""
    refuses: Callable[[AnyGame, Options], str | None] = lambda game, options: None
    """Why it cannot learn this game with these options; None: it can."""


@dataclass(frozen=True)
class Course:
    """What is to be learned, and how."""

    method: Method
    game: AnyGame
    options: Options
    settings: Settings

    def begin(self) -> Learner:
        try:
            return self.method.begin(self)
        except ImportError as error:
            raise ConfigError(f"train needs {error.name}: pip install asobiba[learn]") from None
        except MemoryError as error:
            raise ConfigError(f"these settings need more memory than there is: {error}") from None


@dataclass(frozen=True, kw_only=True)
class Learning(Part):
    module: ClassVar[str] = "learning"

    methods: tuple[Method, ...] = ()
    """Methods for this game alone. Modules that load slow libraries are imported when a training begins."""


_methods: dict[tuple[str | None, str], Method] = {}


def register(method: Method) -> None:
    """Registering the same method again changes nothing; another of its name for the same game is refused."""
    part = find_game(method.game).part(Learning).methods if method.game in game_names() else ()
    own = next((each for each in part if each.name == method.name), None)
    known = own or _methods.setdefault((method.game, method.name), method)
    if known is not method:
        raise ConfigError(f"a method {method.name!r} of {method.game or 'any game'} is registered already")


def methods_of(game: AnyGame) -> dict[str, Method]:
    """By name, the game's own first, then the usual one."""
    _load()
    own = {method.name: method for method in game.part(Learning).methods}
    own |= {name: method for (whose, name), method in _methods.items() if whose == game.name}
    usual_first = sorted(_methods.items(), key=lambda known: not known[1].is_usual)
    general = {name: method for (whose, name), method in usual_first if whose is None}
    return own | {name: method for name, method in general.items() if name not in own}


def find_method(game: AnyGame, name: str | None = None) -> Method:
    """By its name, or the one that stands first."""
    known = methods_of(game)
    if name is None and known:
        return next(iter(known.values()))
    if name not in known:
        raise ConfigError(f"{game.name} has no method {name!r}; methods: {', '.join(known)}", method=name)
    return known[name]


def course(
    game: AnyGame, method: str | None = None, values: Mapping[str, Any] | None = None, *, file: Path | None = None
) -> Course:
    """Values count more than the file's. What is no setting is an option of the game, where that has it."""
    found = find_method(game, method)
    known: dict[str, Any] = {}
    if file is not None:
        known = read_file(file)
        with naming(file):
            _course(found, game, known)
    return _course(found, game, merged(known, values or {}))


def _course(method: Method, game: AnyGame, values: Mapping[str, Any]) -> Course:
    settings = dict(values)
    table = settings.pop("options", {})
    if not isinstance(table, Mapping):
        raise ConfigError(f"options: allowed is a table of options of {game.name}", option="options")
    chosen = dict(table)
    for name in settings.keys() - method.settings.__dataclass_fields__.keys():
        if name in game.options.__dataclass_fields__:
            chosen[name] = settings.pop(name)
    options = game.options.read(chosen)
    if reason := method.refuses(game, options):
        raise ConfigError(f"{method.name} cannot learn {game.name} so: {reason}", method=method.name)
    return Course(method, game, options, method.settings.read(settings))


@cache
def _load() -> None:
    """Our own, then those of others; a package that fails to load is named in a warning."""
    folder = Path(__file__).parent
    for found in pkgutil.iter_modules([str(folder)]):
        if found.ispkg:
            for method in getattr(import_module(f"asobiba.learn.{found.name}"), "METHODS", ()):
                register(method)
    for point in entry_points(group="asobiba.methods"):
        try:
            method = point.load()
            if not isinstance(method, Method):
                raise TypeError(f"{point.value} is not a Method")
            register(method)
        except Exception as error:
            warnings.warn(f"method {point.name!r} of {point.value}: {error}", stacklevel=2)
