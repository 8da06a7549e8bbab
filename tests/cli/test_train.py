"""`asobiba train` as a person runs it: a few seconds, Ctrl-C, resume, refusals."""

import json
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests import processes
from tests.cli.command import ASOBIBA, run

TINY = """
total_episodes = {episodes}
parallel_games = 4
hidden = 8
learning_starts = 2
batch_size = 16
memory_size = 256
updates_per_step = 1
max_turns = 20
evaluation_frequency = 1000
save_frequency = 1000
evaluation_games = 4
"""


def train(*arguments: object) -> subprocess.CompletedProcess[str]:
    return run("train", *map(str, arguments))


def settings(folder: Path, episodes: int) -> Path:
    path = folder / "tiny.toml"
    path.write_text(TINY.format(episodes=episodes))
    return path


def test_a_training_runs_to_its_end(tmp_path: Path) -> None:
    result = train("puyo", "--config", settings(tmp_path, 20), "--out", tmp_path / "run", "--seed", 3)

    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("finished after 2")
    about = json.loads((tmp_path / "run" / "run.json").read_text())
    assert (about["status"], about["config"]["seed"]) == ("finished", 3)
    recipe = json.loads((tmp_path / "run" / "policy.json").read_text())
    assert (
        recipe["command"] == f"asobiba train puyo --config {tmp_path / 'tiny.toml'} --out {tmp_path / 'run'} --seed 3"
    )
    again = train("puyo", "--out", tmp_path / "run")
    assert again.returncode == 2
    assert "has a training already" in again.stderr


def test_every_setting_is_an_option_of_the_command(tmp_path: Path) -> None:
    result = train(
        "twenty48", "ntuple", "--net", "0123", "--games=40", "--step-games", 20, "--out", tmp_path, "--seed", 3
    )

    assert result.returncode == 0, result.stderr
    assert result.stdout.startswith("finished after 40 games")
    chosen = json.loads((tmp_path / "run.json").read_text())["config"]
    assert (chosen["net"], chosen["total_games"], chosen["step_games"], chosen["seed"]) == ("0123", 40, 20, 3)


def test_without_a_game_it_says_what_there_is() -> None:
    result = train()

    assert result.returncode == 0, result.stderr
    assert "puyo dqn: double DQN over afterstates" in result.stdout


@pytest.mark.thorough
def test_ctrl_c_saves_and_resume_goes_on(tmp_path: Path) -> None:
    config, out = settings(tmp_path, 10**6), tmp_path / "run"
    command = [*ASOBIBA, "train", "puyo", "--config", str(config), "--out", str(out)]
    with processes.started(command) as process:
        deadline = time.monotonic() + processes.SECONDS
        while not (out / "run.json").exists() and process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=processes.SECONDS)

    assert process.returncode == 130, errors
    assert output.startswith("stopped after ")
    assert "Traceback" not in errors
    assert os.listdir(out).count("checkpoint.npz") == 1
    resumed = train("puyo", "--resume", "--out", out, "--minutes", 0.01)
    assert resumed.returncode == 0, resumed.stderr
    assert int(resumed.stdout.split()[2]) >= int(output.split()[2])


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("chess",), "no game is named 'chess'; games: "),
        (("puyo", "tarot"), "puyo has no method 'tarot'; methods: dqn"),
        (("puyo", "-o", "gamma=2"), "option gamma=2.0 of SelfPlaySettings: allowed is a number from 0.0 to 1.0"),
        (("puyo", "-o", "colors=5"), "dqn cannot learn puyo so: it plays with the default options"),
        (("puyo", "-o", "gamma"), "--option gamma: write each once, as KEY=VALUE"),
        (("puyo", "--gamma", "2"), "option gamma=2.0 of SelfPlaySettings: allowed is a number from 0.0 to 1.0"),
        (("puyo", "--colours", "2"), "SelfPlaySettings has no option 'colours'; its options: "),
        (("puyo", "--gamma"), "--gamma: a setting needs a value, --gamma VALUE"),
        (("puyo", "--gamma", "--resume"), "--gamma: a setting needs a value, --gamma VALUE"),
        (("puyo", "--episodes", "2", "-o", "total_episodes=3"), "write each once, it is total_episodes"),
        (("puyo", "--ray", "local"), "SelfPlaySettings has no option 'ray'; its options: "),
        (("otrio", "alphazero", "--ray", "there"), "ray=there: allowed is local, or the HOST:PORT of a cluster"),
        (("puyo", "--resume", "--out", "nowhere"), "there is no checkpoint nowhere"),
        (("puyo", "--resume", "--seed", "1"), "--seed: a training that is resumed keeps its own"),
        (("puyo", "--config", "nowhere.toml"), "cannot read nowhere.toml"),
        (("puyo", "--out", __file__), "a training cannot write there: File exists"),
        (("puyo", "--out", "/proc/nowhere"), "--out /proc/nowhere: a training cannot write there: "),
        (("puyo", "--resume", "--out", __file__), "checkpoint.npz cannot be read: Not a directory"),
        (("puyo", "-o", "epsilon_start=0.5"), "the curriculum sets it in each phase; leave it out, or give"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(arguments: tuple[str, ...], sentence: str) -> None:
    result = train(*arguments)

    assert result.returncode == 2
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
