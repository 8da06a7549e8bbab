"""`asobiba gtp`: what it answers, line by line."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from asobiba.cli.gtp import GtpSession
from asobiba.core.errors import ConfigError
from asobiba.core.game import OVER
from asobiba.core.registry import find_game
from asobiba.games.othello.rules import Position
from tests import mutations
from tests.cli.command import run_alone

OTHELLO = find_game("othello")


def session(spec: str = "greedy", game: str = "othello", **options: object) -> GtpSession:
    found = find_game(game)
    return GtpSession(found, found.options.read(options), spec)


def told(here: GtpSession, *lines: str) -> list[str]:
    """The answers without the empty line that ends each."""
    answers = [*here.answers(lines)]
    assert all(answer.endswith("\n\n") and "\n\n" not in answer[:-2] for answer in answers)
    return [answer[:-2] for answer in answers]


def played(transcript: str, here: GtpSession) -> GtpSession:
    for number in range(0, len(transcript), 2):
        assert told(here, f"play {'bw'[number // 2 % 2]} {transcript[number : number + 2]}") == ["="]
    return here


def test_a_conversation() -> None:
    conversation = [
        ("1 protocol_version", "=1 2"),
        ("2 name", "=2 Asobiba"),
        ("known_command genmove", "= true"),
        ("known_command loadsgf", "= false"),
        ("boardsize 8", "="),
        ("7 boardsize 19", "?7 unacceptable size"),
        ("clear_board", "="),
        ("komi 6.5", "="),
        ("  play   Black\tD3 # the usual one", "="),
        ("gogui-rules_side_to_move", "= white"),
        ("gogui-rules_legal_moves", "= c3 e3 c5"),
        ("gogui-rules_board_size", "= 8"),
        ("gogui-rules_game_id", "= Othello"),
        ("gogui-rules_final_result", "="),
        ("play w c3", "="),
        ("undo", "="),
        ("undo", "="),
        ("undo", "? cannot undo"),
        ("set_game Othello", "="),
        ("set_game Go", "? unsupported game"),
        ("time_settings 300 0 0", "="),
        ("time_left b 12 0", "="),
        ("99999999999999999999999 quit", "=99999999999999999999999"),
        ("name", None),
    ]

    here = session()

    assert told(here, "# a remark", "", " \x07 ") == []
    assert told(here, *(line for line, _ in conversation)) == [answer for _, answer in conversation if answer]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("play black a1", "? illegal move: black to a1: no disc would be turned"),
        ("play white d3", "? illegal move: black is to move"),
        ("genmove white", "? illegal move: black is to move"),
        ("play black z9", "? syntax error: 'z9' is no move: write a square from a1 to h8, or pass"),
        ("play black", "? syntax error: play black or white, then a move"),
        ("play red d3", "? syntax error: a colour is black or white"),
        ("genmove", "? syntax error: a colour is black or white"),
        ("play black pass", "? illegal move: black may not pass: it can place a disc"),
        ("time_settings 1 2", "? syntax error: numbers expected: 3"),
        ("time_settings -1 0 0", "? syntax error: times and stones from 0 on expected"),
        ("time_settings 0 -5 1", "? syntax error: times and stones from 0 on expected"),
        ("time_settings 300 10 -1", "? syntax error: times and stones from 0 on expected"),
        ("time_left b x 0", "? syntax error: numbers expected: 2"),
        ("final_score", "? cannot score: the game is not over"),
        ("5 loadsgf x", "?5 unknown command"),
    ],
)
def test_what_is_refused_changes_nothing(line: str, answer: str) -> None:
    here = session()

    assert told(here, line) == [answer]
    assert here.state == OTHELLO.start(OTHELLO.options())
    assert here.clocks == {}


def test_genmove_plays_and_reg_genmove_does_not() -> None:
    here = session("minimax:depth=2")

    (asked,) = told(here, "reg_genmove b")
    assert here.plies == []
    assert told(here, "genmove b") == [asked]
    assert len(here.plies) == 1


def test_passes_are_told_or_left_out() -> None:
    """After c1 black must pass, and white has e3 and f6."""
    text = "d3c3b3b2f5a3a1c1"
    assert told(played(text, session()), "genmove b", "play w e3") == ["= pass", "="]
    assert told(played(text, session()), "play b pass", "play w e3") == ["=", "="]
    assert told(played(text, session()), "play b e3") == ["? illegal move: black to e3: no disc would be turned"]
    assert told(played(text, session()), "gogui-rules_legal_moves") == ["= pass"]

    here = played(text, session())
    assert told(here, "play w e3", "undo", "gogui-rules_side_to_move") == ["=", "=", "= black"]
    (move,) = told(played(text, session()), "genmove w")
    assert move in ("= e3", "= f6")


def test_the_end_is_scored_with_the_empty_squares() -> None:
    for text, score in (("d3c3b3d2e1d6d7e3f4", "B+64"), ("f5f4c3e6f7g6g4e8g8g5h5", "B+62")):
        here = played(text, session())
        ended = told(here, "final_score", "gogui-rules_final_result", "genmove w", "play b pass", "play w a1")
        assert ended[:4] == [f"= {score}", f"= {score}", "= pass", "="]
        assert ended[4] == "? illegal move: the game is over"


def test_other_games_of_two_seats_are_played_as_well() -> None:
    here = session("greedy", "otrio", players=2)
    while here.state.to_play != OVER:
        (answer,) = told(here, f"genmove {'bw'[here.state.to_play]}")
        assert answer.startswith("= ")

    assert told(here, "final_score")[0] in ("= B+1", "= W+1", "= 0")
    assert "\n" in told(here, "showboard")[0]
    with pytest.raises(ConfigError, match="gtp is for games of two seats without luck and secrets"):
        session("greedy", "twenty48")
    with pytest.raises(ConfigError, match="gtp is for games of two seats"):
        session("greedy", "otrio", players=4)


def test_an_agent_that_counts_milliseconds_keeps_to_the_clock() -> None:
    here = session("mcts:simulations=100000000")

    assert told(here, "time_settings 0 1 100", "genmove b")[1].startswith("= ")
    assert told(here, "time_left w 1 50", "genmove w")[1].startswith("= ")
    assert told(here, "time_settings 0 5 0") == ["="]
    assert here.clocks == {}


class Thinker:
    """Writes down what it is told of the clock, and on what it ponders."""

    def __init__(self) -> None:
        self.clocks: list[tuple[float, int | None, float]] = []
        self.pondered: list[int] = []
        self.is_pondering = False

    def allow(self, seconds: float, moves: int | None, increment: float) -> None:
        self.clocks.append((seconds, moves, increment))

    def choose(self, state: Position) -> int:
        assert not self.is_pondering
        return state.legal()[0]

    @contextmanager
    def pondering(self, state: Position) -> Iterator[None]:
        self.pondered.append(state.to_play)
        self.is_pondering = True
        yield
        self.is_pondering = False


def test_an_agent_that_divides_its_time_itself_is_told_the_clock() -> None:
    here, thinker = session(), Thinker()
    here.agent = thinker

    told(here, "genmove b", "time_settings 300 10 5", "genmove w", "time_left b 9 4", "genmove b", "time_left w 7.5 0")
    told(here, "genmove w")
    assert thinker.clocks == [(300, None, 0), (9, 4, 0), (7.5, None, 0)]


@pytest.mark.parametrize("ponders", [True, False])
def test_it_ponders_while_the_other_side_is_to_answer(ponders: bool) -> None:
    here, thinker, seen = session(), Thinker(), list[bool]()
    here.agent, here.ponders = thinker, ponders

    def typed() -> Iterator[str]:
        for line in ("name", "genmove b", "name", "play w c3", "undo", "undo", "clear_board", "quit"):
            seen.append(thinker.is_pondering)
            yield line

    assert len([*here.answers(typed())]) == 8
    assert seen == [False, False, ponders, ponders, False, ponders, False, False]
    assert not thinker.is_pondering
    assert set(thinker.pondered) == ({1} if ponders else set())


@pytest.mark.parametrize("clock", ["time_left b 999999999 0", "time_left b 999999999 1", "time_left b -5 0"])
def test_an_engine_answers_whatever_the_clock_says(clock: str) -> None:
    assert told(session("engine:level=3"), clock, "genmove b")[1].startswith("= ")


def test_an_engine_that_ponders_answers_at_once() -> None:
    """As a process of its own, which thinks of the next move without end until the line comes."""
    command = [sys.executable, "-m", "asobiba", "gtp", "othello", "--agent", "engine:level=2", "--ponder"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in ("genmove b", "time_left b 10 0", "genmove w", "name", "genmove b", "quit"):
            process.stdin.write(f"{line}\n")
            process.stdin.flush()
            assert process.stdout.readline().startswith("=")
            assert process.stdout.readline() == "\n"
        assert process.wait() == 0


@pytest.mark.parametrize("seed", [*range(5), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(5, 20))])
def test_no_line_makes_it_fall(seed: int) -> None:
    dice = random.Random(seed)
    lines = "1 play black d3\ngenmove white\nundo\nshowboard\ntime_left b 3 1\nboardsize 8\nset_game Othello\nkomi 0\n"
    broken = mutations.bytes_of((lines * 3).encode(), dice).decode(errors="replace")

    assert all(answer[0] in "=?" for answer in session("random").answers(broken.split("\n")))


def test_the_command_ends_with_its_input_and_says_what_is_wrong_with_its_words() -> None:
    result = run_alone("gtp", "othello", "--agent", "random", typed="1 play b d3\n2 genmove w\n\xff\n3 name")

    assert result.returncode == 0
    assert result.stdout.endswith("=3 Asobiba\n\n")
    assert run_alone("gtp", "coppit").stderr.startswith("asobiba: gtp is for games of two seats")
