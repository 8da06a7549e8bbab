"""How often a row of the replay should be sampled, and what a new row's priority should be: short trainings of Puyo.

    python -m tools.compare.puyo_samples TABLE.csv PICTURE.png [GAMES] [SEEDS]

`all-time` gives new rows the highest priority ever seen, `of late` the highest that has not faded (learn/replay.py). A
row counts as never sampled when it was overwritten before anything had been learned from it. Each training is a process
of its own and counts its own CPU time; nobody explores while they are measured.
"""

import csv
import sys
import time
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib.figure import Figure
from numpy.typing import NDArray

from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.evaluation import greedy_player, network_player, solo, versus
from asobiba.games.puyo.learning.games import COLUMNS
from asobiba.games.puyo.learning.learner import PuyoLearner
from asobiba.learn import replay

ALL_TIME, OF_LATE = "all-time", "of late"
VARIANTS = ((ALL_TIME, 1), (OF_LATE, 1), (OF_LATE, 3), (OF_LATE, 6))
"""Rule and updates while every game makes a turn; with these settings one update is 0.89 samples a row."""
SETTINGS: dict[str, Any] = {
    "parallel_games": 256,
    "memory_size": 25_000,
    "learning_starts": 300,
    "epsilon_decay_episodes": 1_500,
    "target_update_frequency": 300,
    "learning_rate": 1e-3,
    "opponent_update_interval": 500,
    "curriculum": False,
    "native_threads": 1,
    "learner_thread": False,
}
MEASURED, PLAYED = 6, 300
"""How often, and over how many games."""
Line = dict[str, float | str]


class Watched(replay.PrioritisedReplay):
    """Counts the rows that go without having been sampled."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.seen, self.gone, self.unseen, self.sampled = np.zeros(self.capacity, np.bool_), 0, 0, 0

    def add(self, rows: replay.Columns) -> None:
        count, before = len(next(iter(rows.values()))), self.size
        places = (self.next + np.arange(count)) % self.capacity
        full = places[places < before] if before == self.capacity else places[:0]
        self.gone += len(full)
        self.unseen += int((~self.seen[full]).sum())
        self.seen[places] = False
        super().add(rows)

    def sample(self, count: int, beta: float, dice: np.random.Generator) -> replay.Sample:
        found = super().sample(count, beta, dice)
        self.seen[found.places] = True
        self.sampled += count
        return found


def train(job: tuple[str, int, int, int]) -> list[Line]:
    rule, updates, seed, games = job
    replay.FADING = 1.0 if rule == ALL_TIME else replay.FADING
    config = SelfPlaySettings(**SETTINGS, updates_per_step=updates, schedule_episodes=games, seed=seed)
    engine = PuyoLearner(config)
    engine.replay = watched = Watched(config.memory_size, COLUMNS, config.per_alpha)
    lines: list[Line] = []
    spent, rows = 0.0, 0
    for wanted in np.linspace(games / MEASURED, games, MEASURED):
        started = time.process_time()
        while engine.clock < wanted:
            before = watched.next
            engine.step()
            rows += (watched.next - before) % config.memory_size
        spent += time.process_time() - started
        player = network_player(engine.learner.averaged)
        lines.append(
            {
                "rule": rule,
                "updates": updates,
                "seed": seed,
                "games": engine.clock,
                "cpu_seconds": round(spent, 1),
                "samples_a_row": round(watched.sampled / rows, 2),
                "never_sampled": round(watched.unseen / max(watched.gone, 1), 3),
                "wins_against_greedy": versus(player, greedy_player, PLAYED, 10 + seed).win_rate,
                "longest_chain_alone": solo(player, PLAYED // 2, 10 + seed).average_chain,
            }
        )
    engine.close()
    return lines


def draw(lines: list[Line], picture: Path) -> None:
    figure = Figure(figsize=(11, 8), layout="constrained")
    shown = [(x, y) for y in ("wins_against_greedy", "longest_chain_alone") for x in ("games", "cpu_seconds")]
    for axes, (x, y) in zip(figure.subplots(2, 2).flat, shown, strict=True):
        for rule, updates in VARIANTS:
            across, up = (_mean(lines, rule, updates, name) for name in (x, y))
            axes.plot(across, up, marker=".", label=f"{0.89 * updates:.1f} samples a row, {rule}")
        axes.set(xlabel=x.replace("_", " "), ylabel=y.replace("_", " "))
        axes.legend()
    figure.savefig(picture, dpi=80)


def _mean(lines: list[Line], rule: str, updates: int, name: str) -> NDArray[np.float64]:
    """Over the seeds, measurement by measurement."""
    found = [float(line[name]) for line in lines if (line["rule"], line["updates"]) == (rule, updates)]
    mean: NDArray[np.float64] = np.array(found).reshape(-1, MEASURED).mean(0)
    return mean


def main(table: Path, picture: Path, games: int, seeds: int) -> None:
    jobs = [(rule, updates, seed, games) for seed in range(seeds) for rule, updates in VARIANTS]
    with get_context("spawn").Pool(1, maxtasksperchild=1) as pool, table.open("w", newline="") as file:
        lines: list[Line] = []
        for found in pool.imap(train, jobs):
            if not lines:
                (writer := csv.DictWriter(file, found[0])).writeheader()
            writer.writerows(found)
            lines += found
            print(found[-1], flush=True)
    draw(lines, picture)


if __name__ == "__main__":
    words = [*sys.argv[1:], *("5000", "2")[len(sys.argv) - 3 :]]
    main(Path(words[0]), Path(words[1]), int(words[2]), int(words[3]))
