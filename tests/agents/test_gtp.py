"""Programs that speak GTP as players: a real one, our own, and some that do not keep to the rules."""

import gc
import shlex
import sys
from pathlib import Path

import pytest

from asobiba.agents.gtp import Gtp, located
from asobiba.agents.spec import agents_for, make_agent
from asobiba.core.errors import ConfigError
from asobiba.core.game import OVER
from asobiba.core.match import play
from asobiba.core.registry import find_game
from asobiba.games.othello.notation import read_transcript
from asobiba.games.othello.rules import PASS, square
from tests import processes

OTHELLO, OTRIO = find_game("othello"), find_game("otrio")
RHINO = "gtp-rhino"
with_rhino = pytest.mark.skipif(located(RHINO) is None, reason="gtp-rhino of Debian's package grhino is not installed")


def program(code: str, tmp_path: Path) -> str:
    """The spec of a program of our own making."""
    file = tmp_path / "program.py"
    file.write_text(code)
    return f"gtp:command={shlex.quote(sys.executable)} {file}"


def peer(tmp_path: Path, answers: str, *, seconds: float = 20) -> Gtp:
    """One that answers a line by what the expression `answers` makes of `line`."""
    code = f"import sys, time\nfor line in sys.stdin:\n    print({answers}, end='\\n\\n', flush=True)\n"
    agent = make_agent(f"{program(code, tmp_path)},seconds={seconds}", OTHELLO)
    assert isinstance(agent, Gtp)
    return agent


@with_rhino
def test_a_whole_game_with_passes_against_a_real_program() -> None:
    """It passes by itself and knows no pass as a move."""
    passes = 0
    for seed in (1, 4, 9):
        agents = [make_agent("random", OTHELLO, seed=seed), make_agent(f"gtp:command={RHINO} -l 1", OTHELLO)]
        record = play(OTHELLO, agents, seed=seed, opening=seed)
        assert record.returns is not None
        passes += sum(ply.action == PASS for ply in record.plies)
    assert passes


@with_rhino
def test_after_a_takeback_the_program_is_told_anew() -> None:
    agent = make_agent(f"gtp:command={RHINO} -l 1 -b 0", OTHELLO)
    assert isinstance(agent, Gtp)
    start = OTHELLO.start(OTHELLO.options())
    d3, c4 = square("d3"), square("c4")

    for first in (d3, c4):
        after = start.apply(first)
        agent.recall(start, [first])
        assert agent.choose(after) in after.legal()
    assert agent.actions[:-1] == [c4]


def test_our_own_program_plays_by_the_protocol() -> None:
    ours = shlex.join([sys.executable, "-c", "from asobiba.cli import main; main()"])
    for game, options in ((OTHELLO, OTHELLO.options()), (OTRIO, OTRIO.options.read({"players": 2}))):
        words = "" if game is OTHELLO else " -o players=2"
        agents = [
            make_agent("greedy", game, options, seed=3),
            make_agent(f"gtp:command={ours} gtp {game.name}{words} --agent greedy", game, options),
        ]
        assert play(game, agents, options, seed=2).returns is not None


def test_a_driver_that_tells_no_history_is_guessed_from_the_positions(tmp_path: Path) -> None:
    agent = peer(tmp_path, "'= ' + {'black': 'd3', 'white': 'a1'}.get(line.split()[-1], '')")
    start = OTHELLO.start(OTHELLO.options())

    assert agent.choose(start) == square("d3")
    assert agent.actions == [square("d3")]
    after = start.apply(square("c4"))
    with pytest.raises(ConfigError, match="answered genmove white with 'a1'"):
        agent.choose(after)
    assert agent.actions == [square("c4")]
    with pytest.raises(ConfigError, match="cannot be told of this position"):
        agent.choose(start.apply(square("d3")).apply(square("c3")).apply(square("c4")))


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ("'= a1'", r"answered genmove black with 'a1': black to a1: no disc would be turned"),
        ("'= resign'", r"answered genmove black with 'resign': 'resign' is no move"),
        ("'? nothing works'", r"refused 'boardsize 8': nothing works"),
        ("time.sleep(30)", r"did not answer 'boardsize 8' in 0.2 seconds"),
        ("sys.exit()", r"ended at 'boardsize 8'"),
        ("'=' + 'x' * (1 << 21)", r"with more than 1048576 bytes"),
        ("'\\xff\\xfe'", r"refused 'boardsize 8'"),
    ],
)
def test_what_a_program_does_wrong_is_an_error_that_names_it(tmp_path: Path, answers: str, sentence: str) -> None:
    agent = peer(tmp_path, answers, seconds=0.2 if "sleep" in answers else 120)

    with pytest.raises(ConfigError, match=sentence) as refusal:
        agent.choose(OTHELLO.start(OTHELLO.options()))
    assert "program.py" in str(refusal.value)
    del agent, refusal


