"""`asobiba nboard` as a board starts it."""

import subprocess

from asobiba.cli.nboard import at_depth
from asobiba.core.registry import find_game
from tests import processes
from tests.cli.command import ASOBIBA, run_alone


def test_a_board_asks_for_a_move_and_for_hints() -> None:
    typed = "nboard 2\nset depth 2\nmove F5\nping 1\ngo\nhint 1\nping 2\nquit\nping 3\n"
    result = run_alone("nboard", "--agent", "minimax", typed=typed)

    assert result.returncode == 0, result.stderr
    said = result.stdout.splitlines()
    assert said[:4] == ["set myname Asobiba", "set myname Asobiba 2", "pong 1", "status thinking"]
    assert said[4].startswith("=== ")
    assert said[-1] == "pong 2"
    assert "gives no values" in run_alone("nboard", "--agent", "random").stderr


def test_a_depth_is_what_the_agent_counts_in() -> None:
    othello = find_game("othello")

    assert at_depth(othello, "minimax", 6) == "minimax:depth=6"
    assert at_depth(othello, "minimax:depth=5", 99) == "minimax:depth=20"
    assert at_depth(othello, "greedy:noise=0.5", 6) == "greedy:noise=0.5"
    assert at_depth(othello, "minimax:depth=5", None) == "minimax:depth=5"


def test_an_engine_that_ponders_answers_at_once_and_ends() -> None:
    """As a process of its own, which thinks of the next move without end until the line comes."""
    with processes.started([*ASOBIBA, "nboard", "--ponder"], stdin=subprocess.PIPE) as board:
        typed, shown = board.stdin, board.stdout
        assert typed is not None
        assert shown is not None

        def ask(*lines: str) -> str:
            typed.write("".join(f"{line}\n" for line in lines))
            typed.flush()
            while (said := str(shown.readline()).strip()).startswith("status"):
                pass
            return said

        assert ask("nboard 2") == "set myname Asobiba"
        assert ask("set depth 3") == "set myname Asobiba 3"
        move = ask("go").split("/")[0].removeprefix("=== ")
        assert ask(f"move {move}", "ping 1") == "pong 1"
        assert ask("go").startswith("=== ")
        typed.write("quit\n")
        typed.flush()
        assert board.wait() == 0
