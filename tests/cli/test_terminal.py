"""The command as a person or a script runs it; with a process of its own where that makes a difference."""

import io
import json
import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from rich.console import Console

from asobiba.cli.parameters import short
from asobiba.cli.prompt import append_record
from asobiba.cli.screen import Screen
from asobiba.core.records import Record, read_records
from asobiba.core.registry import find_game, game_names
from asobiba.online.people import People
from tests import processes
from tests.cli.command import ASOBIBA, LANGUAGE, run, run_alone


def answer(*arguments: str) -> Any:
    """The one line of JSON that a command prints."""
    result = run(*arguments, "--json")
    assert result.returncode == 0, result.stderr
    assert result.stdout.count("\n") == 1
    return json.loads(result.stdout)


@pytest.mark.parametrize(
    ("words", "typed", "status"),
    [
        (["games", "--lang", "ja"], "", 0),
        (["play", "othello", "--seed", "1", "--level", "1"], "d3\na1\nhint\nexit\n", 0),
        (["match", "othello", "random"], "", 2),
        (["dance"], "", 2),
    ],
)
def test_a_process_of_its_own_says_the_same(words: list[str], typed: str, status: int) -> None:
    """Most tests run the command in their own process: see command.py."""
    here, alone = run(*words, typed=typed), run_alone(*words, typed=typed)

    assert here.returncode == alone.returncode == status
    assert (here.stdout, here.stderr) == (alone.stdout, alone.stderr)


def test_perft_ends_in_the_known_number() -> None:
    assert run("perft", "othello", "7").stdout.split()[-1] == "55092"
    assert run("perft", "othello", "5", "--plain").stdout.split()[-1] == "1396"
    assert answer("perft", "othello", "9", "--convention", "B")["counts"][-1] == 3005320


def test_the_games_are_listed() -> None:
    listing = run("games").stdout

    assert all(f"{name}: " in listing for name in game_names())
    assert [found["game"] for found in answer("games")] == list(game_names())


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_analysed_in_one_shape(name: str) -> None:
    found = find_game(name)
    result = answer("analyse", name, "start")

    assert list(result)[:7] == ["game", "position", "to_play", "best", "moves", "exact", "unit"]
    assert result["game"] == name
    assert result["to_play"] == found.start(found.options()).to_play
    assert found.notation.read_position(result["position"], found.options()) == found.start(found.options())
    assert all(set(move) - {"proven", "visits"} == {"move", "value", "unit"} for move in result["moves"])


def test_analysis_names_the_best_move_and_proves_it() -> None:
    board = "XXXOXXXXOXXXXXXXOOXXXXXXOOOXXXXXOOOXXOO-OOOOO---OOOOOOO-OOOOOOO- X"

    result = answer("analyse", "othello", board, "--agent", "minimax:depth=12")

    assert result["best"] == ["h5"]
    assert result["exact"] is True
    assert result["moves"][0] == {"move": "h5", "value": 1.0, "unit": "score", "proven": {"outcome": 1, "plies": 1}}
    assert (
        "h5  proven: a win (plies to the end: 1)  *"
        in run("analyse", "othello", board, "--agent", "minimax:depth=12").stdout
    )


def test_the_solver_says_how_far_the_end_is() -> None:
    position = "R../.R./.../G../.../.../.../.../... R"
    result = answer("analyse", "otrio", position, "-o", "players=2")

    assert result["unit"] == "result"
    assert result["moves"][0] == {"move": "Lc1", "value": 1.0, "unit": "score", "proven": {"outcome": 1, "plies": 1}}
    assert all(abs(move["value"]) <= 1 for move in result["moves"])
    shown = run("analyse", "otrio", position, "-o", "players=2", "--lang", "ja").stdout
    assert "  Lc1  確定: 1 手で勝ち  *" in shown


DASHES = "--XXXXX--OOOXX-O-OOOXXOX-OXOXXOXXOXXXOOXXXOXOXXX--XXXOO--XXXXX-- O"


