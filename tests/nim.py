"""The game that docs/adding-a-game.md builds, as the page writes it."""

import os
import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-game.md"


def written(language: str, name: str) -> list[tuple[str, str]]:
    """Names and contents of the page's files."""
    return re.findall(rf"```{language}\n{name}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def one_file() -> str:
    """The first file of the page, a whole game."""
    ((_, code),) = written("python", r"# (nim\.py)")
    return code


def write_folder(folder: Path) -> dict[str, str]:
    """Write the folder `nim` into a folder, without the kernel. Return the environment variable that names it."""
    (folder / "nim").mkdir()
    (folder / "nim" / "rules.py").write_text(one_file(), encoding="utf-8")
    for name, code in written("python", r"# (nim/(?!arrays)\w+\.py)"):
        (folder / name).write_text(code, encoding="utf-8")
    return {"ASOBIBA_GAMES": str(folder / "nim")}


def write_package(folder: Path, entry_points: str = "nim = nim:GAME\n") -> dict[str, str]:
    """Make an installed package of the folder. Return the environment variables with which Python finds it."""
    metadata = folder / "asobiba_nim-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: asobiba-nim\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[asobiba.games]\n{entry_points}")
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
