"""What docs/games/ shows in Python, run."""

import re
import sys
from pathlib import Path

import pytest

from tests.processes import run

PAGES = Path(__file__).parents[1] / "docs" / "games"
EXAMPLES = [
    pytest.param(example, id=page.stem, marks=[pytest.mark.slow] if "train(" in example else [])
    for page in sorted(PAGES.glob("*.md"))
    for example in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
]


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_runs(example: str) -> None:
    command = [sys.executable, "-W", "error", "-c", example]
    result = run(command)

    assert result.returncode == 0, result.stderr
    assert result.stdout
