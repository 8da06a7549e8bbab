"""The scripts of specification 004, section 4, which are modules of the package, too."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from asobiba.games.twenty48.benchmark import benchmark
from asobiba.games.twenty48.env import Twenty48Env
from tests import processes

SCRIPTS = Path(__file__).parents[3] / "scripts"


def run(script: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return processes.run([sys.executable, SCRIPTS / script, *arguments])


def test_play_random_shows_a_game_to_its_end() -> None:
    result = run("play_random.py", "--seed", "1")

    assert result.returncode == 0, result.stderr
    *_, picture, last = result.stdout.splitlines()
    score, tile = re.fullmatch(r"over: score (\d+), largest tile (\d+)", last).groups()  # type: ignore[union-attr]
    assert picture == f"score {score}   max_tile {tile}"
    assert re.search(r"^(up|right|down|left): \+\d+, a [24] in row [1-4], column [1-4]$", result.stdout, re.MULTILINE)
    assert ": changes nothing" in result.stdout
    module = processes.run([sys.executable, "-m", "asobiba.games.twenty48.play_random", "--seed", "1"])
    assert (module.stdout, module.returncode) == (result.stdout, 0)


@pytest.mark.thorough
def test_benchmark_tells_score_tiles_and_speed() -> None:
    results = [run("benchmark.py", "--games", "20", "--seed", seed) for seed in "112"]

    assert {result.returncode for result in results} == {0}, results[0].stderr
    games, score, *tiles, steps, speed = results[0].stdout.splitlines()
    assert games == "games      20"
    assert re.fullmatch(r"score      \d+\.\d ± \d+\.\d  \(mean, standard error\)", score)
    shares = [float(re.fullmatch(r"tile +\d+ +([\d.]+)%.*", line)[1]) for line in tiles]  # type: ignore[index]
    assert sum(shares) == pytest.approx(100)
    assert re.fullmatch(r"steps      \d+, of which \d+ changed the board", steps)
    assert re.fullmatch(r"speed      [\d,]+ steps/s  \(one core, CPU seconds\)", speed)
    first, again, other = (result.stdout.splitlines()[:-1] for result in results)
    assert first == again != other


def test_benchmark_tells_the_mean_of_a_single_game_and_a_line_for_each_on_request() -> None:
    single, two = (run("benchmark.py", "--games", count, "--log").stdout.splitlines() for count in "12")

    line = r"game +(\d+)  score +(\d+)  tile +\d+  moves +\d+"
    games = [re.fullmatch(line, each) for each in two[:2]]
    assert [each and each[1] for each in games] == ["1", "2"]
    assert single[0] == two[0]
    assert single[1:3] == ["games      1", f"score      {games[0] and games[0][2]}.0  (mean)"]
    assert two[2] == "games      2"
    assert not re.match(line, two[3])


@pytest.mark.parametrize(("steps", "games"), [(10, 0), (1000, "[1-9][0-9]?")])
def test_benchmark_ends_with_what_it_has_when_it_is_interrupted(
    steps: int, games: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    step, left = Twenty48Env.step, iter(range(steps))

    def interrupted(env: Twenty48Env, action: int) -> Any:
        if next(left, None) is None:
            raise KeyboardInterrupt
        return step(env, action)

    monkeypatch.setattr(Twenty48Env, "step", interrupted)
    benchmark(games=1000)

    assert re.match(f"stopped\ngames      {games}\n", capsys.readouterr().out)


@pytest.mark.parametrize("script", ["play_random.py", "benchmark.py"])
@pytest.mark.parametrize("wrong", [("--games", "0"), ("--seed", "-1"), ("--games", "many")])
def test_a_wrong_number_is_named(script: str, wrong: tuple[str, str]) -> None:
    result = run(script, *wrong)

    assert result.returncode == 2
    assert wrong[0] in result.stderr


def test_the_module_benchmark_measures_what_the_script_does() -> None:
    script = run("benchmark.py", "--games", "2").stdout
    module = processes.run([sys.executable, "-m", "asobiba.games.twenty48.benchmark", "--games", "2"]).stdout

    assert module.splitlines()[:-1] == script.splitlines()[:-1]
    assert script.startswith("games      2\nscore ")


def test_a_reader_who_has_seen_enough_ends_the_script_without_a_traceback() -> None:
    done = processes.run(["bash", "-c", f"{sys.executable} {SCRIPTS / 'play_random.py'} --games 200 | head -1"])

    assert (done.stdout, done.stderr) == ("game 1\n", "")
