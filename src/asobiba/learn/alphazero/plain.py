"""Self-play without a kernel: many games side by side, one position of each in a call of the network.

The same in Python as the `SelfPlay` of a kernel, and with the same shapes: `begin` a unit of games, then `gather` their
positions and `give` what the network says of them until there are none; `harvest` the samples.
"""

import random
from collections.abc import Generator, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.arrays import Arrays
from asobiba.agents.gumbel import Ends, Found, Judgement, Plan, search
from asobiba.core.game import CHANCE, OVER, AnyGame, State
from asobiba.core.options import Options
from asobiba.learn.alphazero.settings import AlphaZeroSettings

Samples = dict[str, NDArray[Any]]
Sample = dict[str, Any]
Game = Generator[State, Judgement, list[Sample]]


class PlainSelfPlay:
    def __init__(self, game: AnyGame, options: Options, lanes: int, seed: int, settings: AlphaZeroSettings) -> None:
        self.game, self.options, self.seed, self.settings = game, options, seed, settings
        self.count, self.actions = lanes, game.actions(options)
        self.seats = len(game.seats(options))
        self.ends = Ends.of(game, options)
        self.lanes: list[tuple[int, Game, State]] = []
        self.waiting: Iterator[int] = iter(())
        self.samples: dict[int, list[Sample]] = {}

    def begin(self, first: int, count: int) -> None:
        self.waiting, self.samples = iter(range(first, first + count)), {}
        self.lanes = []
        while len(self.lanes) < self.count and self._next():
            pass

    def _next(self) -> bool:
        """A lane for the next game that has a position to judge."""
        for number in self.waiting:
            game = self._play(random.Random(f"{self.seed}/{number}"))
            try:
                self.lanes.append((number, game, next(game)))
                return True
            except StopIteration as over:
                self.samples[number] = over.value
        return False

    def gather(self, seen: NDArray[Any], masks: NDArray[np.int8], seats: NDArray[np.int8]) -> int:
        for place, (_, _, state) in enumerate(self.lanes):
            seen[place] = self.game.part(Arrays).encode.observe(state, state.to_play)
            masks[place] = 0
            masks[place, list(state.legal())] = 1
            seats[place] = state.to_play
        return len(self.lanes)

    def give(self, logits: NDArray[np.float32], values: NDArray[np.float32]) -> None:
        lanes, self.lanes = self.lanes, []
        for (number, game, state), line, worth in zip(lanes, logits, values, strict=True):
            by_seat = np.roll(worth.astype(np.float64), state.to_play)
            if not self.ends.are_known:
                by_seat += state.returns()
            try:
                self.lanes.append((number, game, game.send((line[list(state.legal())].astype(np.float64), by_seat))))
            except StopIteration as over:
                self.samples[number] = over.value
                self._next()

    def _play(self, dice: random.Random) -> Game:
        state, rows, settings = self.game.start(self.options), list[Sample](), self.settings
        opening = dice.randint(1, settings.opening_plies) if settings.opening_plies else 0
        random_plies, ply = (opening if dice.random() < settings.opening_share else 0), 0
        while ply < settings.max_plies:
            if state.to_play == OVER:
                if rows or not random_plies:
                    break
                state, random_plies, ply = self.game.start(self.options), 0, 0  # too many: anew, without any
            if state.to_play == CHANCE:
                outcomes, chances = zip(*state.chances(), strict=True)
                state = state.apply(dice.choices(outcomes, chances)[0])
                continue
            if ply < random_plies:
                state = state.apply(dice.choice(state.legal()))
            else:
                full = dice.random() < settings.full_share
                found = yield from search(state, self.ends, self._plan(full), dice)
                rows.append(self._sample(state, found, full, ply))
                drawn = ply < settings.temperature_plies and not found.is_proven
                state = state.apply(dice.choices(found.actions, found.policy.tolist())[0] if drawn else found.action)
            ply += 1
        return self._ended(rows, state)

    def _plan(self, full: bool) -> Plan:
        own = self.settings
        return Plan(
            own.simulations if full else own.cheap_simulations,
            own.considered,
            own.gumbel_scale if full else 0.0,
            own.c_visit,
            own.c_scale,
        )

    def _sample(self, state: State, found: Found, full: bool, ply: int) -> Sample:
        policy = np.zeros(self.actions, np.float32)
        policy[list(found.actions)] = found.policy
        so_far = 0 if self.ends.are_known else np.array(state.returns())
        return {
            "position": self.game.notation.write_position(state).encode(),
            "seat": state.to_play,
            "policy": policy,
            "weight": float(full),
            "root_value": np.roll(found.value - so_far, -state.to_play),
            "so_far": so_far,
            "is_proven": found.is_proven,
            "ply": ply,
        }

    def _ended(self, rows: list[Sample], state: State) -> list[Sample]:
        """Where the search has proven the result, a later mistake teaches nothing. A game that was broken off
        teaches the moves whose horizon it has reached."""
        counts, played = bool(self.settings.horizon) and not self.ends.are_known, len(rows)
        reach = self.settings.horizon if counts else played + 1
        known = played if state.to_play == OVER else max(played - reach + 1, 0)
        scores = [row.pop("so_far") for row in rows]
        final = self.ends.payoffs(state.returns())
        for number, row in enumerate(rows[:known]):
            end = scores[number + reach] if number + reach < played else final
            result = np.roll(end - scores[number], -row["seat"])
            row["result"] = row["root_value"] if row.pop("is_proven") else result
        return rows[:known]

    def harvest(self) -> Samples:
        """In the order of games and plies."""
        rows = [{**row, "game": number} for number in sorted(self.samples) for row in self.samples[number]]
        longest = max((len(row["position"]) for row in rows), default=1)
        positions = [row["position"].ljust(longest, b"\0") for row in rows]
        kinds = {"seat": np.int8, "weight": np.float32, "game": np.int64, "ply": np.int32}
        found: Samples = {name: np.array([row[name] for row in rows], kind) for name, kind in kinds.items()}
        found["position"] = np.frombuffer(b"".join(positions), np.uint8).reshape(len(rows), longest)
        for name, width in (("policy", self.actions), ("result", self.seats), ("root_value", self.seats)):
            found[name] = np.array([row[name] for row in rows], np.float32).reshape(len(rows), width)
        return found
