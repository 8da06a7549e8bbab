"""NBoard's protocol, line by line, with real judges."""

import random
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from asobiba.agents.advice import Advice, Adviser
from asobiba.agents.spec import make_agent
from asobiba.games.othello.ggf import GGF
from asobiba.games.othello.nboard import LOOKS, OPTIONS, NBoard
from asobiba.games.othello.notation import after_transcript
from asobiba.games.othello.rules import Position
from tests import mutations
from tests.games.othello.games import BOTH_STUCK, DRAW, FORCED_PASS, OTHELLO, recorded

START = "(;GM[Othello]PC[NBoard]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 " + "-" * 27 + "O*------*O" + "-" * 27 + " *]"


class Talk:
    """A conversation, and what was said in it."""

    def __init__(
        self,
        spec: str = "minimax:depth=2",
        *,
        agent: Adviser | None = None,
        waiting: str | None = None,
        ponders: bool = False,
    ) -> None:
        self.said: list[str] = []
        self.asked: list[int | None] = []
        self.waiting = waiting
        """The line that waits while it thinks."""

        def judge(depth: int | None) -> Adviser:
            self.asked.append(depth)
            found = agent or make_agent(spec, OTHELLO, OPTIONS)
            assert isinstance(found, Adviser)
            return found

        self.nboard = NBoard(judge, self.said.append, lambda: self.waiting, ponders)

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
    once = Talk("mcts:simulations=20000", waiting="set game").tell("hint 1")
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
        ("set depth abc", "status set depth 'abc': a whole number from 1 on is expected"),
        ("set depth 0", "status set depth '0': a whole number from 1 on is expected"),
        ("set depth", "status set depth '': a whole number from 1 on is expected"),
        ("set depth 3x", "status set depth '3x'"),
        ("set depth -2", "status set depth '-2'"),
        ("hint 0", "status hint '0': a whole number from 1 on is expected"),
    ],
)
def test_what_cannot_be_done_is_told_and_changes_nothing(line: str, sentence: str) -> None:
    talk = Talk()
    (said,) = talk.tell(line)

    assert said.startswith(sentence)
    assert talk.nboard.position == after_transcript("", OPTIONS)
    assert talk.nboard.depth is None


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


class Muser:
    """Plays the first legal move; thinks about one, if it is told to, until it is stopped."""

    def __init__(self) -> None:
        self.pondered: list[Position] = []
        self.is_pondering = False
        self.stopped = threading.Event()
        self.patience: float | None = 0.0

    def choose(self, state: Any) -> int:
        assert not self.is_pondering
        self.stopped.wait(self.patience)
        return int(state.legal()[0])

    def advise(self, state: Any) -> Advice:
        return Advice(dict.fromkeys([self.choose(state)], 0.0))

    def stop(self) -> None:
        self.stopped.set()

    @contextmanager
    def pondering(self, state: Any) -> Iterator[None]:
        self.pondered.append(state)
        self.is_pondering = True
        yield
        self.is_pondering = False


@pytest.mark.parametrize("ponders", [True, False])
def test_it_ponders_when_its_move_was_played_and_until_the_next_line(ponders: bool) -> None:
    muser = Muser()
    talk = Talk(agent=muser, ponders=ponders)

    def thinks() -> bool:
        with talk.nboard.waiting():
            return muser.is_pondering

    def after(*lines: str) -> bool:
        talk.tell(*lines)
        return thinks()

    assert not after("move F5")
    assert not after("go"), "the board may ignore its move"
    assert after("move F4") == ponders
    assert after("ping 4") == ponders
    assert not after("move E3")
    assert not after("go", f"set game {START}B[F5]W[F4]B[E3]W[D6];)"), "another move was played"
    assert after(f"set game {START}B[F5]W[F4]B[E3]W[D2];)") == ponders
    talk.waiting = "ping 5"
    assert not thinks(), "there is something to do"
    assert not muser.is_pondering
    expected = [after_transcript(text, OPTIONS) for text in ("f5f4", "f5f4", "f5f4e3d2")]
    assert muser.pondered == (expected if ponders else [])


def test_pondering_leaves_no_thread_and_the_next_question_is_answered() -> None:
    talk, threads = Talk("engine:level=4", ponders=True), threading.active_count()
    for number in range(3):
        named = next(line for line in talk.tell("go") if line.startswith("==="))
        talk.tell(f"move {named[4:6]}")
        with talk.nboard.waiting():
            assert threading.active_count() == threads + 1
        assert threading.active_count() == threads
        assert talk.tell(f"ping {number}") == [f"pong {number}"]
        talk.tell(f"move {OTHELLO.notation.write_move(talk.nboard.position, talk.nboard.position.legal()[0])}")
    assert talk.asked == [None], "one engine, which remembers what it has found"


def test_who_thinks_is_another_at_another_depth() -> None:
    talk = Talk()
    talk.tell("set depth 1", "go", "set depth 1", "go", "set depth 2", "hint 1")

    assert talk.asked == [1, 2]


@pytest.mark.parametrize(
    ("question", "line"), [("go", "ping 3"), ("hint 1", "ping 3"), ("hint 1", "move F5"), ("hint 1", "")]
)
def test_a_line_stops_a_search_in_the_middle_of_a_step(question: str, line: str) -> None:
    muser, threads = Muser(), threading.active_count()
    muser.patience = None

    assert Talk(agent=muser, waiting=line).tell(question)[-1] == "status"
    assert threading.active_count() == threads


@pytest.mark.parametrize("line", ["go", "hint 2", "", "quit"])
def test_only_a_ping_hurries_a_move(line: str) -> None:
    """A conversation may be sent all at once."""
    muser = Muser()
    muser.patience = 5 * LOOKS
    Talk(agent=muser, waiting=line).tell("go")

    assert not muser.stopped.is_set()
