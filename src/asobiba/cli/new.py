"""`asobiba new GAME`: a package with a game that plays, whose rules its author then replaces."""

import json
import keyword
import re
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from asobiba.core.errors import ConfigError
from asobiba.core.registry import game_names

MOST_SEATS, MOST_CELLS = 8, 400
PYPROJECT = """\
[build-system]
requires = ["setuptools>=70"]
build-backend = "setuptools.build_meta"

[project]
name = "asobiba-mygame"
version = "0.1.0"
dependencies = ["asobiba"]

[project.entry-points."asobiba.games"]
mygame = "mygame:GAME"

[tool.setuptools]
packages = ["mygame"]
"""


def new(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Its name, a lower-case word.")],
    seats: Annotated[str, typer.Option(help="Names of the seats.")] = "first,second",
    grid: Annotated[str | None, typer.Option(metavar="ROWSxCOLUMNS", help="Size of its board, such as 6x7.")] = None,
    folder: Annotated[
        Path | None, typer.Option(help="Folder of the package; by default one of the game's name.")
    ] = None,
) -> None:
    """Write a package with a game that plays. Its rules are yours to replace."""
    if not re.fullmatch("[a-z][a-z0-9_]*", game) or keyword.iskeyword(game):
        raise ConfigError(f"{game!r} is not a name of a game: write a lower-case word, such as connect4")
    if game in game_names():
        raise ConfigError(f"a game named {game!r} exists already")
    root = Path(game) if folder is None else folder
    if root.exists() and any(root.iterdir()):
        raise ConfigError(f"{root} is not empty")
    rules = template("pile") if grid is None else sized(template("grid"), grid)
    package = {
        "pyproject.toml": PYPROJECT,
        "mygame/__init__.py": seated(rules, seats),
        "test_mygame.py": template("contract"),
    }
    for name, text in package.items():
        file = root / name.replace("mygame", game)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text.replace("mygame", game).replace("Mygame", game.capitalize()), encoding="utf-8")
        typer.echo(file)
    typer.echo(f"play it: ASOBIBA_GAMES={root / game} asobiba play {game}")
    typer.echo(f"keep it: pip install -e {root}")


def template(name: str) -> str:
    return (files("asobiba.cli.templates") / f"{name}.py").read_text(encoding="utf-8")


def seated(text: str, seats: str) -> str:
    names = [name.strip() for name in seats.split(",")]
    if not all(name.isidentifier() for name in names) or not 1 <= len(set(names)) == len(names) <= MOST_SEATS:
        raise ConfigError(f"--seats {seats}: write 1 to {MOST_SEATS} different words with commas between them")
    listed = ", ".join(map(json.dumps, names)) + ("," if len(names) == 1 else "")
    return text.replace('SEATS = ("first", "second")', f"SEATS = ({listed})")


def sized(text: str, grid: str) -> str:
    found = re.fullmatch(r"(\d{1,3})x(\d{1,3})", grid)
    rows, columns = map(int, found.groups()) if found else (0, 0)
    if not 1 < rows * columns <= MOST_CELLS:
        raise ConfigError(f"--grid {grid}: write ROWSxCOLUMNS, such as 6x7, with at most {MOST_CELLS} cells")
    return text.replace("= 6, 7, 4", f"= {rows}, {columns}, {min(4, max(rows, columns))}")
