"""Trainings as the page shows them, whatever is in their folder."""

from pathlib import Path

from asobiba.core.registry import find_game, game_names
from asobiba.online.http.trainings import MOST_POINTS, recipe, shipped, thinned, trainings


def run(folder: Path, name: str, about: str, metrics: str) -> None:
    (folder / name).mkdir()
    (folder / name / "run.json").write_text(about, encoding="utf-8")
    (folder / name / "metrics.jsonl").write_text(metrics, encoding="utf-8")


def test_a_training_has_its_curves(tmp_path: Path) -> None:
    metrics = '{"step":1,"loss":0.5}\n{"step":2,"loss":0.25,"win_rate":1}\n'
    run(tmp_path, "first", '{"game":"puyo","status":"running"}', metrics)
    assert trainings(tmp_path) == [
        {
            "name": "first",
            "game": "puyo",
            "status": "running",
            "method": "",
            "curves": {"loss": [(1, 0.5), (2, 0.25)], "win_rate": [(2, 1)]},
            "figures": {},
        }
    ]


def test_what_is_broken_is_left_out(tmp_path: Path) -> None:
    run(tmp_path, "half", '{"game":"puyo"}', '{"step":1,"loss":0.5}\n{"step":2,"lo')
    run(tmp_path, "no json", "{", "")
    run(tmp_path, "no step", '{"game":1}', '{"loss":1}\n[]\n{"step":true,"loss":"x"}\n')
    (tmp_path / "a file").write_text("", encoding="utf-8")
    found = {each["name"]: each["curves"] for each in trainings(tmp_path)}
    assert found == {"half": {"loss": [(1, 0.5)]}, "no step": {}}


def test_no_folder_is_no_training(tmp_path: Path) -> None:
    assert trainings(tmp_path / "missing") == []


def test_long_curves_are_thinned_and_keep_their_end() -> None:
    points = [(float(step), 0.0) for step in range(10_001)]
    kept = thinned(points)
    assert len(kept) <= MOST_POINTS
    assert kept[-1] == points[-1]


def test_the_networks_of_the_games_tell_how_they_were_trained() -> None:
    found = {(each["game"], each["name"]): each for each in shipped()}
    assert found.keys() == {
        (name, file.name.removesuffix(".json"))
        for name in game_names()
        if (folder := find_game(name).resource("weights")) is not None
        for file in folder.iterdir()
        if file.name.endswith(".json")
    }
    assert found.keys() >= {("puyo", "default")}
    assert 0.5 < found["puyo", "default"]["figures"]["greedy_win_rate"] < 1


def test_curves_are_kept_beside_the_recipe(tmp_path: Path) -> None:
    file = tmp_path / "net.json"
    file.write_text('{"method":"dqn","figures":{"greedy":{"points":0.7,"games":100}}}', encoding="utf-8")
    told = {"name": "net", "game": "nim", "status": "shipped", "method": "dqn", "figures": {"greedy_points": 0.7}}
    assert recipe("nim", file) == {**told, "curves": {}}
    (tmp_path / "net.jsonl").write_text('{"step":1,"loss":0.5}\n', encoding="utf-8")
    assert recipe("nim", file) == {**told, "curves": {"loss": [(1, 0.5)]}}
