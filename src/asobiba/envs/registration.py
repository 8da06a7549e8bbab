"""The ids under which the games are known to Gymnasium and PettingZoo: asobiba/<Name>-v<rules version - 1>.

`asobiba/__init__.py` registers them when the library is imported, before or after this package.
"""

import sys
from collections.abc import Mapping
from typing import Any

from asobiba.agents.arrays import Arrays
from asobiba.core.game import AnyGame
from asobiba.core.registry import every_game

GYM, VECTOR = "asobiba.envs.gym:GameEnv", "asobiba.envs.vector:GameVectorEnv"
AEC, PARALLEL = "asobiba.envs.zoo:GameAEC", "asobiba.envs.zoo:GameParallel"


def environments() -> dict[str, tuple[AnyGame, Mapping[str, Any]]]:
    """Every id with its game and the options that it stands for."""
    found: dict[str, tuple[AnyGame, Mapping[str, Any]]] = {}
    for game in every_game(Arrays):
        for preset, options in (game.part(Arrays).presets or {game.name.capitalize(): {}}).items():
            found[f"asobiba/{preset}-v{game.version - 1}"] = (game, options)
    return found


def own_environments() -> dict[str, str]:
    """Return the Gymnasium environments that a game brings itself: ids and entry points."""
    return {
        f"asobiba/{name}-v{game.version - 1}": entry_point
        for game in every_game(Arrays)
        for name, entry_point in game.part(Arrays).environments.items()
    }


def register_environments() -> None:
    """Also after a package of somebody else has registered a game; ids that are known are left alone."""
    for library in map(sys.modules.get, REGISTER):
        if library is not None:
            register_with(library)


def register_with(library: Any) -> None:
    """Register all environments with Gymnasium or PettingZoo, which the caller has imported."""
    REGISTER[library.__name__](library)


def register_with_gymnasium(gymnasium: Any) -> None:
    for name, (game, options) in environments().items():
        if name not in gymnasium.registry:
            gymnasium.register(name, GYM, vector_entry_point=VECTOR, kwargs=keywords(game, options))
    for name, entry_point in own_environments().items():
        if name not in gymnasium.registry:
            gymnasium.register(name, entry_point)


def register_with_pettingzoo(pettingzoo: Any) -> None:
    for name, (game, options) in environments().items():
        for kind, entry_point in (("aec", AEC), ("parallel", PARALLEL)):
            if name not in getattr(pettingzoo, f"{kind}_registry"):
                pettingzoo.register(kind, name, entry_point, kwargs=keywords(game, options))


def keywords(game: AnyGame, options: Mapping[str, Any]) -> dict[str, Any]:
    return {"game": game.name, "options": dict(options)}


REGISTER = {"gymnasium": register_with_gymnasium, "pettingzoo": register_with_pettingzoo}
"""The libraries that have a registry of environments."""
