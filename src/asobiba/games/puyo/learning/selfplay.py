"""Self-play: the main agent against its opponents, thousands of games side by side, learning while it plays.

In one step every game makes a turn, and meanwhile the learner makes its updates on what was known before; then both
meet. So a step is the same whether the two take turns or run beside each other.
"""

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from asobiba.games.puyo.afterstates import SCALE, Afterstates
from asobiba.games.puyo.duels import Duels, Step
from asobiba.games.puyo.learning.config import SelfPlaySettings
from asobiba.games.puyo.learning.curriculum import CurriculumSelfPlay, lesson_of
from asobiba.games.puyo.learning.experience import ALIKE, BEFORE, COLUMNS
from asobiba.games.puyo.learning.opponents import FROZEN, SMALL_BEAM, Opponents
from asobiba.games.puyo.learning.player import DQNPlayer
from asobiba.games.puyo.learning.practice import Practice
from asobiba.games.puyo.states import PLAYERS
from asobiba.learn.checkpoints import fill, part, take_words, under, words
from asobiba.learn.choices import choose
from asobiba.learn.networks import CandidateNetwork
from asobiba.learn.replay import PrioritisedReplay, check_actions
from asobiba.learn.returns import Returns
from asobiba.learn.schedules import passed


@dataclass(frozen=True)
class Finished:
    """One game that has ended."""

    episode: int
    winner: str | None
    main_seat: int
    main_agent_reward: float
    game_length: int
    main_longest_chain: int
    opponent: int
    """Its kind; see opponents.py."""

    @property
    def won(self) -> bool:
        return self.winner == PLAYERS[self.main_seat]


