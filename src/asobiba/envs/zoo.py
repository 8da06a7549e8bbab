"""Any game for PettingZoo: agents player_0, player_1, ... in turn (AEC) or all at once (Parallel).

    import asobiba, pettingzoo
    env = pettingzoo.make("aec", "asobiba/Othello-v0")

In a Parallel environment everybody acts at every step. Where the game is played in turn, those who are not to move have
one legal action, WAIT, the last number; where it is simultaneous, all of them move.
What the last infos of an episode say: endings.py.
"""

import random
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np

from asobiba.agents.arrays import Arrays
from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.extras import extra
from asobiba.core.game import CHANCE, OVER, AnyGame, action_number
from asobiba.core.luck import Luck, seed_of
from asobiba.core.options import Options
from asobiba.core.registry import find_game
from asobiba.core.scene import svg
from asobiba.envs.endings import NOBODY, one_ending
from asobiba.envs.raster import pixels
from asobiba.envs.settings import (
    PENALTY,
    RENDER_MODES,
    TRIES,
    forbidden,
    illegal_of,
    no_such_action,
    position_of,
    render_mode_of,
    reset_options,
)
from asobiba.envs.spaces import Observation, seen_space

with extra("envs"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv

Outcome = tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]
PROBE = "options"
"""An option of reset that PettingZoo's own suite gives to every environment; it means nothing."""


class Sitting:
    """One game by its rulebook, with its luck; what both kinds of environment stand on."""

    def __init__(
        self, game: str | AnyGame, options: Options | Mapping[str, Any] | None, illegal: str | None, waits: int
    ) -> None:
        """`waits` is 1 where those who are not to move have an action for it."""
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = options if isinstance(options, Options) else self.game.options.read(options or {})
        self.names = [f"player_{seat}" for seat in range(len(self.game.seats(self.options)))]
        self.simultaneous = self.game.simultaneous(self.options)
        self.illegal = illegal_of(illegal, self.game)
        self.waits, self.actions = waits, self.game.actions(self.options) + waits
        self.put(self.game.start(self.options), None)

    def begin(self, seed: Any, options: Any) -> None:
        """options={"position": ...} begins from a position in the game's notation, or from one of its rulebook."""
        if isinstance(options, Mapping):
            options = {name: value for name, value in options.items() if name != PROBE}
        number, asked, start = seed_of(seed), reset_options(options, "position"), self.game.start(self.options)
        if "position" in asked:
            start = position_of(asked["position"], self.game, self.options)
        self.put(start, number)
        self.draw()

    def put(self, state: Any, seed: int | None) -> None:
        self.luck = Luck(random.randrange(2**63) if seed is None else seed)
        self.ply = self.refusals = 0
        self.losers: list[int] = []
        """The seats that forfeit."""
        self.state, self.highest = state, [0] * len(self.names)

    def play(self, action: int) -> None:
        self.state = self.state.apply(action)
        self.ply += 1
        self.refusals = 0
        self.draw()
        if (peak := self.game.part(Arrays).peak) is not None:
            self.highest = list(map(max, self.highest, self.game.facts(self.state)[peak[0]]))

    def refuse(self, seats: list[int], action: int) -> None:
        """Illegal actions, the first seat's being `action`, as the environment was told to take them."""
        if self.illegal == "raise":
            try:
                self.state.apply(action)
            except IllegalMove as error:
                raise forbidden(error, self.game) from None
            raise forbidden(IllegalMove(f"{self.names[seats[0]]}: action {action} is not legal", self.state), self.game)
        self.refusals += 1
        if self.illegal == "lose":
            self.losers = seats

    def number(self, name: str, action: Any) -> int:
        """What is no action at all is an error, whatever `illegal` says."""
        number = action_number(action)
        if number is None:
            raise ConfigError(f"{name}: action {action!r}: a whole number is expected")
        if not 0 <= number < self.actions:
            raise no_such_action(self.game, self.actions, number, f"{name}: ")
        return number

    @property
    def over(self) -> bool:
        return bool(self.losers) or bool(self.state.to_play == OVER)

    @property
    def stuck(self) -> bool:
        return not self.over and self.refusals >= TRIES * self.actions

    def draw(self) -> None:
        while self.state.to_play == CHANCE:
            self.state = self.state.apply(self.luck.draw(self.state, self.ply))
            self.ply += 1

    def ending(self, seat: int) -> dict[str, Any]:
        seen, returns = self.game.part(Arrays).encode.observe, list(self.state.returns())
        for loser in self.losers[1:]:
            returns[loser] += PENALTY
        ended = seat, self.losers[0] if self.losers else NOBODY, not self.over
        return one_ending(self.game, self.options, ended, returns, lambda: seen(self.state, 0), self.highest)

    def legal(self, seat: int) -> list[int]:
        """What the seat may play now; in a simultaneous game also before its turn to commit has come."""
        if self.state.to_play == OVER:
            return []
        if self.state.to_play == seat:
            return list(self.state.legal())
        return list(self.game.conceal(self.state, seat).legal()) if self.simultaneous else []

    def observe(self, seat: int) -> Observation:
        """The mask is empty when the game is over, by a forfeit too; where there is an action to wait, that is left."""
        mask = np.zeros(self.actions, np.int8)
        if not self.over:
            mask[self.legal(seat)] = 1
        if self.waits and not self.losers and not mask.any():
            mask[-1] = 1
        return {"observation": self.game.part(Arrays).encode.observe(self.state, seat).copy(), "action_mask": mask}

    def picture(self, mode: str) -> Any:
        if mode == "ansi":
            return str(self.state)
        if mode == "human":
            sys.stdout.write(f"{self.state}\n")
            return None
        scene = self.game.picture(self.state)
        return pixels(scene) if mode == "rgb_array" else svg(scene)


