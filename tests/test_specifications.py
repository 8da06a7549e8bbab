"""docs/specifications.md: whatever its tables point to is there."""

import ast
import importlib
import inspect
import re
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from asobiba.cli.app import app
from asobiba.games.otrio import OtrioEnv
from asobiba.games.puyo.specification import GameEngine
from asobiba.games.twenty48 import Twenty48Env

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "specifications.md").read_text(encoding="utf-8")
SPAN = re.compile(r"`([^`]+)`")
KEY = re.compile(r'(info|state)\["(\w+)"\]')
MISSING = object()
GAMES = {"000": "otrio", "001": "puyo", "002": "coppit", "003": "othello", "004": "twenty48"}


def rows(number: str) -> list[tuple[str, str]]:
    """(asked for, where it is) of a specification's table."""
    section = PAGE.partition(f"\n## {number}: ")[2].partition("\n## ")[0]
    cells = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ")]
    return [(asked, here) for asked, here in cells if asked != "asked for"]


POINTERS = [
    pytest.param(game, span, id=f"{game}-{span}")
    for number, game in GAMES.items()
    for span in dict.fromkeys(SPAN.findall(" ".join(here for _, here in rows(number))))
]


def keys_of(game: str) -> Mapping[str, Any]:
    """What the specification's environment of this game really returns."""
    if game == "otrio":
        return OtrioEnv().step(13)[4]
    return Twenty48Env(1).step(0)[3] if game == "twenty48" else GameEngine().get_state()


def found(whole: Any, names: list[str]) -> bool:
    """Modules first, then attribute by attribute; the last may be one that instances get."""
    for at, name in enumerate(names):
        part: Any = module(whole, name) or getattr(whole, name, MISSING)
        if part is MISSING:
            return at == len(names) - 1 and inspect.isclass(whole) and name in attributes(whole)
        whole = part
    return True


def module(package: Any, name: str) -> ModuleType | None:
    if not isinstance(package, ModuleType):
        return None
    try:
        return importlib.import_module(f"{package.__name__}.{name}")
    except ModuleNotFoundError:
        return None


def attributes(kind: type) -> set[str]:
    """Declared in the class, or given to `self`."""
    tree = ast.parse(inspect.getsource(kind))
    declared = {name for each in kind.__mro__ for name in vars(each).get("__annotations__", {})}
    return declared | {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
    }


def exists(game: str, span: str) -> bool:
    if key := KEY.fullmatch(span):
        return key[2] in keys_of(game)
    if span.startswith("asobiba "):
        return span.split()[1] in {command.name or command.callback.__name__ for command in app.registered_commands}  # type: ignore[union-attr]
    if "/" in span:
        return (ROOT / span).exists()
    names = span.removeprefix("asobiba.").split(".")
    return found(importlib.import_module(f"asobiba.games.{game}"), names) or found(
        importlib.import_module("asobiba"), names
    )


@pytest.mark.parametrize(("game", "span"), POINTERS)
def test_what_the_page_points_to_is_there(game: str, span: str) -> None:
    assert exists(game, span), f"docs/specifications.md: `{span}` of {game} does not exist"


@pytest.mark.parametrize("number", GAMES)
def test_every_row_says_where(number: str) -> None:
    assert len(rows(number)) > 8
    assert all(here.strip() for _, here in rows(number))


@pytest.mark.parametrize(
    "span", ['info["loser"]', "OtrioBase.move", "rules.Positions", "scripts/nothing.py", "asobiba dance", "OtrioBse"]
)
def test_what_is_not_there_is_noticed(span: str) -> None:
    assert not exists("otrio", span)


@pytest.mark.parametrize("page", ["README.md", "README.ja.md"])
def test_the_readme_names_classes_and_scripts(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    imports = re.findall(r"^    (from asobiba\.\S+ import [\w, ]+)", text, re.MULTILINE)

    assert len(imports) == 4
    for line in imports:
        exec(line, {})
    for script in re.findall(r"python (scripts/\w+\.py)", text):
        assert (ROOT / script).exists()
    assert {"scripts/play_random.py", "scripts/benchmark.py"} <= set(re.findall(r"scripts/\w+\.py", text))