@pytest.mark.parametrize(
    "words",
    [
        ["analyse", "othello", DASHES, "--json", "--agent", "greedy"],
        ["analyse", "--json", "othello", "--agent=greedy", DASHES],
        ["analyse", "--agent", "greedy", "--json", "othello", *DASHES.split()],
        ["analyse", "--agent", "greedy", "-oscore=discs", "othello", DASHES.lower(), "--json"],
        ["analyse", "--json", "--agent", "greedy", "othello", "--", DASHES],
    ],
)
def test_a_position_that_begins_with_a_dash_is_no_option(words: list[str]) -> None:
    result = run(*words)

    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout)["position"] == DASHES
    assert run("perft", "othello", "1", "--position", DASHES).returncode == 0


def test_every_game_is_analysed_after_a_list_of_moves() -> None:
    for words, position in (
        (["othello", "d3", "c5"], "-------------------X-------XX-----OOO"),
        (["otrio", "Mb2", "Sb2"], ".../.../.../.../GR./.../.../.../... B"),
        (["twenty48", "a1=2", "b1=2", "left"], "4.0.0.0/0.0.0.0/0.0.0.0/0.0.0.0 score=4 due=1"),
        (["puyo", "seed=7", "3u", "3u"], "seed=7 turn=1"),
        (["coppit", "die=3", "box>3", "die=2"], "3:R play=BLUE turn=2 die=2"),
    ):
        assert position in answer("analyse", *words, "--agent", "greedy")["position"]


def test_analysis_of_a_finished_game_has_no_moves() -> None:
    result = answer("analyse", "othello", "d3c3b3d2e1d6d7e3f4")

    assert (result["to_play"], result["best"], result["moves"], result["exact"]) == (-2, [], [], True)


