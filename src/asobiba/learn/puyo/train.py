"""A training in a folder: it goes on until it is done or stopped, and resumes exactly where it was.

run.json, metrics.jsonl     for the training window; tensorboard/ and curves.png where those are installed
checkpoint.npz              everything, for --resume
policy.npz, policy.json     the best network so far and its recipe, for games/puyo/weights/
"""

import subprocess
import time
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import msgspec
import numpy as np

from asobiba.core.errors import ConfigError
from asobiba.games.puyo import GAME
from asobiba.games.puyo.afterstates import SIZE
from asobiba.learn import checkpoints
from asobiba.learn.metrics import LINES, Metrics
from asobiba.learn.puyo.config import SelfPlayConfig
from asobiba.learn.puyo.curriculum import PHASES
from asobiba.learn.puyo.evaluation import against_frozen, evaluate, flat, plot
from asobiba.learn.puyo.selfplay import Finished, SelfPlayEngine
from asobiba.learn.schedules import passed

CHECKPOINT, POLICY, RECIPE = "checkpoint.npz", "policy.npz", "policy.json"
RECENT, MEASURED_EVERY = 1_000, 1_000
"""Games over which the progress is averaged, and between two lines of metrics."""

Status = Literal["finished", "stopped"]


@dataclass(frozen=True)
class Progress:
    episode: int
    total: int
    games_per_second: float
    placements_per_second: float
    win_rate: float
    """Of the last games, exploration and all."""
    average_max_chain: float
    phase: str
    epsilon: float
    loss: float


