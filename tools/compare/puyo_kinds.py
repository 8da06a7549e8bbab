"""The three kinds of rewards on equal budgets: one training of each, and their curves in one picture.

    python -m tools.compare.puyo_kinds FOLDER [GAMES] [PICTURE]

Trainings that are there already are not repeated. The settings are the recipe's of the shipped network but for the
rewards, the schedule, which ends with the games, and the evaluations: eight, so that the curriculum may promote sooner.
"""

import json
import sys
from pathlib import Path

from matplotlib.figure import Figure

from asobiba.games.puyo import GAME
from asobiba.games.puyo.duels import KINDS
from asobiba.learn.checkpoints import CHECKPOINT
from asobiba.learn.methods import course
from asobiba.learn.settings import read_file
from asobiba.learn.training import Training

RECIPE = Path(__file__).parents[2] / "src/asobiba/games/puyo/weights/default.toml"
CURVES = {
    "wins against random": "random_win_rate",
    "wins against greedy": "greedy_win_rate",
    "wins against the small beam": "beam_win_rate",
    "longest chain of 50 placements alone": "solo_average_chain",
}


def main(folder: Path, games: int, picture: Path) -> None:
    recipe = read_file(RECIPE)
    runs = {}
    for kind in KINDS:
        if not (folder / kind / CHECKPOINT).exists():
            changes = {
                "reward_config": {"kind": kind},
                "total_episodes": games,
                "schedule_episodes": games,
                "evaluation_frequency": max(games // 8, 1),
                "save_frequency": games,
            }
            Training.start(folder / kind, course(GAME, "dqn", recipe | changes)).run()
        lines = [json.loads(line) for line in (folder / kind / "metrics.jsonl").read_text().splitlines()]
        runs[kind] = [line for line in lines if "solo_average_chain" in line]
        print(kind, {name: round(runs[kind][-1][name], 3) for name in CURVES.values()}, flush=True)
    draw(runs, picture)


def draw(runs: dict[str, list[dict[str, float]]], picture: Path) -> None:
    figure = Figure(figsize=(10, 7), layout="constrained")
    for axes, (title, name) in zip(figure.subplots(2, 2).flat, CURVES.items(), strict=True):
        for kind, lines in runs.items():
            axes.plot([line["step"] for line in lines], [line[name] for line in lines], label=kind, marker=".")
        axes.set(title=title, xlabel="games")
        axes.legend()
    figure.savefig(picture, dpi=80)


if __name__ == "__main__":
    words = [*sys.argv[1:], *("100000", "puyo-rewards.png")[len(sys.argv) - 2 :]]
    main(Path(words[0]), int(words[1]), Path(words[2]))
