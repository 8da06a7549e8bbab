"""Where Coppit's weights come from: tools/data/coppit_weights.py."""

import re
import subprocess
import sys

import numpy as np
import pytest

from tools.data.coppit_weights import most_likely

SCRIPT = "tools.data.coppit_weights"


def test_judgement_finds_the_weights_that_made_the_results() -> None:
    """Two traits of four seats: the first counts 1, the second nothing."""
    generator, true = np.random.default_rng(3), np.array([1.0, 0.0])
    traits = generator.normal(size=(4000, 4, 2))
    odds = np.exp(traits @ true)
    winners = [generator.choice(4, p=each) for each in odds / odds.sum(axis=1, keepdims=True)]
    found = most_likely(traits, np.eye(4)[winners])

    assert found == pytest.approx(true, abs=0.1)


def test_the_script_writes_a_row_of_each_kind() -> None:
    asked = ("--way", "in_play", "--rounds", "1", "--games", "1", "--lessons", "4")
    done = subprocess.run([sys.executable, "-m", SCRIPT, *asked], capture_output=True, text=True, check=True)

    rows = re.findall(r"(?:INSTINCT|JUDGEMENT) Traits\(.*\)", done.stdout)
    assert [row.count(",") + 1 for row in rows] == [11, 12]


def test_without_a_game_that_ended_there_is_nothing_to_judge_by() -> None:
    asked = ("--way", "in_play", "--rounds", "0", "--lessons", "1", "--turns", "3")
    done = subprocess.run([sys.executable, "-m", SCRIPT, *asked], capture_output=True, text=True, check=False)

    assert done.returncode == 1
    assert done.stderr == "none of 1 games ended within 3 turns\n"
