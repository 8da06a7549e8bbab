"""Options of a game, or settings of an agent: a frozen dataclass that refuses wrong values by name.

    @dataclass(frozen=True)
    class OtrioOptions(Options):
        players: int = option(4, "how many play", low=2, high=4)
        losers: Literal["zero", "minus"] = option("zero", "what a loser scores")

Fields are bool, int, float, str, a Literal, a tuple[int, ...], or one of these `| None`.
"""

import dataclasses
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import isfinite
from types import MappingProxyType
from typing import Any, ClassVar, Literal, Self, Union, get_args, get_origin, get_type_hints

from asobiba.core.errors import ConfigError

MOST = 2**53


def option(
    default: Any,
    text: str,
    *,
    low: float | None = None,
    high: float | None = None,
    local: Callable[[Any], bool] | None = None,
) -> Any:
    """A field with its meaning and, for numbers, its inclusive range. `local` tells of a value whether it names
    something of this machine, such as a file."""
    return dataclasses.field(default=default, metadata={"help": text, "low": low, "high": high, "local": local})


@dataclass(frozen=True)
class Options:
    """No options at all; the base of every game's own.

    An option whose default depends on others, such as on the number of seats, has the default None: `automatic` tells
    what that becomes. A stored game names its value, or means `unsaid`.
    """

    unsaid: ClassVar[Mapping[str, Any]] = MappingProxyType({})
    """By name: what a stored game means by saying nothing, where that is not the default of today."""

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            value = _plain(getattr(self, field.name))
            object.__setattr__(self, field.name, value)
            hint = field_types(type(self))[field.name]
            if not _fits(value, hint, field.metadata):
                raise ConfigError(
                    f"option {field.name}={_shown(value)} of {type(self).__name__}: "
                    f"allowed is {_allowed(hint, field.metadata)}"
                    + (f", at most {MOST}" if isinstance(value, int) and abs(value) > MOST else ""),
                    option=field.name,
                    value=value,
                )
        for name, value in self.automatic().items():
            if getattr(self, name) is None:
                object.__setattr__(self, name, value)
        self.check()

    def automatic(self) -> Mapping[str, Any]:
        """By name: what an option is that was left to the others."""
        return {}

    def check(self) -> None:
        """For options that exclude each other: raise ConfigError."""

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """From JSON values or from texts such as {"players": "3"}."""
        hints = field_types(cls)
        for name in values:
            if name not in hints:
                known = ", ".join(hints) or "none"
                raise ConfigError(f"{cls.__name__} has no option {name!r}; its options: {known}", option=name)
        return cls(**{name: _parsed(value, hints[name]) for name, value in values.items()})

    @classmethod
    def recorded(cls, values: Mapping[str, Any]) -> Self:
        """Of a stored game, which may be older than a default."""
        return cls.read({**cls.unsaid, **values})

    def local(self) -> list[str]:
        """The names of those whose value means something only on this machine."""
        found = []
        for field in dataclasses.fields(self):
            names_something_here = field.metadata["local"]
            if names_something_here is not None and names_something_here(getattr(self, field.name)):
                found.append(field.name)
        return found

    def chosen(self) -> dict[str, Any]:
        """Those that differ from the defaults, ready for JSON: `read` and `recorded` make the same options of it."""
        usual: dict[str, Any] = {field.name: field.default for field in dataclasses.fields(self)}
        usual.update(self.unsaid)
        automatic = {**usual, **self.automatic()}
        return {
            name: list(value) if isinstance(value, tuple) else value
            for name in usual
            if (value := getattr(self, name)) != usual[name] or value != automatic[name]
        }

    def texts(self) -> list[str]:
        """The same as a command takes them: ["players=2"]."""
        return [f"{name}={_shown(getattr(self, name))}" for name in self.chosen()]


