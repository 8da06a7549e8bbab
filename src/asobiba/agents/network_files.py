"""Trained networks as files: arrays and a note that says what they are of, without pickle.

    {"format": 1, "game": "puyo", "rules": 1, "options": {}, "kind": "candidates", "inputs": 53}

A game ships some under names, in its folder weights/. Own ones get a name in the folder that the environment variable
ASOBIBA_WEIGHTS names, as <game>/<name>.npz; any other is named by its path. Where a game with other options needs
another network, several share a name: `alphazero` stands for alphazero.npz, alphazero-2.npz, alphazero-4.npz, ...
"""

import os
from collections.abc import Mapping, Sequence
from importlib.resources import as_file
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import numpy as np

from asobiba.agents.archive import FORMAT, Arrays, Damaged, read_archive
from asobiba.core.errors import ConfigError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options

SUFFIX = ".npz"
MOST_BYTES = 1 << 30
"""Of all arrays together."""


def is_path(weights: str) -> bool:
    """`default` is a name; `runs/puyo/policy.npz` and `./policy` are paths."""
    return weights.endswith(SUFFIX) or "/" in weights or "\\" in weights


def check_layers(arrays: Mapping[str, Any], names: Sequence[str]) -> None:
    """ValueError where `scale` and these layers, one after the other, are no network; KeyError where one is missing."""
    scale = arrays["scale"]
    width = scale.size
    for name in names:
        weight, bias = arrays[f"{name}.weight"], arrays[f"{name}.bias"]
        if scale.ndim != 1 or weight.shape != (*bias.shape, width) or bias.ndim != 1:
            raise ValueError(f"{name} of {weight.shape} and {bias.shape} does not follow on {width} numbers")
        width = bias.size


def networks_of(game: AnyGame) -> dict[str, Traversable]:
    """Those that have a name; a shipped one's name is its own."""
    found: dict[str, Traversable] = {}
    for folder in (_own_folder(game), game.resource("weights")):
        if folder is not None and folder.is_dir():
            files = [file for file in folder.iterdir() if file.name.endswith(SUFFIX)]
            found |= {file.name.removesuffix(SUFFIX): file for file in sorted(files, key=lambda file: file.name)}
    return found


def networks_called(game: AnyGame, name: str, options: Options) -> list[str]:
    """Those that the name stands for; first the ones that were trained with these options."""
    found = [each for each in networks_of(game) if each == name or each.startswith(f"{name}-")]
    if len(found) < 2:
        return found
    return sorted(found, key=lambda each: read_weights(game, each)[1].get("options") != options.chosen())


def _own_folder(game: AnyGame) -> Path | None:
    folder = os.environ.get("ASOBIBA_WEIGHTS")
    return Path(folder) / game.name if folder else None


def read_weights(game: AnyGame, weights: str) -> tuple[Arrays, dict[str, Any]]:
    """Arrays and note of a network of this game, by name or path. ConfigError says what is wrong with it."""
    if is_path(weights):
        return _of_game(game, *_read(Path(weights)), weights)
    if (file := networks_of(game).get(weights)) is None:
        known = ", ".join(networks_of(game)) or "none"
        raise ConfigError(
            f"no network of {game.name} is named {weights!r}; there are: {known}; a file is named by its path, "
            f"such as runs/{game.name}/policy{SUFFIX}",
            weights=weights,
        )
    with as_file(file) as path:
        return _of_game(game, *_read(path), weights)


def _read(path: Path) -> tuple[Arrays, dict[str, Any]]:
    try:
        with path.open("rb") as file:
            return read_archive(file, MOST_BYTES)
    except FileNotFoundError:
        raise ConfigError(f"there is no network {path}", weights=str(path)) from None
    except (Damaged, OSError, ValueError) as error:  # ValueError: no file has such a name
        reason = error.strerror if isinstance(error, OSError) else error
        raise ConfigError(f"network {path} cannot be read: {reason}", weights=str(path)) from None


def _of_game(game: AnyGame, arrays: Arrays, note: dict[str, Any], weights: str) -> tuple[Arrays, dict[str, Any]]:
    for key, value in {"format": FORMAT, "game": game.name, "rules": game.version}.items():
        if note.get(key) != value:
            raise ConfigError(
                f"network {weights}: its {key} is {note.get(key)!r}, here {value!r} is needed", weights=weights
            )
    for name, array in arrays.items():
        if array.dtype.kind not in "fi" or not array.size or not np.isfinite(array).all():
            raise ConfigError(f"network {weights}: {name} is not all finite numbers", weights=weights)
    return arrays, note