class AtTable:
    """What both kinds of environment have in common: a sitting, its seats, their spaces, its pictures."""

    sitting: Sitting

    def sit(self, sitting: Sitting, render_mode: str | None) -> None:
        self.sitting, self.render_mode = sitting, render_mode_of(render_mode)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4, "name": f"asobiba_{sitting.game.name}_v0"}
        self.possible_agents = list(sitting.names)
        mask = spaces.Box(0, 1, (sitting.actions,), np.int8)
        space = spaces.Dict({"observation": seen_space(sitting.game, sitting.options), "action_mask": mask})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {name: spaces.Discrete(sitting.actions) for name in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> Any:
        if self.render_mode is None:
            raise ConfigError(f"render_mode: choose one of {', '.join(RENDER_MODES)} when the environment is made")
        return self.sitting.picture(self.render_mode)

    def close(self) -> None:
        """Nothing is open."""


class GameAEC(AtTable, AECEnv):  # type: ignore[misc]  # pettingzoo is untyped
    def __init__(
        self,
        game: str | AnyGame,
        *,
        options: Options | Mapping[str, Any] | None = None,
        illegal: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.sit(Sitting(game, options, illegal, waits=0), render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.sitting.begin(seed, options)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.sitting.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[max(self.sitting.state.to_play, 0)]
        self.tell()

    def tell(self) -> None:
        """Everybody's mask in info too, for libraries that look there; at the end how it ended."""
        done = self.sitting.over or self.sitting.stuck
        for seat, name in enumerate(self.agents):
            self.infos[name] = {"action_mask": self.observe(name)["action_mask"]}
            if done:
                self.infos[name] |= self.sitting.ending(seat)

    def observe(self, agent: str) -> Observation:
        seen = self.sitting.observe(self.sitting.names.index(agent))
        if agent != self.agent_selection or self.terminations.get(agent):
            seen["action_mask"][:] = 0
        return seen

    def step(self, action: int | None) -> None:
        name, sitting = self.agent_selection, self.sitting
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        number, before = sitting.number(name, action), sitting.state.returns()
        self._cumulative_rewards[name] = 0.0
        refused = number not in sitting.state.legal()
        if refused:
            sitting.refuse([sitting.names.index(name)], number)
        else:
            sitting.play(number)
        after = sitting.state.returns()
        self.rewards = {other: after[seat] - before[seat] for seat, other in enumerate(self.agents)}
        if sitting.losers:
            self.rewards[name] = PENALTY
        self.terminations = dict.fromkeys(self.agents, sitting.over)
        self.truncations = dict.fromkeys(self.agents, sitting.stuck)
        if not sitting.over:
            self.agent_selection = self.agents[sitting.state.to_play]
        self.tell()
        if refused:
            self.infos[name]["illegal"] = True
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()


class GameParallel(AtTable, ParallelEnv):  # type: ignore[misc]
    def __init__(
        self,
        game: str | AnyGame,
        *,
        options: Options | Mapping[str, Any] | None = None,
        illegal: str | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.sit(Sitting(game, options, illegal, waits=1), render_mode)
        self.agents: list[str] = []
        self.wait = self.sitting.actions - 1

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.sitting.begin(seed, options)
        self.agents = list(self.possible_agents)
        return self.seen(), {name: {} for name in self.agents}

    def seen(self) -> dict[str, Observation]:
        return {name: self.sitting.observe(seat) for seat, name in enumerate(self.possible_agents)}

    def step(self, actions: dict[str, int]) -> Outcome:
        sitting, before = self.sitting, self.sitting.state.returns()
        numbers = {name: sitting.number(name, actions[name]) for name in self.agents}
        seen = self.seen()
        refused = [name for name in self.agents if not seen[name]["action_mask"][numbers[name]]]
        if refused:
            sitting.refuse([sitting.names.index(name) for name in refused], numbers[refused[0]])
        else:
            self.play(numbers)
        gains = [after - score for score, after in zip(before, sitting.state.returns(), strict=True)]
        rewards = dict(zip(self.agents, gains, strict=True))
        if sitting.losers:
            rewards |= dict.fromkeys(refused, PENALTY)
        return self.outcome(rewards, refused)

    def play(self, numbers: Mapping[str, int]) -> None:
        sitting = self.sitting
        for _ in range(len(self.agents) if sitting.simultaneous else 1):
            if sitting.state.to_play != OVER:
                sitting.play(numbers[self.possible_agents[sitting.state.to_play]])

    def outcome(self, rewards: dict[str, float], refused: list[str]) -> Outcome:
        sitting = self.sitting
        infos: dict[str, dict[str, Any]] = {name: {"illegal": True} if name in refused else {} for name in self.agents}
        terminations = dict.fromkeys(self.agents, sitting.over)
        truncations = dict.fromkeys(self.agents, sitting.stuck)
        if sitting.over or sitting.stuck:
            for seat, name in enumerate(self.agents):
                infos[name] |= sitting.ending(seat)
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return self.seen(), rewards, terminations, truncations, infos
