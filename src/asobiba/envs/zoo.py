"""Any game for PettingZoo: agents player_0, player_1, ... in turn (AEC) or all at once (Parallel).

    import asobiba.envs, pettingzoo
    env = pettingzoo.make("aec", "asobiba/Othello-v0")

In a Parallel environment everybody acts at every step. Where the game is played in turn, those who are not to move have
one legal action, WAIT, the last number; where it is simultaneous, all of them move.
"""

import random
import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from asobiba.core.contract import CHANCE, OVER, AnyGame
from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.core.luck import Luck
from asobiba.core.options import Options
from asobiba.core.registry import find_game
from asobiba.core.scene import svg
from asobiba.envs.raster import pixels
from asobiba.envs.spaces import ILLEGAL, PENALTY, Observation, observation_space, one_of

RENDER_MODES = ("ansi", "rgb_array", "human", "svg")


class Sitting:
    """One game by its rulebook, with its luck; what both kinds of environment stand on."""

    def __init__(
        self, game: str | AnyGame, options: Options | Mapping[str, Any] | None, render_mode: str | None
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.options = options if isinstance(options, Options) else self.game.options.read(options or {})
        self.names = [f"player_{seat}" for seat in range(len(self.game.rules.seats(self.options)))]
        self.simultaneous = self.game.rules.simultaneous(self.options)
        self.render_mode = None if render_mode is None else one_of("render_mode", render_mode, RENDER_MODES)
        self.luck = Luck(random.randrange(2**63))
        self.ply = 0
        self.state: Any = self.game.rules.start(self.options)

    def begin(self, seed: int | None) -> None:
        self.luck = Luck(random.randrange(2**63) if seed is None else seed)
        self.ply = 0
        self.state = self.game.rules.start(self.options)
        self.draw()

    def play(self, action: int) -> None:
        self.state = self.state.apply(action)
        self.ply += 1
        self.draw()

    def draw(self) -> None:
        while self.state.to_play == CHANCE:
            self.state = self.state.apply(self.luck.draw(self.state, self.ply))
            self.ply += 1

    def legal(self, seat: int) -> list[int]:
        """What the seat may play now; in a simultaneous game also before its turn to commit has come."""
        if self.state.to_play == OVER:
            return []
        if self.state.to_play == seat:
            return list(self.state.legal())
        return list(self.game.rules.conceal(self.state, seat).legal()) if self.simultaneous else []

    def observe(self, seat: int, extra: int = 0) -> Observation:
        mask = np.zeros(self.game.rules.actions(self.options) + extra, np.int8)
        mask[self.legal(seat)] = 1
        if extra and not mask.any():
            mask[-1] = 1
        return {"observation": self.game.arrays.encode.observe(self.state, seat).copy(), "action_mask": mask}

    def picture(self) -> Any:
        if self.render_mode == "ansi":
            return str(self.state)
        if self.render_mode == "human":
            sys.stdout.write(f"{self.state}\n")
            return None
        scene = self.game.text.scene_of(self.state)
        return pixels(scene) if self.render_mode == "rgb_array" else svg(scene)


class AtTable:
    """What both kinds of environment have in common: a sitting, its seats, their spaces, its pictures."""

    sitting: Sitting

    def sit(self, sitting: Sitting, illegal: str, waits: int) -> None:
        """`waits` is 1 where those who are not to move have an action for it."""
        self.sitting, self.render_mode = sitting, sitting.render_mode
        self.illegal = one_of("illegal", illegal, ILLEGAL)
        self.metadata = {"render_modes": list(RENDER_MODES), "render_fps": 4, "name": f"asobiba_{sitting.game.name}_v0"}
        self.possible_agents = list(sitting.names)
        actions = sitting.game.rules.actions(sitting.options) + waits
        seen = observation_space(sitting.game, sitting.options)["observation"]
        space = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (actions,), np.int8)})
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {name: spaces.Discrete(actions) for name in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def render(self) -> Any:
        if self.render_mode is None:
            raise ConfigError(f"render_mode: choose one of {', '.join(RENDER_MODES)} when the environment is made")
        return self.sitting.picture()

    def close(self) -> None:
        """Nothing is open."""


class GameAEC(AtTable, AECEnv):  # type: ignore[misc]  # pettingzoo is untyped
    def __init__(
        self,
        game: str | AnyGame,
        *,
        options: Options | Mapping[str, Any] | None = None,
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.sit(Sitting(game, options, render_mode), illegal, waits=0)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.sitting.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self.agent_selection = self.agents[max(self.sitting.state.to_play, 0)]
        self.tell()

    def tell(self) -> None:
        """Everybody's mask in info too, for libraries that look there."""
        for name in self.agents:
            self.infos[name] = {"action_mask": self.observe(name)["action_mask"]}

    def observe(self, agent: str) -> Observation:
        seen = self.sitting.observe(self.sitting.names.index(agent))
        if agent != self.agent_selection or self.terminations.get(agent):
            seen["action_mask"][:] = 0
        return seen

    def step(self, action: int | None) -> None:
        name = self.agent_selection
        if self.terminations[name] or self.truncations[name]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[name] = 0.0
        before = self.sitting.state.returns()
        refused = action is None or action not in self.sitting.state.legal()
        if refused and self.illegal == "raise":
            self.sitting.state.apply(-1 if action is None else action)  # says why
        if action is not None and not refused:
            self.sitting.play(int(action))
        after = self.sitting.state.returns()
        for seat, other in enumerate(self.agents):
            self.rewards[other] = after[seat] - before[seat]
        if refused and self.illegal == "lose":
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.rewards[name] = PENALTY
        if self.sitting.state.to_play == OVER or (refused and self.illegal == "lose"):
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.agents[self.sitting.state.to_play]
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
        illegal: str = "raise",
        render_mode: str | None = None,
    ) -> None:
        self.sit(Sitting(game, options, render_mode), illegal, waits=1)
        self.agents: list[str] = []
        self.wait = self.sitting.game.rules.actions(self.sitting.options)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.sitting.begin(seed)
        self.agents = list(self.possible_agents)
        return self.seen(), {name: {} for name in self.agents}

    def seen(self) -> dict[str, Observation]:
        return {name: self.sitting.observe(seat, extra=1) for seat, name in enumerate(self.possible_agents)}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        sitting, before = self.sitting, self.sitting.state.returns()
        masks = {name: seen["action_mask"] for name, seen in self.seen().items()}
        refused = [
            name for name in self.agents if not 0 <= actions[name] <= self.wait or not masks[name][actions[name]]
        ]
        if refused and self.illegal == "raise":
            raise IllegalMove(f"{refused[0]}: action {actions[refused[0]]} is not legal", str(sitting.state))
        if not refused:
            for _ in range(len(self.agents) if sitting.simultaneous else 1):
                if sitting.state.to_play != OVER:
                    sitting.play(int(actions[self.possible_agents[sitting.state.to_play]]))
        lost = bool(refused) and self.illegal == "lose"
        over = sitting.state.to_play == OVER or lost
        gains = [after - score for score, after in zip(before, sitting.state.returns(), strict=True)]
        rewards = dict(zip(self.agents, gains, strict=True))
        if lost:
            rewards = {name: PENALTY if name in refused else 0.0 for name in self.agents}
        infos: dict[str, dict[str, Any]] = {name: {"illegal": True} if name in refused else {} for name in self.agents}
        result = (
            self.seen(),
            rewards,
            dict.fromkeys(self.agents, over),
            dict.fromkeys(self.agents, False),
            infos,
        )
        if over:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return result
