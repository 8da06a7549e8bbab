"""NBoard's protocol, line by line, with real judges."""

import random
import re

import pytest

from asobiba.agents.spec import make_agent
from asobiba.core.advice import Adviser
from asobiba.games.othello.ggf import GGF
from asobiba.games.othello.nboard import OPTIONS, NBoard
from asobiba.games.othello.notation import after_transcript
from tests import mutations
from tests.games.othello.games import BOTH_STUCK, DRAW, FORCED_PASS, OTHELLO, recorded

START = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]"


class Talk:
    """A conversation, and what was said in it."""

    def __init__(self, spec: str = "minimax:depth=2", *, interrupted: bool = False) -> None:
        self.said: list[str] = []
        self.asked: list[int | None] = []

        def judge(depth: int | None) -> Adviser:
            self.asked.append(depth)
            agent = make_agent(spec, OTHELLO, OPTIONS)
            assert isinstance(agent, Adviser)
            return agent

        self.nboard = NBoard(judge, self.said.append, lambda: interrupted)

    def tell(self, *lines: str) -> list[str]:
        """What was said since."""
        before = len(self.said)
        assert all(self.nboard.hear(line) for line in lines)
        return self.said[before:]


def test_the_conversation_of_the_protocol() -> None:
    talk = Talk()

    assert talk.tell("nboard 2") == ["set myname Asobiba"]
    assert talk.tell("set depth 6") == ["set myname Asobiba 6"]
    assert talk.tell(f"set game {START}B[F5]W[F6/1.00/2.5]B[D3];)") == []
    assert talk.nboard.position == after_transcript("f5f6d3", OPTIONS)
    assert talk.tell("ping 17", "learn", "set contempt 3", "unknown words", "") == ["pong 17", "learned"]
    thinking, answer, idle = talk.tell("go")
    assert (thinking, idle) == ("status thinking", "status")
    assert re.fullmatch(r"=== [A-H][1-8]//\d+\.\d\d", answer)
    assert talk.asked == [6]
    assert talk.nboard.position == after_transcript("f5f6d3", OPTIONS), "the move is not played"
    assert talk.nboard.hear("quit") is False


def test_moves_are_told_with_or_without_what_was_thought_of_them() -> None:
    talk = Talk()

    assert talk.tell("move F5/0.50/1.2", "move d6//3", "C3", "move D3") == []
    assert talk.nboard.position == after_transcript("f5d6c3d3", OPTIONS)


def test_hints_are_the_best_moves_in_discs() -> None:
    said = Talk().tell("hint 2")

    searches = [line.split() for line in said if line.startswith("search ")]
    assert [len(words) for words in searches] == [5, 5]
    assert all(re.fullmatch("[A-H][1-8]", move) and -64 <= float(value) <= 64 for _, move, value, *_ in searches)
    assert re.fullmatch(r"nodestats \d+ \d+\.\d\d", said[-2])
    assert said[0] == "status thinking"
    assert said[-1] == "status"


def test_what_is_proven_is_told_in_discs() -> None:
    """h5 wins; the score counts discs and not results."""
    board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X".replace("X", "*")
    talk = Talk("minimax:depth=12")
    talk.tell(f"set game (;GM[Othello]BO[8 {board}];)")

    (best,) = (line for line in talk.tell("hint 1") if line.startswith("search"))
    assert re.fullmatch(r"search H5 \d+\.00 0 100%", best)


def test_a_search_that_thinks_aloud_ends_when_a_line_is_waiting() -> None:
    once = Talk("mcts:simulations=20000", interrupted=True).tell("hint 1")
    often = Talk("mcts:simulations=20000").tell("hint 1")

    assert sum(line.startswith("search") for line in once) == 1
    assert sum(line.startswith("search") for line in often) > 1


def test_passes_are_told_and_left_out_and_answered() -> None:
    """After c1 black must pass."""
    game = GGF.write([recorded(FORCED_PASS)])[".ggf"].decode().strip()
    for line in ("move PA", "move pass//0.1", "move E3"):
        talk = Talk()
        assert talk.tell(f"set game {game}", line) == []
        assert talk.nboard.position.side == (0 if line == "move E3" else 1)
    assert Talk().tell(f"set game {game}", "go")[1].startswith("=== PA//")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("set game nonsense", "status set game: game 1, byte 0: a game of GGF begins with (;"),
        ("set game", "status set game: byte 0: there is no game"),
        (f"set game {START}B[A1];)", "status set game: move 1: black to a1: no disc would be turned"),
        ("move A1", "status black to a1: no disc would be turned"),
        ("move Z9", "status 'Z9' is no move"),
        ("move PA", "status black may not pass: it can place a disc"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(line: str, sentence: str) -> None:
    talk = Talk()
    (said,) = talk.tell(line)

    assert said.startswith(sentence)
    assert talk.nboard.position == after_transcript("", OPTIONS)


@pytest.mark.parametrize("text", [BOTH_STUCK, DRAW])
def test_when_the_game_is_over_nobody_thinks(text: str) -> None:
    talk = Talk()
    talk.tell(f"set game {GGF.write([recorded(text)])['.ggf'].decode().strip()}")

    assert talk.tell("go", "hint 3") == ["status the game is over"] * 2


@pytest.mark.parametrize("seed", range(20))
def test_no_line_makes_it_fall(seed: int) -> None:
    lines = f"nboard 2\nset depth 2\nset game {START}B[F5];)\nmove D6\nhint 2\nping 2\nset game {START};)\nmove PA\n"
    broken = mutations.bytes_of(lines.encode(), random.Random(seed)).decode(errors="replace")
    talk = Talk("greedy")

    for line in broken.split("\n"):
        talk.nboard.hear(line)