class SelfPlayTrainer:
    """What `asobiba train puyo` runs. Its rewards are those of specification.py, where one game is played at a time."""

    def __init__(self, config: SelfPlaySettings | None = None, games: int | None = None) -> None:
        self.config = config or SelfPlaySettings()
        self.games = self.config.parallel_games if games is None else games
        self.curriculum = CurriculumSelfPlay()
        self.main_agent = DQNPlayer("main", self.config)
        self.acting = CandidateNetwork(SCALE, self.config.hidden)
        """Plays while the learner changes the main agent's own network."""
        self.acting.take(self.main_agent.model)
        self.opponents = Opponents(self.config)
        self.experience_buffer = PrioritisedReplay(self.config.memory_size, COLUMNS, self.config.per_alpha, ALIKE)
        self.dice = np.random.default_rng([self.config.seed, 1])
        self.sampler = np.random.default_rng([self.config.seed, 2])
        self.duels = Duels(
            self.games, self.config.seed, self.config.options, self.config.rewards, self.config.native_threads
        )
        self.roles = 2 if self.config.learn_from_opponent else 1
        waiting = {name: COLUMNS[name] for name in BEFORE}
        self.returns = Returns(self.games * self.roles, self.config.n_step, self.config.gamma, waiting)
        alone = round(self.games * self.config.practice_share)
        self.practice = Practice(self.config, alone) if alone else None
        self.episode_count, self.steps, self.placements = 0, 0, 0
        self.seats = np.arange(self.games) % 2
        """Where the main agent sits."""
        self.kinds = np.full(self.games, FROZEN)
        self.sums = np.zeros(self.games)
        self.longest = np.zeros(self.games, np.int64)
        self.loss, self.mean_value = 0.0, 0.0
        self._beside = None
        if self.config.learner_thread:
            # How many threads torch uses is a setting of each thread.
            self._beside = ThreadPoolExecutor(1, initializer=torch.set_num_threads, initargs=(1,))
        self._explore()
        self.opponents.begin(self.acting, self.epsilon)
        self._look()

    @property
    def phase_config(self) -> SelfPlaySettings:
        if not self.config.curriculum:
            return self.config
        lesson = lesson_of(self.curriculum.phase)
        return replace(
            self.config,
            curriculum=False,  # these are the phase's numbers, to be taken as they are
            opponent_update_interval=lesson.opponent_update_interval,
            epsilon_start=max(lesson.epsilon_start, self.config.epsilon_end),
        )

    @property
    def epsilon(self) -> float:
        """Of the main agent now; with a curriculum it starts anew in each phase."""
        episodes = self.curriculum.phase_episodes if self.config.curriculum else self.episode_count
        return self.phase_config.epsilon(episodes)

    def _explore(self) -> None:
        self.main_agent.epsilon = self.epsilon

    def heed(self, metrics: Mapping[str, float]) -> None:
        """Promotes where the metrics of an evaluation say so."""
        if self.config.curriculum and self.curriculum.advance(metrics):
            self._explore()

    def step(self) -> list[Finished]:
        """A turn of every game, and the learner's updates. Returns the games that ended."""
        learning = self.episode_count >= self.config.learning_starts
        learning = learning and len(self.experience_buffer) >= self.config.batch_size
        if learning and self._beside is not None:
            updates = self._beside.submit(self._learn)
            rows, finished = self._play()
            updates.result()
        else:
            if learning:
                self._learn()
            rows, finished = self._play()
        for each in rows:
            if len(each["lane"]):
                self.experience_buffer.add(each)
        self.acting.take(self.main_agent.model)
        self.steps += 1
        self._count(len(finished))
        return finished

    def _count(self, games: int) -> None:
        before, self.episode_count = self.episode_count, self.episode_count + games
        self.curriculum.phase_episodes += games
        self._explore()
        if passed(before, self.episode_count, self.phase_config.opponent_update_interval):
            self.opponents.update(self.main_agent.model, self.epsilon)

    def _learn(self) -> None:
        self.main_agent.learner.set_rate(self.config.rate(self.episode_count))
        for _ in range(self.config.updates_per_step):
            sample = self.experience_buffer.sample(
                self.config.batch_size, self.config.beta(self.episode_count), self.sampler
            )
            learned = self.main_agent.learn(sample.columns, sample.weights)
            self.experience_buffer.update(sample.places, learned.priorities)
            self.loss, self.mean_value = learned.loss, learned.mean_value

    def _look(self) -> None:
        self.seen = self.duels.afterstates()
        self.legal = self.duels.masks.astype(np.bool_)

    def _of(self, seats: NDArray[np.int64]) -> tuple[Afterstates, NDArray[np.bool_]]:
        """What the players in these seats see."""
        games = np.arange(self.games)
        numbers, worth = self.seen.numbers[games, seats], self.seen.worth[games, seats]
        return Afterstates(numbers, worth), self.legal[games, seats]

    def _play(self) -> tuple[list[dict[str, NDArray[Any]]], list[Finished]]:
        """A turn of every game: rows for the replay, and the games that ended."""
        against, finished = self._play_opponents()
        if self.practice is None:
            return [against], finished
        self.placements += self.practice.games
        return [against, self.practice.play(self.acting, self.epsilon, self.dice)], finished

    def _play_opponents(self) -> tuple[dict[str, NDArray[Any]], list[Finished]]:
        games = np.arange(self.games)
        mine, my_legal = self._of(self.seats)
        theirs, their_legal = self._of(1 - self.seats)
        chosen = choose(self.acting.values(mine.numbers, my_legal), my_legal, self.epsilon, self.dice)
        answered = self.opponents.answer(self.kinds, theirs, their_legal, self.dice, self._search)
        actions = np.zeros((self.games, 2), np.int32)
        actions[games, self.seats], actions[games, 1 - self.seats] = chosen, answered
        step = self.duels.step(actions)
        self.placements += actions.size
        self._look()
        roles = [(self.seats, mine, my_legal, chosen), (1 - self.seats, theirs, their_legal, answered)][: self.roles]
        rows = self._rows(roles, step)
        self.sums += step.rewards[games, self.seats]
        self.longest = np.maximum(self.longest, step.chains[games, self.seats])
        return rows, self._finish(step)

    def _search(self, games: NDArray[np.int64]) -> NDArray[np.int32]:
        seed = int(self.dice.integers(1 << 63))
        return self.duels.search(games, 1 - self.seats[games], SMALL_BEAM, seed)

    def _rows(self, roles: list[Any], step: Step) -> dict[str, NDArray[Any]]:
        """What is complete now, for the replay."""
        games = np.arange(self.games)
        ended = step.terminated | step.truncated
        complete = self.returns.push(
            {
                "state": np.concatenate([seen.numbers for _, seen, _, _ in roles]),
                "legal": np.concatenate([legal for _, _, legal, _ in roles]),
                "action": np.concatenate([actions for _, _, _, actions in roles]).astype(np.uint8),
            },
            np.concatenate([step.rewards[games, seats] for seats, _, _, _ in roles]),
            np.tile(ended, self.roles),
            np.tile(step.terminated, self.roles),
        )
        after = [self._after(seats, step) for seats, _, _, _ in roles]
        complete["next_state"] = np.concatenate([seen.numbers for seen, _ in after])[complete["lane"]]
        complete["next_legal"] = np.concatenate([legal for _, legal in after])[complete["lane"]]
        return complete

    def _after(self, seats: NDArray[np.int64], step: Step) -> tuple[Afterstates, NDArray[np.bool_]]:
        """Where the step has led: of a game that ended, its last position, not the first of the next one."""
        seen, legal = self._of(seats)
        if len(step.ended):
            at = np.arange(len(step.ended)), seats[step.ended]
            last = self.duels.afterstates_of(step.ended, seats[step.ended], ended=True)
            seen.numbers[step.ended], legal[step.ended] = last.numbers, step.ended_masks[at].astype(np.bool_)
        return seen, legal

    def _finish(self, step: Step) -> list[Finished]:
        ended = step.ended
        finished = [
            Finished(
                episode=self.episode_count + number + 1,
                winner=PLAYERS[step.winners[game]] if step.winners[game] >= 0 else None,
                main_seat=int(self.seats[game]),
                main_agent_reward=float(self.sums[game]),
                game_length=int(step.turns[game]),
                main_longest_chain=int(self.longest[game]),
                opponent=int(self.kinds[game]),
            )
            for number, game in enumerate(ended)
        ]
        self.seats[ended] = 1 - self.seats[ended]
        self.sums[ended], self.longest[ended] = 0, 0
        self.kinds[ended] = self.opponents.draw(len(ended), self.dice)
        return finished

    def close(self) -> None:
        if self._beside is not None:
            self._beside.shutdown()

    def state(self) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Everything that decides how it goes on: arrays, and a note that fits JSON."""
        arrays = {
            **under("learner", self.main_agent.learner.state()),
            **under("opponents", self.opponents.state()),
            **under("replay", self.experience_buffer.state()),
            **under("returns", self.returns.state()),
            **({} if self.practice is None else under("practice", self.practice.state())),
            "duels": np.frombuffer(self.duels.state(), np.uint8),
            "seats": self.seats,
            "kinds": self.kinds,
            "sums": self.sums,
            "longest": self.longest,
        }
        note = {
            "episode": self.episode_count,
            "steps": self.steps,
            "placements": self.placements,
            "dice": words(self.dice),
            "sampler": words(self.sampler),
            "curriculum": self.curriculum.state(),
            "loss": self.loss,
            "mean_value": self.mean_value,
        }
        return arrays, note

    def restore(self, arrays: dict[str, NDArray[Any]], note: dict[str, Any]) -> None:
        self.main_agent.learner.restore(part("learner", arrays))
        self.opponents.restore(part("opponents", arrays))
        self.experience_buffer.restore(part("replay", arrays))
        self.returns.restore(part("returns", arrays))
        self.duels.restore(arrays["duels"].tobytes())
        if self.practice is not None:
            self.practice.restore(part("practice", arrays))
        check_actions(self.experience_buffer.columns)
        for name in ("seats", "kinds", "sums", "longest"):
            fill(name, getattr(self, name), arrays[name])
        if not np.isin(self.seats, (0, 1)).all():
            raise ValueError("seats of the main agent are not 0 and 1")
        self.opponents.check(self.kinds)
        self.episode_count, self.steps, self.placements = (
            int(note[name]) for name in ("episode", "steps", "placements")
        )
        take_words(self.dice, note["dice"])
        take_words(self.sampler, note["sampler"])
        self.curriculum.restore(note["curriculum"])
        self.loss, self.mean_value = float(note["loss"]), float(note["mean_value"])
        self._explore()
        self.acting.take(self.main_agent.model)
        self._look()