def test_a_program_ends_with_its_agent_though_it_does_not_listen(tmp_path: Path) -> None:
    deaf = "signal.signal(signal.SIGTERM, signal.SIG_IGN)"
    code = f"import signal, time\n{deaf}\nprint('= ', end='\\n\\n', flush=True)\ntime.sleep(600)\n"
    path, seconds = program(code, tmp_path), 0.1
    while True:
        agent = make_agent(f"{path},seconds={seconds}", OTHELLO)
        with pytest.raises(ConfigError, match="did not answer") as refusal:
            agent.choose(OTHELLO.start(OTHELLO.options()))
        heard = "'clear_board'" in str(refusal.value)  # the program has begun, and is deaf
        del agent, refusal
        gc.collect()
        assert not [process for process in processes.left_over(0) if "program.py" in process.command]
        if heard:
            return
        seconds *= 3
        assert seconds < 120, "the program does not begin"


def test_a_program_is_told_its_clock_until_it_refuses(tmp_path: Path) -> None:
    log, start = tmp_path / "log", OTHELLO.start(OTHELLO.options())
    answer = "'? no' if ' 7 ' in line else '= d3' if 'gen' in line else '='"
    agent = peer(tmp_path, f"(open({str(log)!r}, 'a').write(line), {answer})[1]")

    for seconds, moves in ((59.9, None), (20.0, 3), (0.0, None), (7.5, None), (6.5, None)):
        if seconds:
            agent.allow(seconds, moves, 2.0)
        agent.recall(start, [])
        assert agent.choose(start) == square("d3")

    told = [line for line in log.read_text().splitlines() if line.startswith("time_left")]
    assert told == ["time_left black 59 0", "time_left black 20 3", "time_left black 7 0"]


def test_passes_are_told_until_one_is_refused(tmp_path: Path) -> None:
    """After c1 black passes, and white plays e3."""
    log = tmp_path / "log"
    answers = (
        f"(open({str(log)!r}, 'a').write(line), '? no' if 'pass' in line else '= e3' if 'gen' in line else '=')[1]"
    )
    agent = peer(tmp_path, answers)
    start = OTHELLO.start(OTHELLO.options())
    actions = [*read_transcript("d3c3b3b2f5a3a1c1"), PASS]
    position = start
    for action in actions:
        position = position.apply(action)

    agent.recall(start, actions)
    assert agent.choose(position) == square("e3")
    agent.recall(start, [])
    with pytest.raises(ConfigError, match="e3"):
        agent.choose(start)
    assert log.read_text().count("pass") == 1


def test_who_cannot_be_played_by_gtp_is_refused() -> None:
    for game, options in ((find_game("twenty48"), {}), (OTRIO, {"players": 3}), (find_game("puyo"), {})):
        with pytest.raises(ConfigError, match="gtp is for games of two seats without luck and secrets"):
            make_agent("gtp:command=true", game, game.options.read(options))
    with pytest.raises(ConfigError, match="there is no program 'no-such-program'"):
        make_agent("gtp:command=no-such-program -l 3", OTHELLO)
    with pytest.raises(ConfigError, match="gtp needs a program"):
        make_agent("gtp", OTHELLO)
    with pytest.raises(ConfigError, match="No closing quotation"):
        make_agent("gtp:command='x", OTHELLO)
    with pytest.raises(ConfigError, match="command names a file of the server"):
        make_agent("gtp:command=true", OTHELLO, local=False)
    assert "gtp" not in agents_for(OTHELLO), "nobody has named a program"


def test_a_game_from_another_position_is_refused() -> None:
    agent = make_agent("gtp:command=true", OTHELLO)
    assert isinstance(agent, Gtp)
    with pytest.raises(ConfigError, match="only plays othello from its usual start"):
        agent.recall(OTHELLO.notation.read_position("f5", OTHELLO.options()), [])
    assert OTHELLO.start(OTHELLO.options()).to_play != OVER
