"""The layers of the design: a module imports its own layer and those below, never one above."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import asobiba

PACKAGE = Path(asobiba.__file__).parent
# From the bottom up.
LAYERS = ("_native", "core", "games", "agents", "envs", "arena", "learn", "online", "bench", "cli")


def modules() -> list[Path]:
    return sorted(path for path in PACKAGE.rglob("*.py") if path.parent != PACKAGE)


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_down(path: Path) -> None:
    own = path.relative_to(PACKAGE).parts
    for name in imported(path):
        parts = name.split(".")
        if parts[0] != "asobiba" or name == "asobiba.__version__":
            continue
        assert len(parts) > 1, f"{path}: imports the whole package, name the module"
        assert LAYERS.index(parts[1]) <= LAYERS.index(own[0]), f"{path} imports {name}, which lies above it"
        if own[0] == parts[1] == "games" and len(own) > 2:
            assert len(parts) < 3 or parts[2] == own[1], f"{path} imports another game: {name}"


def test_rulebooks_know_neither_arrays_nor_clocks() -> None:
    allowed = {
        "asobiba",
        "collections",
        "dataclasses",
        "functools",
        "itertools",
        "math",
        "typing",
        "json",
        "importlib",
        "enum",
        "bisect",
    }
    for path in PACKAGE.glob("games/*/rules.py"):
        foreign = {name.split(".")[0] for name in imported(path)} - allowed
        assert not foreign, f"{path} imports {foreign}"


def test_no_layer_is_unknown() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}

    assert folders <= set(LAYERS)
