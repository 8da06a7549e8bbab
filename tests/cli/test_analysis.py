"""`asobiba analyse` of suites and of whole games, and to the end; single positions are in test_terminal.py."""

import itertools
import json
import re
import subprocess
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from asobiba.agents.spec import make_agent
from asobiba.bench.adaptors.othello import problems
from asobiba.core.match import play
from asobiba.core.records import write_record
from asobiba.core.registry import find_game
from asobiba.games.othello.engine.engine import Engine
from tests.cli import command

ENDING = problems()[0]
BOARD = f"{ENDING.board} {ENDING.side}"
ENGINE = "engine:depth=3,exact=8"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return command.run("analyse", *arguments)


def told(*arguments: str) -> list[dict[str, Any]]:
    result = run(*arguments, "--json")
    assert result.returncode == 0, result.stderr
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_exactly_every_move_is_told_in_discs() -> None:
    (found,) = told("othello", BOARD, "--exact")

    assert {each["move"]: each["value"] for each in found["moves"]} == ENDING.values
    assert {each["unit"] for each in found["moves"]} == {"discs"}
    assert (found["exact"], found["depth"], found["certainty"]) == (True, ENDING.empties, 1.0)
    assert found["line"][0] == found["best"][0] == "g8"


def test_a_suite_is_a_line_for_each_position(tmp_path: Path) -> None:
    suite = tmp_path / "suite"
    suite.write_text(
        f"# an ending as suites of other programs have it, and the start\n{BOARD};g8:+18;h1:+12;\n\nstart # too\n"
    )

    found = told("othello", "--file", str(suite), "--agent", "engine:level=3")
    assert [each["line_number"] for each in found] == [2, 4]
    assert found[1]["depth"] == 2
    assert (
        run("othello", "--file", str(suite), "--agent", "engine:level=10")
        .stdout.splitlines()[0]
        .startswith("2  g8  +18")
    )


def test_a_whole_game_says_what_each_move_cost(tmp_path: Path) -> None:
    game = find_game("othello")
    agents = [make_agent("random", game, seed=1), make_agent(ENGINE, game, seed=1)]
    (tmp_path / "games").write_text(write_record(play(game, agents, game.options(), seed=1)))

    found = told("othello", "--games", str(tmp_path / "games"), "--agent", ENGINE)
    lost = {seat: sum(each["loss"] for each in found if each["seat"] == seat) for seat in ("black", "white")}
    assert lost["black"] > 50 > lost["white"] == 0
    assert {each["unit"] for each in found} == {"discs"}
    assert all((each["loss"] == 0) == (each["move"] in each["best"]) for each in found)


