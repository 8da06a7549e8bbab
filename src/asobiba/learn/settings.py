"""Settings of a method: frozen and validated like a game's options, from a file, from the command line, or both.

A file is TOML, or JSON by its ending. Options of the game are in a table of their own:

    total_games = 20_000
    [options]
    players = 2

On the command line a table is a prefix: `-o total_games=20000 -o options.players=2`.
"""

import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, ClassVar, Self

from asobiba.core.errors import ConfigError
from asobiba.core.options import Options

MOST_BYTES = 1 << 20
"""Of a file."""


@dataclass(frozen=True)
class Pace:
    """When the training loop does what, in the unit that the method counts."""

    total: int
    measure: int
    evaluate: int
    save: int


@dataclass(frozen=True)
class Settings(Options):
    harmless: ClassVar[tuple[str, ...]] = ()
    """May differ between a training and its resumption: nothing that is learned depends on them."""

    typed: ClassVar[tuple[str, ...]] = ()
    """Not taken from a checkpoint: with whom this machine connects is for those to say who sit at it."""

    @property
    def pace(self) -> Pace:
        raise NotImplementedError

    @classmethod
    def from_file(cls, path: Path) -> Self:
        with naming(path):
            return cls.read(read_file(path))

    def shapes(self) -> Mapping[str, tuple[int, ...]]:
        """Of arrays of a checkpoint, where these settings decide them: known before anything is made so large."""
        return {}

    def as_json(self) -> dict[str, Any]:
        """Every field; `read` takes it back."""
        return asdict(self)

    def differs_from(self, other: "Settings") -> list[str]:
        """The fields that decide what is learned and are not the same."""
        mine, theirs = self.as_json(), other.as_json()
        return [name for name in mine if mine[name] != theirs[name] and name not in self.harmless]


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What is wrong with a value is said with the file that it comes from."""
    try:
        yield
    except ConfigError as error:
        named = str(path) in str(error)
        raise ConfigError(str(error) if named else f"{path}: {error}", **error.params) from None


def read_file(path: Path) -> dict[str, Any]:
    kind = "JSON" if path.suffix == ".json" else "TOML"
    try:
        with path.open("rb") as file:
            raw = file.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise ConfigError(f"{path} has more than {MOST_BYTES} bytes, which are allowed for settings")
        text = raw.decode()
        values = json.loads(text) if kind == "JSON" else tomllib.loads(text)
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path} is not {kind}: {error}") from None
    if not isinstance(values, dict):
        raise ConfigError(f"{path}: allowed is a table of settings")
    return values


def read_texts(texts: Sequence[str]) -> dict[str, Any]:
    """["gamma=0.9", "options.players=2"] -> {"gamma": "0.9", "options": {"players": "2"}}"""
    values: dict[str, Any] = {}
    for text in texts:
        key, equals, value = text.partition("=")
        table, *rest = key.strip().split(".", 1)
        place = values.setdefault(table, {}) if rest else values
        name = rest[0] if rest else table
        if not equals or not isinstance(place, dict) or name in place:
            raise ConfigError(f"--option {text}: write each once, as KEY=VALUE")
        place[name] = value.strip()
    return values


def merged(values: Mapping[str, Any], over: Mapping[str, Any]) -> dict[str, Any]:
    """Tables are joined, what `over` says counts."""
    both = {name for name, value in over.items() if isinstance(value, Mapping)} & values.keys()
    return {**values, **over, **{name: {**values[name], **over[name]} for name in both}}
