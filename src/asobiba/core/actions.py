"""Actions that come from outside, from a network or a person's program, as plain whole numbers."""

from collections.abc import Callable
from functools import wraps
from operator import index
from typing import TypeVar

from asobiba.core.errors import IllegalMove

S = TypeVar("S")


def action_number(action: object) -> int | None:
    """3 of 3, np.int64(3) and np.array(3); None of True, 3.0, "3" and [3], which are no actions."""
    if isinstance(action, bool):
        return None
    try:
        return index(action)  # type: ignore[arg-type]  # whatever is no number raises TypeError
    except TypeError:
        return None


def as_action(action: object, position: object) -> int:
    """The plain number. IllegalMove for what is none; `position` is shown with it."""
    number = action_number(action)
    if number is None:
        raise IllegalMove(f"{action!r} is no action: a whole number is expected", position, action=str(action))
    return number


def whole(apply: Callable[[S, int], S]) -> Callable[[S, int], S]:
    """A position's `apply` that meets plain ints only: other whole numbers are turned into one, the rest is refused."""

    @wraps(apply)
    def applied(position: S, action: int) -> S:
        if type(action) is int:
            return apply(position, action)
        return apply(position, as_action(action, position))

    return applied