def test_a_match_is_summed_up_and_recorded(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"

    result = answer("match", "othello", "random", "greedy", "--games", "4", "--seed", "3", "--record", str(file))

    assert result["games"] == 4
    assert sum(agent["wins"] for agent in result["agents"]) + result["agents"][0]["draws"] == 4
    shown = run("replay", str(file)).stdout
    assert shown.count("black: ") == 4
    assert result == {
        **answer("match", "othello", "random", "greedy", "--games", "4", "--seed", "3"),
        "agents": result["agents"],
    }


def test_a_match_on_the_clock_says_so(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    words = ("match", "othello", "random", "greedy", "--games", "2", "--clock", "60+1")

    result = answer(*words, "--record", str(file))

    assert result["clock"] == {"total": 3600, "increment": 1}
    assert [agent["out_of_time"] for agent in result["agents"]] == [0, 0]
    assert {record.notes["clock"] for record in read_records(file.read_text().splitlines())} == {"60+1"}
    assert "out of time" in run(*words).stdout
    assert "out of time" not in run(*words[:-2]).stdout


def test_a_match_of_a_game_for_one_tells_scores_and_what_was_reached() -> None:
    words = ("match", "twenty48", "random", "greedy", "--games", "3", "--seed", "3")
    result = answer(*words)

    assert result["milestone"] == "max_tile"
    random, greedy = result["agents"]
    assert set(random) == {
        "agent", "games", "out_of_time", "unfinished", "mean", "standard_error", "median", "quantiles", "best", "rates",
        "moves_per_second", "seconds_per_move", "slowest_move",
    }  # fmt: skip
    assert random["mean"] < greedy["mean"] <= greedy["best"]
    assert next(iter(greedy["rates"].values())) == 1.0
    table = run(*words).stdout
    assert "std error" in table
    assert "wins" not in table
    last = [tile for tile, share in greedy["rates"].items() if share == 1][-1]
    assert f"greedy reached:\n  {last} in 100 %, " in table
    assert f"greedy の到達率:\n  {last} は 100 %, " in run(*words, "--lang", "ja").stdout


@pytest.mark.parametrize("columns", [80, 120])
def test_in_a_narrow_terminal_the_agent_is_folded_and_no_number(columns: int) -> None:
    long, other = "expectimax:evaluation=hand,weights=ntuple,depth=1", "expectimax:evaluation=hand,depth=1"
    words = ("match", "twenty48", long, other, "--games", "2", "--seed", "1")
    keys = ("mean", "standard_error", "median", "best")
    first, second = answer(*words)["agents"]
    table, _, rates = run(*words, COLUMNS=str(columns)).stdout.partition(f"{long} reached:\n")

    assert all(short(agent[key]) in table.split() for agent in (first, second) for key in keys)
    assert max(map(len, table.splitlines())) <= columns
    assert "…" not in table
    assert "".join(line.split()[0] for line in table.splitlines()[1:]) == long + other
    for agent in (first, second):
        reached = [(tile, share) for tile, share in agent["rates"].items() if share < 1]
        assert all(f"{tile} in {share:.0%}".replace("%", " %") in rates for tile, share in reached)


def test_a_table_is_wider_than_a_terminal_that_is_too_narrow_for_its_numbers() -> None:
    shown = io.StringIO()
    rows = [["minimax:depth=3,order=none", "123,456,789", "0.123456789"], ["最善手を打つ棋士", "1", "2"]]
    Screen(Console(file=shown, width=24, soft_wrap=True), "en").table(["agent", "mean", "seconds"], rows, folded=0)

    assert [line.split() for line in shown.getvalue().splitlines()] == [
        ["agent", "mean", "seconds"],
        ["minimax:", "123,456,789", "0.123456789"],
        ["depth=3,"],
        ["order=none"],
        ["最善手を打つ", "1", "2"],
        ["棋士"],
    ]


def test_random_alone_plays_thousands_of_games_at_a_time(tmp_path: Path) -> None:
    (random,) = answer("match", "twenty48", "random", "--games", "12000")["agents"]

    assert (random["games"], random["slowest_move"]) == (12_000, None)
    assert random["rates"]["16"] == 1.0
    (one,) = answer("match", "twenty48", "random", "--games", "1", "--record", str(tmp_path / "game.jsonl"))["agents"]
    assert one["slowest_move"] > 0, "a game that is recorded is played move by move"


def test_agents_are_rated() -> None:
    words = ("rate", "othello", "random", "greedy", "minimax:depth=2", "--games", "2", "--seed", "1")
    first, *_, last = answer(*words)["agents"]

    assert (first["agent"], last["agent"], last["games"]) == ("minimax:depth=2", "random", 4)
    assert last["low"] < last["rating"] < last["high"]
    assert first["against"]["random"] == 1.0
    assert "レート" in run(*words, "--lang", "ja").stdout


def test_levels_are_rated_and_kept(tmp_path: Path) -> None:
    """Four seats: one of the new level against three of the one before."""
    file = tmp_path / "levels.json"
    words = ("rate", "otrio", "--levels", "--games", "4", "--into", str(file))
    first, second, *_ = answer(*words)["levels"]

    assert (first["level"], first["names"]["ja"], first["step"]) == (1, "入門", None)
    assert (second["agent"], second["step"]["games"], second["step"]["even"]) == ("greedy:noise=0.5", 4, 0.25)
    kept = file.read_bytes()
    assert "一つ下のレベルに対して" in run(*words, "--lang", "ja").stdout
    assert file.read_bytes() == kept
    answer(*words, "-o", "losers=zero")
    assert [ladder["options"] for ladder in json.loads(file.read_bytes())] == [{}, {"losers": "zero"}]


@pytest.mark.parametrize("name", game_names())
def test_agents_play_a_whole_game_in_the_terminal(name: str, tmp_path: Path) -> None:
    found = find_game(name)
    seats = ["random"] * len(found.seats(found.options()))
    file = tmp_path / "game.jsonl"

    played = run("play", name, *seats, "--seed", "2", "--record", str(file))
    shown = run("replay", str(file))

    assert played.returncode == shown.returncode == 0, played.stderr + shown.stderr
    assert "unfinished" not in played.stdout + shown.stdout
    assert "\x1b" not in played.stdout
    verdict = played.stdout.splitlines()[-2]
    assert shown.stdout.splitlines()[-1] == verdict


@pytest.mark.parametrize(
    ("name", "lang"),
    [
        pytest.param(name, lang, marks=[] if lang == "en" or name == "otrio" else pytest.mark.slow)
        for name in game_names()
        for lang in ("en", "ja")
    ],
)
def test_a_person_gets_help_and_hints_and_may_undo(name: str, lang: str) -> None:
    result = run("play", name, "--seed", "1", "--lang", lang, typed="help\nhint\nnonsense\nundo\nexit\n")

    assert result.returncode == 0, result.stderr
    assert find_game(name).part(People).help[lang] in result.stdout
    assert {"en": "hint: ", "ja": "ヒント: "}[lang] in result.stdout
    assert {"en": "nothing to take back", "ja": "取り消す手がありません"}[lang] in result.stdout
    assert {"en": "left unfinished", "ja": "途中で終わりました"}[lang] in result.stdout


def test_the_game_of_the_specification() -> None:
    """Human black @, computer white O, d3, a wrong move changes nothing, undo, exit."""
    result = run("play", "othello", typed="d3\na1\nz\nundo\nexit\n")

    assert "black: human, white: level 4, Skilled (" in result.stdout
    assert "5|. . . @ O * . ." in result.stdout
    assert "@ 2   O 2" in result.stdout
    assert re.search("white plays (c3|c5|e3)", result.stdout)
    assert "black to a1: no disc would be turned" in result.stdout
    assert "'z' is no move: write a square from a1 to h8, or pass" in result.stdout
    counts = re.findall(r"@ (\d+)   O (\d+)", result.stdout)
    assert counts == [("2", "2"), ("4", "1"), ("3", "3"), ("2", "2")]


def test_a_forced_pass_is_announced() -> None:
    shown = run("play", "othello", "random", "random", "--seed", "2").stdout

    assert "has no move and passes" in shown


def test_undo_does_not_change_the_luck() -> None:
    def spawns(typed: str) -> list[str]:
        return [
            line for line in run("play", "twenty48", "--seed", "5", typed=typed).stdout.splitlines() if "luck: " in line
        ]

    once = spawns("left\nexit\n") or spawns("up\nexit\n")
    twice = spawns("left\nundo\nleft\nexit\n") or spawns("up\nundo\nup\nexit\n")

    assert once[-1].split("luck: ")[1] == twice[-1].split("luck: ")[1]


def test_japanese_follows_the_environment() -> None:
    assert "途中で終わりました" in run("play", "othello", typed="exit\n", LC_ALL="ja_JP.UTF-8").stdout
    assert "left unfinished" in run("play", "othello", typed="exit\n", LC_ALL="de_DE.UTF-8").stdout


def test_the_menu_plays_and_leaves() -> None:
    result = run(typed="9\nja\n" + "othello\n\n\nexit\n" + "exit\n")

    assert result.returncode == 0
    assert "'9' is no game" in result.stdout
    assert "日本語" in result.stdout
    assert "黒: human, 白: レベル 4 中級 (" in result.stdout
    assert "途中で終わりました" in result.stdout


@pytest.mark.parametrize("words", [[], ["play"]])
def test_the_menu_asks_for_seat_and_level(words: list[str]) -> None:
    result = run(*words, typed="othello\n3\nwhite\n0\n2\nexit\n" + "otrio\nexit\n" + "twenty48\nexit\n" + "exit\n")

    assert result.returncode == 0, result.stderr
    assert "'3' is no choice: type a number from 1 to 2, Enter or exit" in result.stdout
    assert "'0' is no choice: type a number from 1 to 7, Enter or exit" in result.stdout
    assert re.search(r"black: level 2, Casual \((rating \d+|not rated); greedy\), white: human", result.stdout)
    assert result.stdout.count("choose a game") == 4
    assert "red: " not in result.stdout
    assert "player: human" in result.stdout


def test_seat_and_level_are_options_too() -> None:
    shown = run("play", "othello", "--seat", "white", "--level", "1", typed="exit\n").stdout
    assert "black: level 1, Beginner (" in shown
    for level in ("Strong", "上級"):
        assert (
            "black: level 5, Strong (" in run("play", "othello", "--seat", "2", "--level", level, typed="exit\n").stdout
        )
    japanese = run("play", "coppit", "--seat", "緑", "--lang", "ja", typed="exit\n").stdout
    assert re.search(r"赤: レベル 3 中級 .*青: レベル 3 中級 .*緑: human, 黄: レベル 3 中級", japanese)


def test_it_is_a_module_too() -> None:
    result = processes.run([sys.executable, "-m", "asobiba", "perft", "othello", "4"])

    assert (result.returncode, result.stdout.split()[-1]) == (0, "244")


def test_a_legal_square_is_marked_unless_one_wants_to_find_it() -> None:
    assert "3|. . . * . . . ." in run("play", "othello", typed="exit\n").stdout
    bare = run("play", "othello", "--no-marks", typed="d3\nexit\n").stdout
    assert "3|. . . . . . . ." in bare
    assert "3|. . . @ . . . ." in bare
    assert "*" not in bare


def test_the_end_of_a_stuck_game_is_explained() -> None:
    moves = "f5f4c3e6f7g6g4e8g8g5h5"
    typed = "".join(f"{moves[at : at + 2]}\n" for at in range(0, len(moves), 2))

    for lang, sentence in (("en", "neither side can move"), ("ja", "どちらも打てる手がありません")):
        shown = run("play", "othello", "human", "human", "--lang", lang, typed=typed).stdout
        assert shown.count(sentence) == 1
        assert shown.index(sentence) < shown.rindex("@ 14   O 1")


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("en", "black to a1: no disc would be turned"), ("ja", "黒 a1: そこでは相手の石を一つも返せません")],
)
def test_an_illegal_move_is_refused_with_its_reason(lang: str, sentence: str) -> None:
    assert sentence in run("play", "othello", "--lang", lang, typed="a1\nexit\n").stdout


