"""The names of specification 001 that belong to learning; those of the game are in asobiba.games.puyo.

    config = TrainingConfig(game_speed=0)
    engine = SelfPlayEngine(config)
    print(asyncio.run(engine.run_self_play_episode()))

`SelfPlayEngine` plays and learns as the document's code does, one game after the other, and each of its methods can be
overridden alone. `asobiba train puyo` runs learner.py, which plays thousands of games at once for the same rewards.
"""

from collections.abc import Mapping
from typing import Any

from asobiba.games.puyo.dense_rewards import DenseRewardCalculator, RewardComponents, is_over
from asobiba.games.puyo.learning.config import SelfPlayConfig, SelfPlaySettings, settings_of
from asobiba.games.puyo.learning.curriculum import CurriculumSelfPlay
from asobiba.games.puyo.learning.experience import Experience, PrioritizedReplayBuffer
from asobiba.games.puyo.learning.player import DQNPlayer
from asobiba.games.puyo.specification import GameEngine
from asobiba.games.puyo.states import Choice
from asobiba.learn.opponents import LEAST_EPSILON, MORE_EPSILON

__all__ = [
    "CurriculumSelfPlay",
    "DQNPlayer",
    "Experience",
    "PrioritizedReplayBuffer",
    "SelfPlayConfig",
    "SelfPlayEngine",
    "TrainingConfig",
]

TrainingConfig = SelfPlayConfig
"""The document's engine takes this one and describes that one; there is one configuration."""


class SelfPlayEngine:
    def __init__(self, config: SelfPlayConfig | None = None) -> None:
        self.config = SelfPlayConfig() if config is None else config
        self.main_agent = DQNPlayer("main", self.settings)
        self.opponent_agent = DQNPlayer("opponent", self.settings)
        self.experience_buffer = PrioritizedReplayBuffer(self.settings.memory_size)
        self.episode_count = 0

    @property
    def settings(self) -> SelfPlaySettings:
        """The configuration as it is now, checked."""
        return settings_of(self.config)

    async def run_self_play_episode(self) -> dict[str, Any]:
        """Play one game, learn from the main agent's moves, and return what the document lists."""
        settings = self.settings
        if self.episode_count % settings.opponent_update_interval == 0:
            self._update_opponent()
        seed = settings.seed * 1_000_003 + self.episode_count
        engine = GameEngine(
            mode="versus", speed_multiplier=settings.game_speed, seed=seed, max_turns=settings.max_turns
        )
        agents = {"A": self.main_agent, "B": self.opponent_agent}
        experiences: dict[str, list[Experience]] = {"A": [], "B": []}
        prev_state = new_state = engine.get_state()
        while not engine.is_game_over():
            actions = {player_id: agent.get_action(prev_state, player_id) for player_id, agent in agents.items()}
            new_state = await engine.step_simultaneous(actions["A"], actions["B"])
            for player_id, agent in agents.items():
                action: Any = actions[player_id]
                experience = Experience(
                    state=agent.encode_state(prev_state, player_id),
                    action=action.action_id,
                    reward=self._calculate_step_reward(prev_state, action, new_state, player_id).total(),
                    next_state=agent.encode_state(new_state, player_id),
                    done=is_over(new_state),
                )
                experiences[player_id].append(experience)
            prev_state = new_state
        for exp in experiences["A"] + (experiences["B"] if settings.learn_from_opponent else []):
            self.experience_buffer.push(exp, self._calculate_priority(exp))
        if len(self.experience_buffer) > settings.batch_size:
            self._update_main_agent()
        self.episode_count += 1
        self._explore(settings)
        return {
            "episode": self.episode_count,
            "winner": new_state["winner"],
            "main_agent_reward": sum(exp.reward for exp in experiences["A"]),
            "game_length": len(experiences["A"]),
        }

    def _update_opponent(self) -> None:
        """The opponent becomes a copy of the main agent that explores a little more."""
        self.opponent_agent.model.load_state_dict(self.main_agent.model.state_dict())
        self.opponent_agent.epsilon = max(LEAST_EPSILON, self.main_agent.epsilon * MORE_EPSILON)

    def _calculate_step_reward(
        self, prev_state: Mapping[str, Any], action: Choice, new_state: Mapping[str, Any], player_id: str
    ) -> RewardComponents:
        calculator = DenseRewardCalculator(self.settings.rewards)
        return calculator.calculate_reward(prev_state, action, new_state, player_id)

    def _calculate_priority(self, exp: Experience) -> float:
        """The absolute TD error + 1e-6; 1 if the main agent is one that cannot tell it."""
        surprise = getattr(self.main_agent, "surprise", None)
        return 1.0 if surprise is None else float(surprise([exp])[0])

    def _update_main_agent(self) -> float:
        """Learn from one batch, and return the loss."""
        batch = self.experience_buffer.sample(self.settings.batch_size)
        loss = self.main_agent.update_model(batch)
        for i, exp in enumerate(batch):
            self.experience_buffer.update_priority(i, self._calculate_priority(exp))
        return loss

    def _explore(self, settings: SelfPlaySettings) -> None:
        """After each episode the main agent explores as the schedule says, unless somebody has set its epsilon."""
        if getattr(self.main_agent, "epsilon", None) == settings.epsilon(self.episode_count - 1):
            self.main_agent.epsilon = settings.epsilon(self.episode_count)
