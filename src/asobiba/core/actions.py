"""Actions that come from outside, from a network or a person's program, as plain whole numbers."""

from operator import index


def action_number(action: object) -> int | None:
    """3 of 3, np.int64(3) and np.array(3); None of True, 3.0, "3" and [3], which are no actions."""
    if isinstance(action, bool):
        return None
    try:
        return index(action)  # type: ignore[arg-type]  # whatever is no number raises TypeError
    except TypeError:
        return None