@pytest.mark.parametrize(
    ("lang", "roll", "again", "captures", "banks"),
    [
        ("en", "red rolls ", "rolls again after a 6", r"(red|blue|green|yellow) captures \d \w+ hats?", "banks 1 "),
        (
            "ja",
            "赤がサイコロを振り、",
            "6 が出たので",
            "[赤青緑黄]が帽子をつかまえました: [赤青緑黄] ",
            "捕虜を箱に確保しました",
        ),
    ],
)
def test_coppit_tells_what_happens(lang: str, roll: str, again: str, captures: str, banks: str) -> None:
    shown = run("play", "coppit", *["greedy"] * 4, "--seed", "5", "--lang", lang, "-o", "max_turns=200").stdout

    assert all(sentence in shown for sentence in (roll, again, banks))
    assert re.search(captures, shown)
    assert "die=" not in shown


def test_a_person_at_coppit_sees_the_own_move_and_all_of_the_others() -> None:
    """At a terminal: the roll, the board, the prompt; after the move the board again, then three rolls of others."""
    shown = at_a_terminal(["play", "coppit", "--seed", "3"], ["box>5", "exit"])
    rolled, *_ = re.findall("red rolls 5|blue rolls [1-6]|green rolls [1-6]|yellow rolls [1-6]", shown)
    after = shown.split("box>5")[1]

    assert rolled == "red rolls 5"
    assert after.index("turn 2: BLUE rolls") < after.index("blue rolls ") < after.index("blue plays ")
    assert after.index("yellow rolls ") < after.index("red> ")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "otello"], "did you mean 'othello'?"),
        (["play", "othello", "human"], "othello has 2 seats (black, white): name 2 players"),
        (["play", "othello", "human", "magic"], "no agent is named 'magic'"),
        (
            ["play", "othello", "-o", "score=big"],
            "option score=big of OthelloOptions: allowed is result or discs or count",
        ),
        (["play", "othello", "--level", "99"], "level 99: othello has the levels 1 to "),
        (["play", "othello", "--level", "0"], "level 0: othello has the levels 1 to "),
        (["play", "othello", "--seat", "green"], "--seat green: allowed is black, white, or a number from 1 to 2"),
        (["play", "othello", "human", "human", "--level", "1"], "--seat and --level choose who sits where"),
        (["play", "othello", "-o", "score"], "--option score: write each once, as KEY=VALUE"),
        (["play", "othello", "--lang", "fr"], "--lang fr: allowed is en or ja"),
        (["perft", "othello", "many"], "Invalid value for"),
        (["perft", "othello", "3", "--convention", "Z"], "--convention Z: allowed is A, B or C"),
        (["match", "othello", "random"], "othello has 2 seats"),
        (["match", "othello", "random", "random", "--clock", "5:00"], "clock 5:00: write minutes"),
        (["play", "othello", "--clock", "0"], "clock 0: write minutes"),
        (["match", "othello", "random", "random", "--games", "0"], "Invalid value for '--games'"),
        (["rate", "coppit", "--games", "6"], "games=6: allowed is a multiple of 4, the seats of coppit"),
        (["rate", "othello", "--levels", "greedy"], "--levels rates the levels of the game: leave out the agents"),
        (["rate", "othello", "--into", "levels.json"], "--into keeps the results of levels: write --levels, too"),
        (["rate", "othello", "--levels", "--into", "README.md"], "--into README.md: what was measured of levels"),
        (["rate", "othello", "random", "magic", "--games", "2"], "no agent is named 'magic'"),
        (["analyse", "othello", "d3d3"], "move 2 of the transcript: white to d3: the square is taken"),
        (["analyse", "othello", "start", "--agent", "random"], "agent 'random' gives no values"),
        (["analyse", "othello", "start", "--jsn"], "No such option: --jsn"),
        (["analyse", "othello", "--agnt=greedy", "start"], "No such option: --agnt"),
        (["analyse", "othello", "start", "-x"], "No such option: -x"),
        (["analyse", "othello", "--XXXXX--"], "a position is 64 squares and the side to move, 65 letters; found 9"),
        (["replay", "no-such-file"], "cannot read no-such-file"),
        (["dance"], "No such command 'dance'"),
    ],
)
def test_wrong_input_is_one_line_and_exit_code_2(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)

    assert result.returncode == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert sentence in result.stderr


