"""No call from Python crashes a kernel or changes a game that it should not. See boundary.py."""

import sys
from pathlib import Path

import pytest

from tests.native.boundary import CHECKS, WITH_KERNELS
from tests.processes import run

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", WITH_KERNELS)
def test_the_boundary_holds(name: str) -> None:
    """One process for all checks of a game: it says which one begins, so that the last one named has failed."""
    result = run([sys.executable, "-X", "faulthandler", "-m", "tests.native.boundary", name], folder=ROOT)

    assert result.returncode == 0, result.stdout + result.stderr
    assert result.stdout.split() == list(CHECKS)