def test_games_of_other_programs_are_judged_alike(tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("f5d6c3\nf5f4\n")
    (tmp_path / "wrong.txt").write_text("f5a1\n")

    found = told("othello", "--games", str(tmp_path / "games.txt"), "--agent", "engine:level=3")
    assert [(each["game"], each["ply"], each["move"]) for each in found] == [
        (1, 1, "f5"), (1, 2, "d6"), (1, 3, "c3"), (2, 1, "f5"), (2, 2, "f4"),
    ]  # fmt: skip
    assert found[4]["loss"] > found[1]["loss"]
    assert "game 1, byte 2" in run("othello", "--games", str(tmp_path / "wrong.txt")).stderr


TILES = "2.4.8.2/0.2.16.64/0.0.4.128/0.0.0.2 score=1200"


@pytest.mark.slow
def test_alone_the_chance_of_what_comes_next_is_told_with_its_interval() -> None:
    (found,) = told("twenty48", TILES, "--outlook", "30")

    assert found["outlook"] == {"games": 30, "policy": "ntuple", "milestone": "max_tile"}
    for move in found["moves"]:
        chances = move["outlook"]["chances"]
        assert list(chances)[:2] == ["256", "512"]
        shares = [chance["value"] for chance in chances.values()]
        assert shares == sorted(shares, reverse=True)
        assert all(chance["low"] <= chance["value"] <= chance["high"] for chance in chances.values())
        assert move["outlook"]["score"]["value"] > 5_000
    shown = run("twenty48", TILES, "--outlook", "30", "--lang", "ja").stdout
    assert "ntuple が最後まで打った 30 局" in shown
    assert "256 100% (89–100%)" in shown
    (bare,) = told("twenty48", TILES, "--outlook", "0")
    assert "outlook" not in {*bare, *bare["moves"][0]}


def test_on_a_small_board_every_slide_is_worth_points_to_the_last_digit() -> None:
    (found,) = told("twenty48", "4.4/2.0 score=12", "-o", "rows=2", "-o", "columns=2", "--outlook", "0")

    assert (found["exact"], found["unit"]) == (True, "points")
    assert (
        found == told("twenty48", "4.4/2.0 score=12", "-o", "rows=2", "-o", "columns=2", "--exact", "--outlook", "0")[0]
    )


def test_a_game_alone_is_summed_up_in_points(tmp_path: Path) -> None:
    game = find_game("twenty48")
    options = game.options(rows=2, columns=3)
    records = [play(game, [make_agent(spec, game, options, seed=1)], options, seed=1) for spec in ("random", "solver")]
    (tmp_path / "games").write_text("".join(map(write_record, records)))

    found = told("twenty48", "--games", str(tmp_path / "games"))
    lost = {number: [each["loss"] for each in found if each["game"] == number] for number in (1, 2)}
    assert sum(lost[1]) > 100 > sum(lost[2]) == 0
    lines = run("twenty48", "--games", str(tmp_path / "games")).stdout.splitlines()
    first, second = (at for at, line in enumerate(lines) if line.startswith("player: "))
    kept = sum(loss == 0 for loss in lost[1])
    assert lines[first].startswith(f"player: {kept} of {len(lost[1])} moves were best; given away: ")
    assert lines[first].endswith("(points)")
    worst = [float(line.split("-")[1].split()[0]) for line in lines[first + 1 : first + 4]]
    assert worst == pytest.approx(sorted(lost[1], reverse=True)[:3], rel=1e-3)
    assert "given away: 0 (points)" in lines[second]
    assert lines[second + 1 :] == []


def test_values_that_differ_look_different() -> None:
    words = ("twenty48", "2.4.0/0.2.0 score=4", "-o", "rows=2", "-o", "columns=3", "--outlook", "0")
    (found,) = told(*words)
    lines = [line.split() for line in run(*words).stdout.splitlines()[-3:]]

    assert found["best"] == ["down"]
    assert lines[0][::2] == ["down", "*"]
    shown = [float(line[1]) for line in lines]
    assert shown == sorted(set(shown), reverse=True)
    assert shown == pytest.approx([move["value"] for move in found["moves"]], abs=0.001)


def test_of_an_evaluation_people_see_the_order_and_programs_the_numbers(tmp_path: Path) -> None:
    """On 5x5 the adviser of 2048 knows nothing but larger and smaller."""
    words = ("twenty48", "a1=2", "c2=4", "-o", "rows=5", "-o", "columns=5", "--outlook", "0")
    (found,) = told(*words)
    assert found["unit"] == "evaluation"
    values = [move["value"] for move in found["moves"]]
    places = [f"{values.index(value) + 1}" for value in values]

    shown = run(*words).stdout.partition("the moves in order, as far as can be told\n")[2].splitlines()
    assert [re.findall(r"\d+", line) for line in shown] == [[place] for place in places]
    assert shown[0].endswith("  1st  *")
    assert "1 位  *" in run(*words, "--lang", "ja").stdout
    (tmp_path / "suite").write_text("a1=2 c2=4\n")
    (line,) = run("twenty48", "--file", str(tmp_path / "suite"), *words[3:7]).stdout.splitlines()
    assert line == f"1  {'/'.join(found['best'])}  a1=2 c2=4"


@pytest.mark.parametrize(
    ("name", "options", "agents"),
    [
        ("twenty48", {"target": 64, "stop_at_target": True}, ["greedy"]),
        ("otrio", {"players": 2}, ["random", "random"]),
    ],
)
def test_of_a_game_no_number_of_an_evaluation_is_told(
    name: str, options: dict[str, Any], agents: list[str], tmp_path: Path
) -> None:
    """What reaches the target is worth millions; what wins in fewer moves, more. Neither is a number for people."""
    game = find_game(name)
    chosen = game.options(**options)
    record = play(game, [make_agent(spec, game, chosen, seed=1) for spec in agents], chosen, seed=2)
    (tmp_path / "games").write_text(write_record(record))

    found = told(name, "--games", str(tmp_path / "games"))
    assert set(found[0]) == {"game", "ply", "seat", "move", "loss", "best", "unit", "exact"}
    assert max(each["loss"] for each in found) > 2, "raw"
    shown = run(name, "--games", str(tmp_path / "games")).stdout
    assert "evaluation" not in shown
    assert {float(number) for number in re.findall(r" -([\d,.]+)", shown)} <= {1.0, 2.0}, "a draw or a game"
    assert re.search(r"  \d(st|nd|rd|th) \(", shown)
    assert "moves were best" in shown


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["othello"], "name one of a position, --file or --games"),
        (["othello", "start", "--file", "x"], "name one of a position, --file or --games"),
        (["othello", "--file", "nowhere"], "cannot read nowhere"),
        (["othello", "--games", "nowhere"], "cannot read nowhere"),
        (["puyo", "start", "--exact"], "nobody judges puyo exactly"),
        (["othello", "start", "--exact", "--agent", "greedy"], "--exact and --agent: allowed is one of them"),
    ],
)
def test_wrong_input_is_a_sentence(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)

    assert result.returncode == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    (tmp_path / "suite").write_text("start\nzzz\n")

    assert "line 2 of" in run("othello", "--file", str(tmp_path / "suite"), "--agent", "greedy").stderr


@pytest.mark.parametrize("words", [["--json"], ["--exact", "--json"], ["--exact"]])
def test_ctrl_c_tells_what_was_found_until_then(words: list[str]) -> None:
    look, looks = Engine.look, itertools.count(1)

    def interrupted(engine: Engine, *given: Any, **named: Any) -> bool:
        if next(looks) == 4:
            raise KeyboardInterrupt
        return look(engine, *given, **named)

    with patch.object(Engine, "look", interrupted):
        result = run("othello", "f5d6c3", *words)

    assert result.returncode == 130
    if "--json" in words:
        found = json.loads(result.stdout)
        assert (found["stopped"], found["exact"], found["depth"]) == (True, False, 3)
        assert len(found["moves"]) == 4
    else:
        assert "depth 3, 87% sure" in result.stdout


@pytest.mark.parametrize(
    ("position", "opening"),
    [
        ("f5d6c3d3c4f4f6f3", "Comp'Oth"),
        ("f5d6c3d3c4f4f6f3e6e7", "Comp'Oth"),
        (f"{ENDING.board} {ENDING.side}", None),
    ],
)
def test_an_opening_is_named_by_the_whole_line(position: str, opening: str | None, tmp_path: Path) -> None:
    file = tmp_path / "suite.txt"
    file.write_text(f"{position}\n")

    for words in (("othello", position), ("othello", "--file", str(file))):
        (found,) = told(*words, "--agent", "engine:depth=1")
        assert found.get("opening", {}).get("en") == opening
    assert ("opening: " in run("othello", position, "--agent", "engine:depth=1").stdout) == (opening is not None)
