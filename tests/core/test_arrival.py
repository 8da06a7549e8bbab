"""What is done when a library is imported: once, after it is there, and never at the library's cost."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from asobiba.envs.arrival import Arrival, when_imported


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """A package that nobody has imported yet."""
    name = "a_library_for_test_arrival"
    (tmp_path / name).mkdir()
    (tmp_path / name / "__init__.py").write_text("finished = 'no'\nfrom . import part\nfinished = 'yes'\n")
    (tmp_path / name / "part.py").write_text("import sys\n")
    monkeypatch.syspath_prepend(tmp_path)
    yield name
    for known in [known for known in sys.modules if known.startswith(name)]:
        del sys.modules[known]
    sys.meta_path[:] = [finder for finder in sys.meta_path if getattr(finder, "name", "") != name]


def waiting(name: str) -> int:
    return sum(isinstance(finder, Arrival) and finder.name == name for finder in sys.meta_path)


def test_it_waits_until_the_library_is_there(library: str) -> None:
    came: list[str] = []
    when_imported(library, lambda module: came.append(module.finished))
    assert (came, library in sys.modules, waiting(library)) == ([], False, 1)

    module = importlib.import_module(library)

    assert (came, waiting(library)) == (["yes"], 0)
    assert module.__spec__ is not None
    assert type(module.__loader__).__name__ == type(module.__spec__.loader).__name__ == "SourceFileLoader"
    importlib.reload(module)
    assert came == ["yes"]


def test_what_is_there_is_not_waited_for(library: str) -> None:
    importlib.import_module(library)
    came: list[ModuleType] = []
    when_imported(library, came.append)

    assert (came, waiting(library)) == ([sys.modules[library]], 0)


def test_who_asks_twice_is_served_once(library: str) -> None:
    came: list[ModuleType] = []
    action = came.append
    when_imported(library, action)
    when_imported(library, action)
    other: list[ModuleType] = []
    when_imported(library, other.append)
    importlib.import_module(library)

    assert (len(came), len(other), waiting(library)) == (1, 1, 0)


def test_looking_for_a_library_is_not_importing_it(library: str) -> None:
    came: list[ModuleType] = []
    when_imported(library, came.append)
    spec = importlib.util.find_spec(library)

    assert spec is not None
    assert spec.loader is not None
    assert "finished" in spec.loader.get_source(library)  # type: ignore[attr-defined]
    assert came == []
    importlib.import_module(library)
    assert len(came) == 1


def test_a_library_that_does_not_exist_is_missing_as_before() -> None:
    when_imported("no_such_library_for_test_arrival", lambda module: None)
    try:
        assert importlib.util.find_spec("no_such_library_for_test_arrival") is None
        with pytest.raises(ModuleNotFoundError, match="No module named 'no_such_library_for_test_arrival'"):
            importlib.import_module("no_such_library_for_test_arrival")
    finally:
        sys.meta_path[:] = [
            finder for finder in sys.meta_path if getattr(finder, "name", "") != "no_such_library_for_test_arrival"
        ]


def test_a_library_that_fails_may_come_later(library: str, tmp_path: Path) -> None:
    came: list[ModuleType] = []
    when_imported(library, came.append)
    source = tmp_path / library / "__init__.py"
    good = source.read_text()
    source.write_text("raise RuntimeError('not today')\n")
    with pytest.raises(RuntimeError, match="not today"):
        importlib.import_module(library)
    assert (came, waiting(library)) == ([], 1)

    source.write_text(good + "\n# another length, so that no cached code is taken for it\n")
    importlib.import_module(library)
    assert len(came) == 1


def test_what_goes_wrong_is_a_warning(library: str) -> None:
    def fail(module: ModuleType) -> None:
        raise ValueError("it has changed")

    when_imported(library, fail)
    with pytest.warns(UserWarning, match=f"after the import of {library}: ValueError: it has changed"):
        importlib.import_module(library)

    assert sys.modules[library].finished == "yes"
