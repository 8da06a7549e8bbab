"""What a user asks of an environment, checked: a refusal names the setting, its value and what is allowed."""

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from typing import Any

import numpy as np

from asobiba.agents.arrays import Arrays
from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.core.game import AnyGame, action_number
from asobiba.core.luck import seed_of
from asobiba.core.options import Options

ILLEGAL = ("lose", "noop", "raise")
"""What an illegal action does: the end of the game, with -1; nothing; or an exception."""
PENALTY = -1.0
RENDER_MODES = ("ansi", "rgb_array", "human", "svg")
TRIES = 30
"""With illegal="noop": after so many illegal actions in a row for each that exists, the episode is truncated. Who draws
actions blindly misses the only legal one so often once in 10**13 times."""


def one_of(name: str, value: Any, allowed: Sequence[str], note: str = "") -> Any:
    if not isinstance(value, str) or value not in allowed:
        raise ConfigError(f"{name}={value!r}: allowed is {', '.join(allowed)}{note}", name=name, value=value)
    return value


def illegal_of(value: str | None, game: AnyGame) -> str:
    """None: as the game has it."""
    if value is None:
        return game.part(Arrays).illegal
    chosen: str = one_of(
        "illegal", value, ILLEGAL, f"; {game.name} has {game.part(Arrays).illegal} where nothing is said"
    )
    return chosen


def render_mode_of(value: str | None, allowed: Sequence[str] = RENDER_MODES) -> str | None:
    return None if value is None else one_of("render_mode", value, allowed, " or None")


def flag(name: str, value: Any) -> bool:
    if not isinstance(value, bool | np.bool_):
        raise ConfigError(f"{name}={value!r}: allowed is True or False", name=name, value=value)
    return bool(value)


def seat_of(seat: Any, seats: int) -> int | None:
    """The seat's number; None for "all"."""
    if isinstance(seat, str) and seat == "all":
        return None
    number = action_number(seat)
    if number is None or not 0 <= number < seats:
        raise ConfigError(f"seat={seat!r}: allowed is 0 to {seats - 1}, or 'all'", name="seat", value=seat)
    return number


def seeds_of(seed: Any, count: int) -> int | list[int | None] | None:
    """One for all games, or a list of one for each."""
    if not isinstance(seed, list | tuple) and (not isinstance(seed, np.ndarray) or seed.ndim == 0):
        return seed_of(seed)
    if len(seed) != count:
        raise ConfigError(f"seed: expected one number or {count}, found {len(seed)}", name="seed")
    return [seed_of(each, f"seed[{index}]") for index, each in enumerate(seed)]


def reset_options(options: Any, *allowed: str) -> dict[str, Any]:
    """What `reset` was given; an unknown name is refused."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise ConfigError(f"options={options!r} of reset: allowed is None or a dict with {', '.join(allowed)}")
    for name in options:
        if name not in allowed:
            close = get_close_matches(str(name), allowed, 1)
            guess = f"did you mean {close[0]!r}? " if close else ""
            raise ConfigError(f"reset has no option {name!r}; {guess}its options: {', '.join(allowed)}", option=name)
    return dict(options)


def position_of(given: Any, game: AnyGame, options: Options) -> Any:
    """A position from its notation, or one of the rulebook with just these options."""
    if isinstance(given, str):
        return game.notation.read_position(given, options)
    here = options.chosen() or "default options"
    if not isinstance(given, type(game.start(options))):
        raise ConfigError(f"position={given!r}: allowed is a text in the notation of {game.name}, or its position")
    if given.options != options:
        theirs = given.options.chosen() or "default options"
        raise StateError(f"position: it has {theirs}, this environment {here}; allowed is a position with the same")
    return given


def no_such_action(game: AnyGame, actions: int, number: int, where: str = "") -> IllegalMove:
    """Outside of the action space is an error whatever `illegal` says."""
    return IllegalMove(f"{where}action {number} does not exist: {game.name} has 0 to {actions - 1}", action=number)


def forbidden(error: IllegalMove, game: AnyGame) -> IllegalMove:
    """With illegal="raise": why it is refused, and what else could be done about it."""
    others = (
        f"illegal='raise' asked for this error; 'lose' and 'noop' do not, {game.name} has {game.part(Arrays).illegal!r}"
    )
    return IllegalMove(f"{error.sentence} ({others} by default)", error.board, **error.params)
