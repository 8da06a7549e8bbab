"""The ids under which the games are known to Gymnasium and PettingZoo: asobiba/<Name>-v<rules version - 1>."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import pettingzoo

from asobiba.core.contract import AnyGame
from asobiba.core.registry import find_game, game_names
from asobiba.envs.zoo import GameAEC, GameParallel

GYM, VECTOR = "asobiba.envs.gym:GameEnv", "asobiba.envs.vector:GameVectorEnv"


def environments() -> dict[str, tuple[AnyGame, Mapping[str, Any]]]:
    """Every id with its game and the options that it stands for."""
    found: dict[str, tuple[AnyGame, Mapping[str, Any]]] = {}
    for name in game_names():
        game = find_game(name)
        for preset, options in (game.arrays.presets or {name.capitalize(): {}}).items():
            found[f"asobiba/{preset}-v{game.version - 1}"] = (game, options)
    return found


def register_environments() -> None:
    """Also after a package of somebody else has registered a game; ids that are known are left alone."""
    for name, (game, options) in environments().items():
        keywords = {"game": game.name, "options": dict(options)}
        if name not in gymnasium.registry:
            gymnasium.register(name, GYM, vector_entry_point=VECTOR, kwargs=keywords)
            pettingzoo.register("aec", name, GameAEC, kwargs=keywords)
            pettingzoo.register("parallel", name, GameParallel, kwargs=keywords)
