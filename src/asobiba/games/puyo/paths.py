"""From a placement to the buttons that bring a falling pair there."""

from asobiba.games.puyo.board import DOWN, LEFT, RIGHT, ROTATE_LEFT, ROTATE_RIGHT, Board

WAYS, TURNS = (LEFT, RIGHT), (ROTATE_LEFT, ROTATE_RIGHT)
TAPS = (*WAYS, *TURNS, *(way | turn for way in WAYS for turn in TURNS), DOWN)
"""Each is a tick with no button, so that the next counts as a press, and a tick with these."""
MOST_TAPS = 14
"""Three to a step, two to climb it, five to the far end, two to turn there, and two more."""


def path(board: Board, tick: int, placement: int) -> list[int]:
    """The fewest taps that bring the falling pair to the placement, then `down` until it locks.

    Empty if nothing is falling or no taps do it. After `tick` ticks the board is as given; it is left so.
    """
    level: list[tuple[Board, list[int]]] = [(board, [])] if board.falling else []
    seen: set[tuple[int, ...]] = set()
    for _ in range(MOST_TAPS + 1):
        following = []
        for at, inputs in level:
            if at.falling and at.falling.placement == placement:
                return inputs + _to_the_ground(at, tick + len(inputs))
            for tap in TAPS:
                after = at.copy()
                locked = after.step(tick + len(inputs) + 1, 0) or after.step(tick + len(inputs) + 2, tap)
                if not locked and (where := _where(after)) not in seen:
                    seen.add(where)
                    following.append((after, [*inputs, 0, tap]))
        level = following
    return []


def _where(board: Board) -> tuple[int, ...]:
    """What decides how a falling pair can go on, but for how soon it locks."""
    pair = board.falling
    return (pair.column, pair.row, pair.side, pair.quick > 0) if pair else ()


def _to_the_ground(board: Board, tick: int) -> list[int]:
    board, ticks = board.copy(), 0
    while board.falling:
        ticks += 1
        board.step(tick + ticks, DOWN)
    return [DOWN] * ticks
