"""Which of the board's moves a seat has with its die, and why it does not have another."""

from asobiba.games.coppit.paths import PASS, Move
from asobiba.games.coppit.situation import Situation
from asobiba.games.coppit.stacks import prisoners


def choices(position: Situation) -> tuple[int, ...]:
    """The moves of the seat that has rolled; the pass if there is none."""
    layout, seat, die = position.layout, position.seat, position.die
    found = list(layout.deploys[seat][die]) if position.box[seat] else []
    for node, stack in position.stacks:
        if stack[-1] == seat:
            found += layout.reach[seat][node][die]
    return tuple(sorted(action for action in found if not obstacle(position, layout.moves[action]))) or (PASS,)


def obstacle(position: Situation, move: Move) -> str:
    """Why a stack that could walk this path may not; empty if it may."""
    layout, options = position.layout, position.options
    end = move.destination
    is_gray = options.gray_capacity is not None and layout.board.kinds[end] == "GRAY"
    if is_gray and sum(node == end for node, _ in position.stacks) >= (options.gray_capacity or 0):
        return f"{layout.board.names[end]} is full, it holds {options.gray_capacity}"
    if move.ending == "hold" and not _brings_prisoners(position, move):
        return "there is no prisoner to hold"
    if options.allow_empty_return or layout.home[position.seat] not in move.path:
        return ""
    return "" if _brings_prisoners(position, move) else "without a prisoner the BOX stays shut"


def _brings_prisoners(position: Situation, move: Move) -> bool:
    """Whether the stack has a prisoner when it reaches its BOX."""
    stack = position.stack(move.source, position.seat)
    if stack and prisoners(stack):
        return True
    layout = position.layout
    way = move.path[: move.path.index(layout.home[position.seat])] if position.options.capture_on_pass else ()
    return any(
        node in way and stack[-1] != position.seat and not layout.safe[stack[-1]][node]
        for node, stack in position.stacks
    )


def why_not(position: Situation, action: int) -> str:
    """One sentence about an action that is not legal."""
    layout, seat, die = position.layout, position.seat, position.die
    if position.over:
        return f"action {action}: the game is over"
    if not die:
        return f"outcome {action}: the die is to be rolled, its outcomes are 0 to 5"
    colour = layout.colour(seat)
    if action == PASS:
        return f"{colour} may not pass: it can move with its {die}"
    if not PASS < action < len(layout.moves):
        return f"action {action} does not exist: moves are 1 to {len(layout.moves) - 1}, the pass is {PASS}"
    move = layout.moves[action]
    attempt = f"{colour} {layout.write(action, seat)}"
    from_box = move.source == layout.home[seat] and not move.held
    if from_box and not position.box[seat]:
        return f"{attempt}: no single hat is in the BOX"
    if not from_box and not position.stack(move.source, seat):
        return f"{attempt}: {colour} has no stack on {layout.board.names[move.source]}"
    dice = layout.deploys[seat] if from_box else layout.reach[seat][move.source]
    if action not in dice[die]:
        needed = " or ".join(str(other) for other in range(1, 7) if action in dice[other])
        return f"{attempt}: the die shows {die}, " + (f"it needs {needed}" if needed else "no die allows it")
    return f"{attempt}: {obstacle(position, move)}"
