"""The command `asobiba`, in this process or in one of its own: the same words, input, output and exit status.

run("perft", "othello", "5").stdout                 # here: loading the command takes longer than most of its work
run_alone("play", "othello", typed="exit\n")        # where a process is what is tested: pipes, signals, bytes
"""

import io
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from unittest.mock import patch

import pytest

from asobiba.cli import main
from tests import processes

ASOBIBA = [sys.executable, "-c", "from asobiba.cli import main; main()"]
LANGUAGE = {"LANG": "C.UTF-8", "LC_ALL": "C.UTF-8"}


def run_alone(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return processes.run([*ASOBIBA, *words], typed=typed, environment={**LANGUAGE, **environment})


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """What escapes as an exception would have been a traceback, and fails the test."""
    out, errors = _file(), _file()
    around = {"COLUMNS": "80", **LANGUAGE, **environment}  # the terminal that the tests run in is not asked
    with (
        patch.dict(os.environ, around),
        patch.object(sys, "argv", ["asobiba", *words]),
        patch.object(sys, "stdin", io.StringIO(typed)),
        redirect_stdout(out),
        redirect_stderr(errors),
        pytest.raises(SystemExit) as end,
    ):
        main()
    assert isinstance(end.value.code, int)
    return subprocess.CompletedProcess(words, end.value.code, _written(out), _written(errors))


def _file() -> io.TextIOWrapper:
    """As a pipe is: no terminal, and some commands write bytes."""
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8")


def _written(file: io.TextIOWrapper) -> str:
    file.seek(0)
    return file.read()