@pytest.mark.parametrize(
    "broken",
    [b"\xff\xfe", b"{}\n", b"", b'{"record":1,"game":"othello","rules":1,"seats":["a","b"]}\n{"seat":0,"action":0}\n'],
)
def test_a_broken_record_is_refused_whole(broken: bytes, tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    file.write_bytes(broken)

    result = run("replay", str(file))

    assert result.returncode == (2 if broken else 0)
    assert result.stdout == ""
    assert result.stderr.count("\n") == (1 if broken else 0)
    assert "Traceback" not in result.stderr


def test_the_end_of_input_leaves_politely() -> None:
    for arguments in (["play", "othello"], []):
        result = run_alone(*arguments, typed="")
        assert (result.returncode, result.stderr) == (0, "")


def test_a_closed_pipe_leaves_no_traceback() -> None:
    shell = f"{' '.join(map(repr, ASOBIBA))} play othello random random --seed 1 | head -n 1"

    result = processes.run(["sh", "-c", shell])

    assert result.stderr == ""
    assert result.stdout.count("\n") == 1


def test_ctrl_c_tells_what_came_of_the_finished_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    words = ["match", "othello", "random", "random", "--games", "1000000", "--record", str(file), "--json"]
    with processes.started([*ASOBIBA, *words]) as process:
        while not (file.exists() and file.stat().st_size) and process.poll() is None:
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        told, errors = process.communicate(timeout=processes.SECONDS)

    assert process.returncode == 130
    assert errors == ""
    first, second = json.loads(told)["agents"]
    kept = list(read_records(file.read_text().splitlines()))
    assert json.loads(told)["games"] == first["wins"] + first["draws"] + first["losses"] == len(kept) > 0
    assert first["wins"] == second["losses"]


@pytest.mark.parametrize(
    ("words", "games", "sentence"),
    [
        (["othello", "random", "greedy"], 3, "stopped: 3 of 9 games were finished"),
        (["twenty48", "random", "greedy"], 2, "stopped: 3 of 18 games were finished"),
    ],
)
def test_a_game_that_has_ended_is_kept_and_counted_though_ctrl_c_comes_between(
    words: list[str], games: int, sentence: str, tmp_path: Path
) -> None:
    """SIGINT comes when the third game is about to be written. Alone, the first agent has played twice by then."""
    for number, lang in enumerate([["--json"], [], ["--lang", "ja"]]):
        file = tmp_path / f"{number}.jsonl"
        with patch("asobiba.cli.match.append_record", InterruptedAt(3)):
            result = run("match", *words, "--games", "9", "--record", str(file), *lang)
        assert (result.returncode, result.stderr) == (130, "")
        assert len(list(read_records(file.read_text().splitlines()))) == 3
        if number == 0:
            assert json.loads(result.stdout)["games"] == games
        else:
            assert {1: sentence, 2: "3 局が終了"}[number] in result.stdout
            assert "greedy" in result.stdout


class InterruptedAt:
    def __init__(self, number: int) -> None:
        self.number = number

    def __call__(self, path: Path, record: Record) -> None:
        self.number -= 1
        if self.number == 0:
            os.kill(os.getpid(), signal.SIGINT)
        append_record(path, record)


def test_ctrl_c_before_the_first_game_has_ended_says_so() -> None:
    words = ("match", "othello", "random", "random", "--games", "9")
    with patch("asobiba.arena.series.play", side_effect=KeyboardInterrupt):
        people, programs = run(*words), run(*words, "--json")

    assert (people.returncode, people.stdout) == (130, "stopped: 0 of 9 games were finished\n")
    assert (programs.returncode, json.loads(programs.stdout)["games"]) == (130, 0)


def test_ctrl_c_in_thousands_of_random_games_tells_those_of_the_parts_that_have_ended() -> None:
    words = ("match", "twenty48", "random", "--games", "30000")
    with patch("asobiba.cli.screen.Screen.count", side_effect=[None, KeyboardInterrupt]):
        result = run(*words, "--json")

    told = json.loads(result.stdout)
    assert (result.returncode, told["games"], told["agents"][0]["games"]) == (130, 20_000, 20_000)


@pytest.mark.parametrize(("environment", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_colour_on_a_terminal_unless_it_is_not_wanted(
    environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    shown = at_a_terminal(["play", "othello", "random", "random", "--seed", "1"], [], **environment)

    assert ("\x1b[1;32m" in shown) == coloured
    assert "wins" in shown or "draw" in shown


def at_a_terminal(arguments: list[str], typed: list[str], **environment: str) -> str:
    """Everything that it shows to somebody who types these lines, each when he is asked."""
    master, slave = pty.openpty()
    command, around = [*ASOBIBA, *arguments], {**LANGUAGE, "TERM": "xterm-256color", **environment}
    with processes.started(command, environment=around, stdin=slave, stdout=slave, stderr=slave) as process:
        os.close(slave)
        shown = read_all(master, typed)
        assert process.wait(processes.SECONDS) == 0
    return shown


def read_all(master: int, typed: list[str]) -> str:
    """Everything that a terminal shows until its program ends."""
    shown, lines = b"", iter(typed)
    while select.select([master], [], [], 60)[0]:
        try:
            part = os.read(master, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
        if shown.endswith(b"> ") and (line := next(lines, None)) is not None:
            os.write(master, f"{line}\n".encode())
    os.close(master)
    return shown.decode()
