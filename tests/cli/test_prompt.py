"""What a person may type instead of a move."""

import io
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from rich.console import Console

from asobiba.agents.files import Source
from asobiba.agents.levels import levels_of
from asobiba.cli.prompt import Session, append_record
from asobiba.cli.screen import Screen
from asobiba.cli.texts import TEXTS
from asobiba.core.clock import TimeControl
from asobiba.core.records import Record, read_records
from asobiba.core.registry import find_game, game_names
from asobiba.games.othello.ggf import GGF
from asobiba.games.othello.notation import after_transcript, write_transcript
from asobiba.games.othello.rules import OthelloOptions, Position
from tests.cli.command import run
from tests.watches import Watch

OTHELLO = find_game("othello")


def played(*lines: str, game: str = "othello", lang: str = "en") -> str:
    result = run("play", game, "--seed", "1", "--level", "1", "--lang", lang, typed="\n".join([*lines, "exit", ""]))
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_a_move_is_taken_back_and_played_again() -> None:
    shown = played("redo", "f5", "undo", "redo", "transcript", "undo", "d3", "redo", "transcript")

    assert shown.count("there is nothing to play again") == 2
    assert shown.count("played again\n") == 1
    first, second = re.findall(r"^(?:black> )?([a-h][1-8] [a-h][1-8])$", shown, re.MULTILINE)
    assert (first[:2], second[:2]) == ("f5", "d3")


def test_the_game_goes_on_from_another_position_and_is_saved_with_it(tmp_path: Path) -> None:
    file, ggf = tmp_path / "game.jsonl", tmp_path / "game.ggf"
    board = OTHELLO.notation.write_position(after_transcript("f5d6", OthelloOptions()))
    shown = played(
        "setboard nonsense", f"setboard {board}", "c3", f"save {file}", f"save {ggf}", "save game.pgn", "save /no/x.ggf"
    )

    assert "a position is 64 squares" in shown
    (record,) = read_records(file.read_text().splitlines())
    assert record.start is not None
    assert write_transcript(ply.action for ply in record.plies).startswith("c3")
    assert "BO[8 " in ggf.read_text()
    assert "save game.pgn: allowed are names that end in .jsonl, .txt, .ggf, .wtb" in shown
    assert "cannot write /no/x.ggf: No such file or directory" in shown


def test_a_list_of_moves_is_the_game_from_its_start(tmp_path: Path) -> None:
    records, text, base = (tmp_path / f"game.{suffix}" for suffix in ("jsonl", "txt", "ggf"))
    shown = played("setboard f5d6c3d3", "transcript", f"save {records}", f"save {text}", f"save {base}", "setboard")

    assert "f5 d6 c3 d3\n" in shown
    (record,) = read_records(records.read_text().splitlines())
    assert record.start is None
    assert write_transcript(ply.action for ply in record.plies)[:8] == "f5d6c3d3"
    assert text.read_text().startswith("f5d6c3d3")
    (again,) = GGF.read([Source("game.ggf", base.read_bytes())], OTHELLO.options())
    assert isinstance(again, Record)
    assert again.plies == record.plies


def test_the_moves_of_any_game_are_kept_and_those_of_a_position_are_not_known() -> None:
    otrio = played("setboard Sa1 Mb2", "transcript", game="otrio")
    assert re.search("^(?:.*> )?Sa1 Mb2", otrio, re.MULTILINE)
    board = OTHELLO.notation.write_position(Position())
    assert re.search("^(?:black> )?d3 [a-h][1-8]$", played(f"setboard {board}", "d3", "transcript"), re.MULTILINE)


def test_a_game_that_was_left_for_a_position_comes_back() -> None:
    shown = played("d3", "transcript", "setboard f5d6c3d3", "transcript", "undo", "transcript", "redo", "transcript")
    first, set_up, back, again = re.findall(r"^(?:black> )?((?:[a-h][1-8] )+[a-h][1-8])$", shown, re.MULTILINE)

    assert first.startswith("d3 ")
    assert set_up.startswith("f5 d6 c3 d3")
    assert (back, again) == (first, set_up)
    shown = played("d3", "setboard f5d6", "c3", "undo", "undo", "undo", "undo")
    assert shown.count("taken back") == 3
    assert shown.count("there is nothing to take back") == 1


def test_any_agent_may_take_the_computers_seat() -> None:
    shown = played("level engine:level=12", "level 12", "level minimax:depth=99", "level human", "f5", "level 2")

    assert shown.count("*    engine:level=12") == 0
    assert shown.count("* 7  ") == 1
    assert "level 12: othello has the levels 1 to 7" in shown
    assert "and the agents random, greedy, " in shown
    assert "agent 'minimax:depth=99'" in shown
    assert "level human: othello has the levels" in shown
    assert shown.count("* 2  ") == 1
    assert "*    minimax:depth=1\n" in played("level minimax:depth=1", "d3")


def test_words_that_cannot_be_meant_are_told_what_is_allowed() -> None:
    shown = played("hint x", "hint 0", "hint -1", "hint 1.5", "hint 2")

    assert shown.count("write how many moves to name, from 1 on, such as hint 3") == 4
    assert shown.count("hint: ") == 1


