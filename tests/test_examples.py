"""Every example runs, with small numbers."""

import sys
from pathlib import Path

import pytest

from tests.processes import run

EXAMPLES = Path(__file__).parents[1] / "examples"
SMALL = {
    "batch_loop.py": ["--games", "64", "--steps", "80"],
    "masked_ppo.py": ["--steps", "2048", "--parts", "2", "--games", "4"],
    "online_bot.py": ["--game", "otrio", "--agent", "random"],
    "save_and_restore.py": [],
    "torchrl_loop.py": ["--steps", "20"],
}
SAYS = {
    "batch_loop.py": "native implementation",
    "masked_ppo.py": "after 2048 steps",
    "online_bot.py": "the game is over (",
    "save_and_restore.py": "the same tile appeared again: True",
    "torchrl_loop.py": "steps, rewards",
}


def test_every_example_is_run() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == set(SMALL)


LONG = {"masked_ppo.py": pytest.mark.slow, "torchrl_loop.py": pytest.mark.slow, "online_bot.py": pytest.mark.thorough}


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG.get(name, ())) for name in sorted(SMALL)])
def test_the_example_runs(name: str) -> None:
    if name == "masked_ppo.py":
        pytest.importorskip("sb3_contrib")
    if name == "torchrl_loop.py":
        pytest.importorskip("torchrl")
    result = run([sys.executable, "-W", "ignore", EXAMPLES / name, *SMALL[name]], environment={"OMP_NUM_THREADS": "1"})

    assert result.returncode == 0, result.stderr
    assert SAYS[name] in result.stdout
