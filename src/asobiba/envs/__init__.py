"""The games in the shapes that other libraries expect: one adaptor each, for every game.

`import asobiba` registers them: gymnasium.make("asobiba/Othello-v0"), gymnasium.make_vec(...),
pettingzoo.make("aec", "asobiba/Othello-v0") and pettingzoo.make("parallel", ...). Neither library is imported for it.
"""

import asobiba.games  # noqa: F401  importing it registers the games
from asobiba.envs.batch import Batch
from asobiba.envs.registration import environments, register_environments

register_environments()

__all__ = ["Batch", "environments", "register_environments"]