def test_the_level_is_told_and_changed() -> None:
    last = levels_of(OTHELLO, OTHELLO.options())[-1]
    shown = played("level", f"level {last.number}", "level 99", "level beginner")

    assert shown.count("* 1  Beginner") == 2
    assert shown.count(f"* {last.number}  Master") == 1
    assert f"level 99: othello has the levels 1 to {last.number}" in shown
    alone = played("level", game="twenty48")
    assert "no computer plays here" in alone


def test_every_move_is_analysed_and_as_many_hints_are_given_as_wanted() -> None:
    shown = played("analyze", "hint 1", "hint 4")

    assert "estimated values, in " in shown
    assert len(re.findall(r"^  (?:d3|c4|f5|e6)  -?\d", shown, re.MULTILINE)) == 4
    one, four = re.findall(r"hint: (.*) \(", shown)
    assert (one.count(","), four.count(",")) == (0, 3)


def test_a_position_that_is_over_is_not_set_up() -> None:
    assert "the game is over" in played("setboard d3c3b3d2e1d6d7e3f4")


@pytest.mark.parametrize("game", game_names())
def test_every_game_has_the_commands_in_both_languages(game: str) -> None:
    shown = played("help", "analyze", "level", "transcript", "setboard start", "redo", game=game, lang="ja")

    assert TEXTS["ja"]["play.help"].split("\n")[-1] in shown
    assert TEXTS["ja"]["play.nothing_to_redo"] in shown


class Typing:
    """Three seconds a line."""

    def __init__(self, watch: Watch, *lines: str) -> None:
        self.watch, self.lines = watch, iter(lines)

    def readline(self) -> str:
        self.watch.seconds += 3.0
        line = next(self.lines, None)
        return "" if line is None else f"{line}\n"


class Muser:
    """Plays the first legal move, and counts the positions about which it has thought beforehand."""

    def __init__(self) -> None:
        self.pondered: list[Position] = []
        self.is_pondering = False

    def choose(self, state: Position) -> int:
        assert not self.is_pondering
        return state.legal()[0]

    @contextmanager
    def pondering(self, state: Position) -> Iterator[None]:
        self.pondered.append(state)
        self.is_pondering = True
        yield
        self.is_pondering = False


@pytest.mark.parametrize("ponders", [True, False])
def test_a_computer_thinks_while_a_person_does(ponders: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("d3\ntranscript\n"))
    screen, muser = Screen(Console(file=io.StringIO()), "en"), Muser()
    session = Session(OTHELLO, OTHELLO.options(), ["human", "greedy"], 1, screen, ponders=ponders)
    session.agents[1] = muser
    session.play()

    first, after = session.states[0], session.states[-1]
    assert muser.pondered == ([first, after, after] if ponders else [])
    assert "engine" in run("play", "othello", "human", "engine:level=2", "--ponder", typed="d3\nexit\n").stdout


def on_clock(monkeypatch: pytest.MonkeyPatch, *lines: str, lang: str = "en") -> tuple[Session, str]:
    """A game of ten seconds and one more after each move; what was shown of it."""
    watch, shown = Watch(), io.StringIO()
    monkeypatch.setattr(sys, "stdin", Typing(watch, *lines))
    screen = Screen(Console(file=shown, highlight=False, soft_wrap=True), lang)
    control = TimeControl(10.0, 1.0)
    session = Session(OTHELLO, OTHELLO.options(), ["human", "greedy"], 1, screen, clock=control, now=watch.now)
    session.play()
    return session, shown.getvalue()


def test_a_person_whose_time_is_over_has_lost(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    session, shown = on_clock(monkeypatch, "d3", "help", "transcript", "hint", "undo")

    assert re.findall("black ([0-9.:]+)> ", shown) == ["0:10", "8.0", "5.0", "2.0"]
    assert shown.endswith("black has no time left\nwhite wins\n")
    record = session.record()
    assert [ply.seconds for ply in record.plies] == [3.0, 0.0]
    assert (record.returns, record.reason, record.places) == ((-1.0, 1.0), "time", (2, 1))
    append_record(tmp_path / "game.jsonl", record)
    assert run("replay", str(tmp_path / "game.jsonl")).stdout.endswith("black has no time left\nwhite wins\n")
    assert "黒 は時間切れです" in on_clock(monkeypatch, "d3", "help", "help", "help", lang="ja")[1]


def test_what_is_taken_back_brings_no_time_back_and_a_new_position_does(monkeypatch: pytest.MonkeyPatch) -> None:
    session, shown = on_clock(monkeypatch, "d3", "undo", "setboard f5d6", "c3", "exit")

    assert re.findall("black ([0-9.:]+)> ", shown) == ["0:10", "8.0", "5.0", "0:10", "8.0"]
    assert "unfinished" in shown
    assert (session.record().returns, session.record().reason) == (None, None)
    assert session.record().notes == {"clock": "0.1666666667+1"}


def test_the_clock_of_the_game_that_was_left_comes_back_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    _, shown = on_clock(monkeypatch, "d3", "setboard f5d6", "undo", "exit")

    assert re.findall("black ([0-9.:]+)> ", shown) == ["0:10", "8.0", "0:10", "5.0"]


def test_without_a_clock_nobody_looks_at_the_time() -> None:
    shown = played("d3")

    assert shown.count("black> ") == 2
