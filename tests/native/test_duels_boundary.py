"""No call from Python crashes PuyoDuels. See duels_boundary.py."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.native.duels_boundary import CHECKS

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("check", CHECKS)
def test_the_boundary_holds(check: str) -> None:
    command = [sys.executable, "-X", "faulthandler", "-m", "tests.native.duels_boundary", check]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert result.returncode == 0, result.stderr
