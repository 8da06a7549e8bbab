"""No call from Python crashes PuyoDuels. See duels_boundary.py."""

import sys
from pathlib import Path

import pytest

from tests.native.duels_boundary import CHECKS
from tests.processes import run

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("check", CHECKS)
def test_the_boundary_holds(check: str) -> None:
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.native.duels_boundary", check]
    result = run(command, folder=ROOT)

    assert result.returncode == 0, result.stderr
