"""The finder in asobiba/__init__.py: it registers once a library is there, and never at the library's cost."""

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import asobiba
from asobiba.envs import registration

NAME = "a_library_for_test_arrival"


@pytest.fixture
def registered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """What is registered with a package that nobody has imported yet."""
    (tmp_path / NAME).mkdir()
    (tmp_path / NAME / "__init__.py").write_text("finished = 'no'\nfrom . import part\nfinished = 'yes'\n")
    (tmp_path / NAME / "part.py").write_text("import sys\n")
    monkeypatch.syspath_prepend(tmp_path)
    found: list[str] = []
    monkeypatch.setattr(asobiba._RegisterEnvironments, "LIBRARIES", (NAME,))
    monkeypatch.setitem(registration.REGISTER, NAME, lambda module: found.append(module.finished))
    yield found
    for known in [known for known in sys.modules if known.startswith(NAME)]:
        del sys.modules[known]


def test_it_waits_until_the_library_is_there(registered: list[str]) -> None:
    assert (registered, NAME in sys.modules) == ([], False)

    module = importlib.import_module(NAME)

    assert registered == ["yes"]
    assert module.__spec__ is not None
    assert type(module.__loader__).__name__ == type(module.__spec__.loader).__name__ == "SourceFileLoader"


def test_looking_for_a_library_is_not_importing_it(registered: list[str]) -> None:
    spec = importlib.util.find_spec(NAME)

    assert spec is not None
    assert spec.loader is not None
    assert "finished" in spec.loader.get_source(NAME)  # type: ignore[attr-defined]
    assert registered == []
    importlib.import_module(NAME)
    assert len(registered) == 1


def test_a_library_that_does_not_exist_is_missing_as_before(monkeypatch: pytest.MonkeyPatch) -> None:
    missing = "no_such_library_for_test_arrival"
    monkeypatch.setattr(asobiba._RegisterEnvironments, "LIBRARIES", (missing,))

    assert importlib.util.find_spec(missing) is None
    with pytest.raises(ModuleNotFoundError, match=f"No module named '{missing}'"):
        importlib.import_module(missing)


def test_a_library_that_fails_may_come_later(registered: list[str], tmp_path: Path) -> None:
    source = tmp_path / NAME / "__init__.py"
    good = source.read_text()
    source.write_text("raise RuntimeError('not today')\n")
    with pytest.raises(RuntimeError, match="not today"):
        importlib.import_module(NAME)
    assert registered == []

    source.write_text(good + "\n# another length, so that no cached code is taken for it\n")
    importlib.import_module(NAME)
    assert len(registered) == 1


def test_what_goes_wrong_is_a_warning(registered: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(module: ModuleType) -> None:
        raise ValueError("it has changed")

    monkeypatch.setitem(registration.REGISTER, NAME, fail)
    with pytest.warns(UserWarning, match=f"after the import of {NAME}: ValueError: it has changed"):
        importlib.import_module(NAME)

    assert sys.modules[NAME].finished == "yes"
