"""No test leaves anything running, whatever it does: pytest itself is run on small bad tests."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import dedent

import pytest

from tests.processes import PROC, left_over, run, running, started

ROOT = Path(__file__).parents[1]
SLEEP = [sys.executable, "-c", "import time; print('asleep', flush=True); time.sleep(1000)"]

needs_proc = pytest.mark.skipif(not PROC.is_dir(), reason="processes are found in /proc")


def judged(folder: Path, test: str, before: Callable[[], object] | None = None) -> "subprocess.CompletedProcess[str]":
    """What pytest says of a file of tests, with the habits of this folder."""
    file = folder / "test_it.py"
    file.write_text(dedent(test))
    options = ["-c", str(ROOT / "pyproject.toml"), "-p", "tests.conftest", "-p", "no:cacheprovider"]
    return subprocess.run(
        [sys.executable, "-m", "pytest", *options, str(file)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env={**os.environ, "ASOBIBA_PATIENCE_SECONDS": "0.5"},
        check=False,
        preexec_fn=before,
    )


@needs_proc
@pytest.mark.parametrize("session", [pytest.param(False, marks=pytest.mark.slow), True])
def test_a_process_that_is_left_is_a_failure(tmp_path: Path, session: bool) -> None:
    """Also if its parent has ended and it has a session of its own."""
    result = judged(
        tmp_path,
        f"""
        import subprocess, sys
        def test_leaves() -> None:
            code = "import subprocess; subprocess.Popen(['sleep', '1000'], start_new_session={session})"
            subprocess.run([sys.executable, "-c", code])
        def test_next() -> None:
            pass
        """,
    )

    assert result.returncode == 1
    assert "left running: " in result.stdout
    assert "sleep 1000" in result.stdout
    assert "2 passed, 1 error" in result.stdout
    assert not left_over()


@pytest.mark.slow
@needs_proc
def test_what_a_fixture_shares_may_stay_until_it_ends(tmp_path: Path) -> None:
    result = judged(
        tmp_path,
        """
        import subprocess, pytest
        @pytest.fixture(scope="session")
        def sleeper():
            with subprocess.Popen(["sh", "-c", "sleep 1000 & wait"]) as process:
                yield process
                process.kill()
        def test_one(sleeper) -> None:
            pass
        def test_two(sleeper) -> None:
            assert sleeper.poll() is None
        """,
    )

    assert "2 passed, 1 error" in result.stdout, result.stdout  # the shell has ended, what it started has not
    assert "sleep 1000" in result.stdout
    assert not left_over()


@pytest.mark.thorough
@needs_proc
def test_a_test_that_does_not_end_is_ended(tmp_path: Path) -> None:
    pytest.importorskip("pytest_timeout")
    result = judged(
        tmp_path,
        f"""
        import subprocess, pytest
        @pytest.mark.timeout(2)
        def test_waits_for_ever() -> None:
            with subprocess.Popen({SLEEP!r}) as process:
                process.wait()
        """,
    )

    assert "Timeout" in result.stdout
    assert "1 failed in" in result.stdout, result.stdout
    assert not left_over()


def test_sigint_means_the_same_to_every_test(tmp_path: Path) -> None:
    """`nohup make test &` starts it with SIGINT ignored."""
    result = judged(
        tmp_path,
        """
        import signal, subprocess, sys, pytest
        def test_here() -> None:
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        def test_in_a_child() -> None:
            code = "import signal; signal.raise_signal(signal.SIGINT)"
            assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode == -signal.SIGINT
        """,
        before=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN),
    )

    assert "2 passed" in result.stdout, result.stdout


@pytest.mark.slow
def test_temporary_files_are_gone_afterwards(tmp_path: Path) -> None:
    result = judged(
        tmp_path,
        """
        import tempfile
        def test_leaves(tmp_path) -> None:
            print(f"lies: {tmp_path}")
            print(f"lies: {tempfile.mkdtemp()}")
            assert False
        """,
    )

    folders = [Path(line[6:]) for line in result.stdout.splitlines() if line.startswith("lies: ")]
    assert len(folders) == 2, result.stdout
    assert not any(folder.exists() for folder in folders)


@needs_proc
def test_the_end_of_a_block_is_the_end_of_all_that_was_started() -> None:
    with started(["sh", "-c", "sleep 1000 & sleep 1000"]) as process:
        while len(running()) < 3:
            assert process.poll() is None

    assert process.returncode == -signal.SIGKILL
    assert not left_over()


def test_a_command_runs_to_its_end() -> None:
    code = "import os, sys; print(sys.stdin.read() + os.environ['WORD']); sys.exit(3)"

    result = run([sys.executable, "-c", code], typed="typed ", environment={"WORD": "word"})

    assert (result.returncode, result.stdout, result.stderr) == (3, "typed word\n", "")
