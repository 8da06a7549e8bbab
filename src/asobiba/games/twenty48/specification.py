"""The names of specification 004; env.py, mechanics.py and utils.py are the modules that the document asks for.

    from asobiba.games.twenty48 import LEFT, Twenty48Env

`Twenty48Env.gymnasium()` and the id `asobiba/Twenty48Board-v0` give the same game as a gymnasium.Env: gym.py.
"""

from asobiba.games.twenty48.env import Twenty48Env
from asobiba.games.twenty48.mechanics import DOWN, LEFT, RIGHT, UP, afterstate, slide_and_merge

__all__ = ["DOWN", "LEFT", "RIGHT", "UP", "Twenty48Env", "afterstate", "slide_and_merge"]
