"""The game that docs/adding-a-game.md builds, as the page writes it."""

import os
import re
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs" / "adding-a-game.md"


def write_folder(folder: Path) -> None:
    """The folder `nim` in a folder, without the kernel."""
    (folder / "nim").mkdir()
    for name, code in written("python", r"# (nim/(?!native)\w+\.py)"):
        (folder / name).write_text(code, encoding="utf-8")


def written(language: str, name: str) -> list[tuple[str, str]]:
    """Names and contents of the page's files."""
    return re.findall(rf"```{language}\n{name}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def write_package(folder: Path, entry_points: str = "nim = asobiba_nim:GAME\n") -> dict[str, str]:
    """The same as somebody else's package beside it; the environment variables with which Python finds it."""
    (folder / "asobiba_nim").mkdir()
    for path in (folder / "nim").iterdir():
        code = path.read_text(encoding="utf-8").replace("asobiba.games.nim", "asobiba_nim")
        (folder / "asobiba_nim" / path.name).write_text(code, encoding="utf-8")
    metadata = folder / "asobiba_nim-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: asobiba-nim\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(f"[asobiba.games]\n{entry_points}")
    return {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