class Training:
    """`start` or `resume` one, then `run` it."""

    def __init__(self, folder: Path, config: SelfPlayConfig) -> None:
        self.folder, self.config = folder, config
        self.engine = SelfPlayEngine(config)
        self.best = -1.0
        self.stop = False
        """Set it, from a signal handler for instance, to end the run after this step."""
        self._recent: deque[Finished] = deque(maxlen=RECENT)

    @classmethod
    def start(cls, folder: Path, config: SelfPlayConfig) -> "Training":
        if (folder / CHECKPOINT).exists():
            raise ConfigError(f"{folder} has a training already: go on with --resume, or choose another folder")
        return cls(folder, config)

    @classmethod
    def resume(cls, folder: Path, config: SelfPlayConfig | None = None) -> "Training":
        """With the configuration of its checkpoint; another one may only differ in what does not touch learning."""
        expected = {"game": GAME.name, "rules": GAME.version, "network inputs": SIZE}
        if config is not None:
            expected["network width"] = config.hidden
        arrays, note = checkpoints.load(folder / CHECKPOINT, expected)
        known = SelfPlayConfig.read(note["config"])
        if config is not None and (other := known.differs_from(config)):
            raise ConfigError(f"{folder} was trained with other values of {', '.join(other)}: resume without --config")
        training = cls(folder, config or known)
        training.engine.restore(arrays, note)
        training.best = note["best"]
        return training

    def run(
        self,
        *,
        minutes: float | None = None,
        episodes: int | None = None,
        report: Callable[[Progress], None] | None = None,
    ) -> Status:
        """Until total_episodes, or so many minutes or games more, or `stop`."""
        engine, started, first, placed = (
            self.engine,
            time.monotonic(),
            self.engine.episode_count,
            self.engine.placements,
        )
        metrics = Metrics(self.folder, self._about(), since=first)
        last = self.config.total_episodes if episodes is None else min(self.config.total_episodes, first + episodes)
        status: Status = "stopped"
        try:
            while engine.episode_count < last and not self.stop:
                before = engine.episode_count
                self._recent.extend(engine.step())
                seconds = max(time.monotonic() - started, 1e-9)
                progress = self._progress(
                    (engine.episode_count - first) / seconds, (engine.placements - placed) / seconds
                )
                self._after_step(before, progress, metrics)
                if report is not None:
                    report(progress)
                if minutes is not None and seconds > 60 * minutes:
                    break
            self.save()
            status = "finished" if engine.episode_count >= self.config.total_episodes else "stopped"
        finally:
            engine.close()
            metrics.close(status)
        return status

    def _after_step(self, before: int, progress: Progress, metrics: Metrics) -> None:
        episode = progress.episode
        if passed(before, episode, MEASURED_EVERY):
            metrics.add(episode, self._measured(progress))
        if passed(before, episode, self.config.evaluation_frequency):
            metrics.add(episode, self._evaluate())
            plot(_lines(self.folder), self.folder / "curves.png")
        if passed(before, episode, self.config.save_frequency):
            self.save()

    def _about(self) -> dict[str, Any]:
        return {"game": GAME.name, "rules": GAME.version, "config": self.config.as_json()}

    def _progress(self, games_per_second: float, placements_per_second: float) -> Progress:
        engine, count = self.engine, max(len(self._recent), 1)
        return Progress(
            episode=engine.episode_count,
            total=self.config.total_episodes,
            games_per_second=games_per_second,
            placements_per_second=placements_per_second,
            win_rate=sum(game.won for game in self._recent) / count,
            average_max_chain=sum(game.main_longest_chain for game in self._recent) / count,
            phase=engine.curriculum.phase,
            epsilon=engine.epsilon,
            loss=engine.loss,
        )

    def _measured(self, progress: Progress) -> dict[str, float]:
        return {
            "loss": progress.loss,
            "mean_value": self.engine.mean_value,
            "epsilon": progress.epsilon,
            "win_rate": progress.win_rate,
            "average_max_chain": progress.average_max_chain,
            "game_length": sum(game.game_length for game in self._recent) / max(len(self._recent), 1),
            "reward": sum(game.main_agent_reward for game in self._recent) / max(len(self._recent), 1),
            "phase": PHASES.index(self.engine.curriculum.phase),
            "updates": self.engine.main_agent.learner.updates,
            "placements": self.engine.placements,
            "placements_per_second": progress.placements_per_second,
        }

    def _evaluate(self) -> dict[str, float]:
        """Its luck comes from the episode alone, so that it changes nothing of the training."""
        engine, games = self.engine, self.config.evaluation_games
        seed = self.config.seed * 1_000_003 + engine.episode_count
        network = engine.main_agent.learner.averaged
        frozen = against_frozen(network, engine.opponents, games, seed).as_json()
        past, threads = engine.opponents.past, self.config.native_threads
        rest = evaluate(network, games=games, seed=seed + 1, past=past, threads=threads)
        if self.config.curriculum:
            engine.curriculum.advance(frozen)
        merit = rest["random"]["win_rate"] + rest["greedy"]["win_rate"] + rest["solo"]["average_chain"] / 10
        if merit > self.best:
            self.best = merit
            self.export(rest)
        return flat({"frozen": frozen, **rest})

    def export(self, figures: Mapping[str, Any]) -> None:
        """The network by itself, small, with its recipe beside it."""
        weights = self.engine.main_agent.learner.averaged.weights()
        checkpoints.written(self.folder / POLICY, lambda file: np.savez(file, allow_pickle=False, **weights))
        recipe = {
            "command": f"asobiba train {GAME.name} --config default.toml --seed {self.config.seed}",
            "config": self.config.as_json(),
            "commit": _commit(),
            "rules": GAME.version,
            "episode": self.engine.episode_count,
            "placements": self.engine.placements,
            "figures": figures,
        }
        text = msgspec.json.format(msgspec.json.encode(recipe), indent=2) + b"\n"
        checkpoints.written(self.folder / RECIPE, lambda file: file.write(text))

    def save(self) -> None:
        arrays, note = self.engine.state()
        note |= {
            "game": GAME.name,
            "rules": GAME.version,
            "network inputs": SIZE,
            "network width": self.config.hidden,
            "config": self.config.as_json(),
            "best": self.best,
        }
        checkpoints.save(self.folder / CHECKPOINT, arrays, note)


def _commit() -> str:
    """Of the source tree in which this runs; empty outside of one."""
    git = ["git", "-C", str(Path(__file__).parent), "rev-parse", "HEAD"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=False).stdout.strip()
    except OSError:
        return ""


def _lines(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / LINES).read_bytes().splitlines()
    return [msgspec.json.decode(line, type=dict[str, Any]) for line in lines]
