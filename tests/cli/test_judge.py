"""`asobiba judge` as a person or a script runs it."""

import json
import os
import signal
import subprocess

import pytest

from tests.cli import command

QUICK = ["otrio", "greedy", "-o", "players=2", "-o", "colors=0,1"]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return command.run("judge", *arguments)


def test_json_is_one_line_and_the_same_again() -> None:
    first, again = (run(*QUICK, "--positions", "20", "--seed", "3", "--json") for _ in range(2))

    assert first.returncode == 0, first.stderr
    assert first.stdout == again.stdout
    told = json.loads(first.stdout)
    assert (told["game"], told["agent"], told["positions"], told["unit"]) == ("otrio", "greedy", 20, "result")


def test_people_read_a_table() -> None:
    english, japanese = (run(*QUICK, "--positions", "5", "--from", "own", "--lang", lang) for lang in ("en", "ja"))

    assert "moves that keep what is proven" in english.stdout
    assert "確定値を保つ手" in japanese.stdout


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["puyo", "random"], "nothing is proven of puyo with these options; what is solved: "),
        ([*QUICK, "--from", "nowhere"], "cannot read nowhere"),
        ([*QUICK, "--positions", "0"], "--positions"),
        (["otrio", "nobody", "-o", "players=2"], "no agent is named 'nobody'"),
    ],
)
def test_wrong_input_is_a_sentence(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)

    assert result.returncode == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_ctrl_c_judges_what_there_is() -> None:
    """The line on stderr counts only where somebody looks, so the first answers are waited for on a terminal."""
    master, slave = os.openpty()
    words = [*command.ASOBIBA, "judge", *QUICK, "--positions", "1000000", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=slave, text=True) as judging:
        try:
            os.close(slave)
            seen = b""
            while b"position 3 of" not in seen:
                seen += os.read(master, 4096)
            judging.send_signal(signal.SIGINT)
            told, _ = judging.communicate(timeout=240)
        finally:
            judging.kill()
            os.close(master)

    assert judging.returncode == 130
    assert json.loads(told)["positions"] >= 3
