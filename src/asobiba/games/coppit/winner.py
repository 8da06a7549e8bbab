"""When Coppit ends, and who has won.

A *free* hat is one that its owner can still move: in its BOX, or in a stack with the owner's colour on top. A colour
without free hats is out of the game.
"""

from typing import Any

from asobiba.games.coppit.situation import Situation


def on_board(position: Situation) -> set[int]:
    """The colours on the ring and the cross, prisoners included. A guest in a BOX is on the board, a held stack not."""
    host = position.layout.host
    return {hat for node, stack in position.stacks if host[node] != stack[-1] for hat in stack}


def in_play(position: Situation) -> set[int]:
    """The colours that have a free hat."""
    return {seat for seat, hats in enumerate(position.box) if hats} | {stack[-1] for _, stack in position.stacks}


def is_settled(position: Situation) -> bool:
    """Whether nobody but the seat to move can ever move again: the others are prisoners, and in the end it has brought
    all of them home. Not where that sets them free, nor where the turns may be used up before."""
    options = position.options
    return in_play(position) == {position.seat} and not options.allow_respawn and options.max_turns is None


def is_armed(position: Situation) -> bool:
    """The end cannot come before a full round was played and two colours were on the board together."""
    return position.mingled and position.turn > len(position.box)


def has_ended(position: Situation) -> bool:
    if not is_armed(position):
        return False
    left = on_board(position) if position.options.end_mode == "board" else in_play(position)
    return len(left) <= 1


def box_counts(position: Situation) -> tuple[int, ...]:
    """Each seat's own hats in its own BOX, those of a held stack included."""
    counts = list(position.box)
    for node, stack in position.stacks:
        if position.layout.host[node] == stack[-1]:
            counts[stack[-1]] += stack.count(stack[-1])
    return tuple(counts)


def captured(position: Situation) -> tuple[int, ...]:
    return tuple(map(sum, position.banked))


def scores(position: Situation) -> tuple[int, ...]:
    """What `win_mode` counts. For last_survivor: 1 with a free hat, 0 without."""
    mode = position.options.win_mode
    if mode == "last_survivor":
        alive = in_play(position)
        return tuple(int(seat in alive) for seat in range(len(position.box)))
    if mode == "captured":
        return captured(position)
    boxes = box_counts(position)
    return boxes if mode == "box_count" else tuple(map(sum, zip(boxes, captured(position), strict=True)))


def free_on_board(position: Situation) -> tuple[int, ...]:
    """Each seat's own hats in its own stacks on the board."""
    counts = [0] * len(position.box)
    for node, stack in position.stacks:
        if position.layout.host[node] != stack[-1]:
            counts[stack[-1]] += stack.count(stack[-1])
    return tuple(counts)


def ranks(position: Situation) -> list[tuple[int, int, int]]:
    """By seat: the score; then free hats on the board; then how long the BOX count has stood."""
    return list(zip(scores(position), free_on_board(position), (-turn for turn in position.since), strict=True))


def winners(position: Situation) -> tuple[int, ...]:
    """The best rank; all of them who share it."""
    found = ranks(position)
    return tuple(seat for seat, rank in enumerate(found) if rank == max(found))


def facts(position: Situation) -> dict[str, Any]:
    """Count the hats in the own BOX and the banked hats of others; `max_turns` ends a game before the hats decide."""
    return {
        "boxes": list(position.box),
        "banked": list(captured(position)),
        "standing": ranks(position),
        "ending": "rules" if has_ended(position) else "max_turns",
    }
