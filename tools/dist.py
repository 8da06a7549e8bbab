"""Build the wheel and the source distribution into dist/: make dist

    python tools/dist.py [--wheel]

The browser app must have been built before (`make web`). The wheel is built only where anything that it carries has
changed, and in the folder of the editable installation, so that only what changed is compiled. --wheel: it alone.
"""

import fcntl
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

from scikit_build_core.build import build_sdist

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
WHEEL = [sys.executable, "-m", "pip", "wheel", "-q", "--no-build-isolation", "--no-deps", "-w", str(DIST), str(ROOT)]


def carried() -> Iterator[Path]:
    """What a wheel is made of."""
    yield from (ROOT / name for name in ("pyproject.toml", "README.md", "LICENSE"))
    for folder in ("native", "src/asobiba"):
        yield from (
            path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix not in (".pyc", ".so")
        )


def is_fresh(wheel: Path) -> bool:
    """Nothing that it carries is newer, and nothing has come or gone."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if name.startswith("asobiba/")}
    here = {path.relative_to(ROOT / "src").as_posix() for path in carried() if path.is_relative_to(ROOT / "src")}
    is_same = not [name for name in packed ^ here if not name.startswith("asobiba/_native/")]  # CMake writes there
    return is_same and all(path.stat().st_mtime <= wheel.stat().st_mtime for path in carried())


def make_wheel() -> None:
    old = list(DIST.glob("*.whl"))
    if len(old) == 1 and is_fresh(old[0]):
        return
    for wheel in old:
        wheel.unlink()
    subprocess.run(WHEEL, check=True)


def make_source() -> None:
    for old in DIST.glob("*.tar.gz"):
        old.unlink()
    build_sdist(str(DIST))


def main() -> None:
    DIST.mkdir(exist_ok=True)
    with (DIST / ".lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        make_wheel()
        if "--wheel" not in sys.argv:
            make_source()
    print(*sorted(str(path.relative_to(ROOT)) for path in DIST.glob("asobiba-*")))


if __name__ == "__main__":
    main()
