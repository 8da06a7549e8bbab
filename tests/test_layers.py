"""The layers of the design, read from the sources: who may import whom, who names a game, which library is where."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import asobiba
import asobiba.games

PACKAGE = Path(asobiba.__file__).parent
WEB = Path(__file__).parents[1] / "web" / "src"
GAMES = sorted(path.name for path in (PACKAGE / "games").iterdir() if (path / "rules.py").exists())

LAYERS = ("_native", "core", "games", "agents", "envs", "arena", "learn", "online", "bench", "check", "cli")
"""From the bottom up: a module imports its own layer and those below, never one above."""
ONLINE = ("protocol", "client", "store", "cluster", "bots", "rooms", "http")
"""The packages of online, likewise."""

LIBRARIES: dict[str, tuple[str, ...]] = {
    "numpy": ("_native/memory.py", "games", "agents", "envs", "arena", "learn", "bench", "check"),
    "msgspec": ("core", "games/puyo", "agents", "learn", "online", "check", "cli/parameters.py"),
    "gymnasium": ("envs", "games/*/specification.py", "games/twenty48/env.py", "games/twenty48/gym.py", "bench"),
    "pettingzoo": ("envs",),
    "pyspiel": ("envs/openspiel.py",),
    "PIL": ("envs",),
    "torch": ("learn", "games/*/learning"),
    "onnxruntime": ("agents/inference.py",),
    "matplotlib": ("learn",),
    "ray": ("learn/alphazero/cluster.py",),
    "openskill": ("arena",),
    "typer": ("cli",),
    "rich": ("cli",),
    "sqlalchemy": ("online/store",),
    "alembic": ("online/store",),
    "redis": ("online/cluster",),
    "fastapi": ("online/http",),
    "starlette": ("online/http",),
    "uvicorn": ("online/http",),
    "h11": ("online/http",),
    "itsdangerous": ("online/http",),
    "pydantic": ("online/http", "online/settings.py"),
    "pydantic_settings": ("online/settings.py",),
    "prometheus_client": ("online/http", "online/metrics.py"),
    "structlog": ("online/store", "online/rooms", "online/http", "online/cluster", "online/run.py"),
    "websockets": ("online/client", "online/http"),
}
"""Every library of somebody else, and where it may be imported: folders and files below asobiba/."""

IMPORTERS = {
    "bench/adaptors/peers.py",
    "cli/app.py",
    "core/game.py",
    "core/picture.py",
    "core/registry.py",
    "games/__init__.py",
    "learn/methods.py",
}
"""The modules that import by a name that is made up at run time: commands, games, parts, ways to learn, rivals."""

ADAPTORS = ("games/{game}/", "learn/{game}.py", "bench/adaptors/")
"""Where a game may be named."""


@cache
def modules() -> dict[str, Path]:
    """By the dotted name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = ("asobiba", *path.relative_to(PACKAGE).with_suffix("").parts)
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def place(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Everything, wherever it stands: at the top, in a function, for the types alone."""
    return tuple(_imported(path))


def _imported(path: Path) -> Iterator[str]:
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def own_imports(path: Path) -> set[str]:
    """The modules of this package among them."""
    found = set()
    for name in imported(path):
        parts = name.split(".")
        prefixes = (".".join(parts[:length]) for length in range(len(parts), 1, -1))
        found.add(next((prefix for prefix in prefixes if prefix in modules()), ""))
    return found - {""}


def every_module() -> list[Path]:
    """One test looks at all of them and lists what is wrong: a test for each costs more than what it looks at."""
    found = [path for path in modules().values() if path.parent != PACKAGE]
    assert len(found) > 100
    return found


def test_imports_point_down() -> None:
    assert [wrong for path in every_module() for wrong in imports_of_what_lies_above(path)] == []


PARTS = {
    "arrays": "agents",
    "players": "agents",
    "files": "agents",
    "people": "online",
    "table": "online",
    "learning": "learn",
}
"""The module of a part in a game's folder, and the layer that defines the part. The module may import this layer; if it
is a package, so may all of it."""


def layer_of(path: Path) -> str:
    """Return the highest layer that a module may import.

    A module of a game that only parts use may import what all of these parts may; the rules may import core alone.
    """
    own = path.relative_to(PACKAGE).parts
    if own[0] != "games" or len(own) < 3:
        return own[0]
    if own[2] in PARTS:
        return PARTS[own[2]]
    layers = [layer for part, layer in PARTS.items() if path in used_by(own[1], part)]
    if not layers or path in used_by(own[1], "game"):
        return "games"
    return min(layers, key=LAYERS.index)


@cache
def used_by(game: str, module: str) -> frozenset[Path]:
    """Return a module of a game's folder and everything of that folder that it imports, directly or not."""
    waiting, seen = [f"asobiba.games.{game}.{module}"], set[str]()
    while waiting:
        name = waiting.pop()
        if name in modules() and name not in seen:
            seen.add(name)
            waiting += [each for each in own_imports(modules()[name]) if each.startswith(f"asobiba.games.{game}.")]
    return frozenset(modules()[name] for name in seen)


def imports_of_what_lies_above(path: Path) -> Iterator[str]:
    own = path.relative_to(PACKAGE).parts
    for name in imported(path):
        parts = name.split(".")
        if parts[0] != "asobiba" or name == "asobiba.__version__":
            continue
        if len(parts) == 1:
            yield f"{path}: imports the whole package, name the module"
        elif LAYERS.index(parts[1]) > LAYERS.index(layer_of(path)):
            yield f"{path} imports {name}, which lies above it"
        elif own[0] == parts[1] == "games" and len(own) > 2 and len(parts) > 2 and parts[2] in set(GAMES) - {own[1]}:
            yield f"{path} imports another game: {name}"


def test_the_packages_of_online_point_down() -> None:
    inside = [path for path in every_module() if place(path).startswith(tuple(f"online/{each}/" for each in ONLINE))]
    assert inside
    assert [wrong for path in inside for wrong in imports_of_upper_packages(path)] == []


def imports_of_upper_packages(path: Path) -> Iterator[str]:
    own = path.relative_to(PACKAGE).parts[1]
    for name in own_imports(path):
        parts = name.split(".")
        inside = parts[1] == "online" and len(parts) > 2 and parts[2] in ONLINE
        if inside and ONLINE.index(parts[2]) > ONLINE.index(own):
            yield f"{path} imports {name}, which lies above it"


def test_no_module_imports_itself_by_a_detour() -> None:
    """Packages aside: that a package's __init__ names what its modules hold is no cycle."""
    arrows = {
        name: {other for other in own_imports(path) if other != name and not name.startswith(f"{other}.")}
        for name, path in modules().items()
    }
    try:
        TopologicalSorter(arrows).prepare()
    except CycleError as error:
        pytest.fail(f"a cycle: {' <- '.join(error.args[1])}")


def test_libraries_stay_in_their_layers() -> None:
    assert [wrong for path in every_module() for wrong in libraries_out_of_place(path)] == []


def libraries_out_of_place(path: Path) -> Iterator[str]:
    for name in imported(path):
        library = name.partition(".")[0]
        if library == "asobiba" or library in sys.stdlib_module_names:
            continue
        if library not in LIBRARIES:
            yield f"{path} imports {library}, which LIBRARIES does not know"
        elif not any(is_inside(where, place(path)) for where in LIBRARIES[library]):
            yield f"{path} imports {library}; that belongs to {', '.join(LIBRARIES[library])}"


def is_inside(where: str, file: str) -> bool:
    return re.match(where.replace("*", "[^/]+") + "(/|$)", file) is not None


def test_every_place_of_a_library_is_in_use() -> None:
    used = {(name.partition(".")[0], place(path)) for path in modules().values() for name in imported(path)}
    stale = [
        (library, where)
        for library, places in LIBRARIES.items()
        for where in places
        if not any(library == name and is_inside(where, file) for name, file in used)
    ]
    assert stale == []


def test_only_importers_import_by_a_made_up_name() -> None:
    assert {place(path) for path in every_module() if imports_by_a_string(path)} == IMPORTERS


def imports_by_a_string(path: Path) -> bool:
    calls = (node.func for node in ast.walk(tree(path)) if isinstance(node, ast.Call))
    names = {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in calls}
    return not names.isdisjoint({"import_module", "__import__"})


def words(path: Path) -> Iterator[tuple[int, str]]:
    """Names and texts of the code; docstrings may give examples."""
    docstrings = {id(node.value) for node in ast.walk(tree(path)) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree(path)):
        match node:
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield node.lineno, text
            case ast.Name(id=text) | ast.Attribute(attr=text) | ast.arg(arg=text) | ast.keyword(arg=str(text)):
                yield node.lineno, text
            case ast.FunctionDef(name=text) | ast.ClassDef(name=text) | ast.AsyncFunctionDef(name=text):
                yield node.lineno, text
            case ast.ImportFrom(module=str(text)):
                yield node.lineno, text


NAMES = re.compile(rf"(?<![a-z])({'|'.join([*GAMES, '2048'])})", re.IGNORECASE)
GREETING = ("cli/app.py", "Asobiba 遊び場: Othello, 2048, Puyo, Otrio and Coppit.")


def test_only_adaptors_name_a_game() -> None:
    adaptors = tuple(adaptor.format(game=game) for adaptor in ADAPTORS for game in GAMES)
    generic = [path for path in every_module() if not place(path).startswith(adaptors)]
    named = [
        f"{path}:{line} names a game: {text}"
        for path in generic
        for line, text in words(path)
        if NAMES.search(text) and (place(path), text) != GREETING
    ]

    assert named == []


def test_only_the_boards_of_the_browser_name_a_game() -> None:
    sources = [path for ending in ("ts", "tsx") for path in WEB.rglob(f"*.{ending}")]
    generic = [path for path in sources if not {*GAMES} & {*path.relative_to(WEB).parts}]
    assert generic
    for path in generic:
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        found = NAMES.search(code)
        assert found is None, f"{path} names a game: {found}"


WITHOUT_ARRAYS_AND_CLOCKS = {
    "bisect",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "importlib",
    "itertools",
    "json",
    "math",
    "pathlib",  # a board of Coppit may be a file
    "typing",
}


@pytest.mark.parametrize("game", GAMES)
def test_rulebooks_know_neither_arrays_nor_clocks(game: str) -> None:
    """Nor does anything of the folder that rules.py is made of."""
    waiting, seen = [f"asobiba.games.{game}.rules"], set[str]()
    while waiting:
        name = waiting.pop()
        seen.add(name)
        foreign = {each.split(".")[0] for each in imported(modules()[name])} - WITHOUT_ARRAYS_AND_CLOCKS - {"asobiba"}
        assert not foreign, f"{name}, a part of the rules of {game}, imports {foreign}"
        folder = {each for each in own_imports(modules()[name]) if each.startswith(f"asobiba.games.{game}.")}
        waiting += folder - seen


@pytest.mark.parametrize("game", GAMES)
def test_rules_do_not_draw(game: str) -> None:
    drawn = {"picture", "scene"} & {name.split(".")[-1] for name in own_imports(PACKAGE / "games" / game / "rules.py")}

    assert not drawn


def test_no_layer_is_unknown() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if path.is_dir() and (path / "__init__.py").exists()}
    online = {path.name for path in (PACKAGE / "online").iterdir() if path.is_dir() and (path / "__init__.py").exists()}

    assert folders <= set(LAYERS)
    assert online <= set(ONLINE)