def describe(options: type[Options]) -> list[tuple[str, str, str, str]]:
    """(name, default, allowed, meaning) of every option, for help texts and docs."""
    hints = field_types(options)
    return [
        (
            field.name,
            _shown(field.default),
            _allowed(hints[field.name], field.metadata),
            field.metadata["help"],
        )
        for field in dataclasses.fields(options)
    ]


_known_types: dict[type[Options], dict[str, Any]] = {}


def field_types(options: type[Options]) -> dict[str, Any]:
    """The type of every field. Resolving them is slow, so they are kept."""
    if options not in _known_types:
        hints = get_type_hints(options)
        _known_types[options] = {field.name: hints[field.name] for field in dataclasses.fields(options)}
    return _known_types[options]


def alternatives(hint: Any) -> tuple[Any, ...]:
    """The members of a union; a plain hint is its own only member."""
    return get_args(hint) if get_origin(hint) in (Union, types.UnionType) else (hint,)


def _plain(value: Any) -> Any:
    """Numbers and arrays of a library as Python's own: np.int64(4) -> 4, np.arange(2) and [0, 1] -> (0, 1)."""
    if hasattr(value, "tolist"):
        value = value.tolist()
    return tuple(_plain(item) for item in value) if isinstance(value, list | tuple | range) else value


def _fits(value: Any, hint: Any, limits: Mapping[str, Any]) -> bool:
    return any(_fits_one(value, choice, limits) for choice in alternatives(hint))


def _fits_one(value: Any, hint: Any, limits: Mapping[str, Any]) -> bool:
    if hint is types.NoneType:
        return value is None
    if get_origin(hint) is Literal:
        return any(value == word and type(value) is type(word) for word in get_args(hint))
    if get_origin(hint) is tuple:
        return isinstance(value, tuple) and all(_fits_one(item, int, limits) for item in value)
    if type(value) is int and abs(value) > MOST:  # what no clock, no database and no browser's JSON holds
        return False
    if hint is float and type(value) is int:
        value = float(value)
    if type(value) is not hint or (hint is float and not isfinite(value)):
        return False
    low, high = limits["low"], limits["high"]
    return hint in (bool, str) or ((low is None or value >= low) and (high is None or value <= high))


def _allowed(hint: Any, limits: Mapping[str, Any]) -> str:
    return " or ".join(_allowed_one(choice, limits) for choice in alternatives(hint))


def _allowed_one(hint: Any, limits: Mapping[str, Any]) -> str:
    if hint is types.NoneType:
        return "none"
    if hint is bool:
        return "true or false"
    if get_origin(hint) is Literal:
        return " or ".join(_shown(word) for word in get_args(hint))
    low, high = limits["low"], limits["high"]
    noun = {int: "a whole number", float: "a number", str: "a text"}.get(hint, "whole numbers such as 0,2")
    if low is not None and high is not None:
        return f"{noun} from {low} to {high}"
    if low is not None:
        return f"{noun}, {low} or more"
    return noun


def _parsed(value: Any, hint: Any) -> Any:
    """A text becomes what the field asks for where it can; anything else is left for the check."""
    if not isinstance(value, str):
        return value
    for choice in alternatives(hint):
        parsed = _parsed_one(value.strip(), choice)
        if parsed is not None or (choice is types.NoneType and value.strip().lower() in ("none", "null", "")):
            return parsed
    return value


def _parsed_one(text: str, hint: Any) -> Any:
    if get_origin(hint) is Literal:
        return next((word for word in get_args(hint) if _shown(word) == text), None)
    try:
        if hint is bool:
            return {"true": True, "false": False}[text.lower()]
        if get_origin(hint) is tuple:
            return tuple(int(part) for part in text.replace(",", " ").split())
        return hint(text) if hint in (int, float, str) else None
    except (ValueError, KeyError):
        return None


def _shown(value: Any) -> str:
    if type(value) is int and abs(value) > MOST:
        return f"a number of {value.bit_length()} bits"  # some are too long to be written at all
    if isinstance(value, bool) or value is None:
        return str(value).lower()
    if isinstance(value, tuple):
        return ",".join(map(str, value))
    return str(value)
