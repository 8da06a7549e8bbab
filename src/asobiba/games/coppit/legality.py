"""Which of the board's moves a seat has with its die, and why it does not have another."""

from asobiba.core.errors import Phrase
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


def obstacle(position: Situation, move: Move) -> Phrase | None:
    """Why a stack that could walk this path may not; None if it may."""
    layout, options = position.layout, position.options
    end = move.destination
    is_gray = options.gray_capacity is not None and layout.board.kinds[end] == "GRAY"
    if is_gray and sum(node == end for node, _ in position.stacks) >= (options.gray_capacity or 0):
        return Phrase("{node} is full, it holds {most}", node=layout.board.names[end], most=options.gray_capacity)
    if move.ending == "hold" and not _brings_prisoners(position, move):
        return Phrase("there is no prisoner to hold")
    if options.allow_empty_return or layout.home[position.seat] not in move.path:
        return None
    return None if _brings_prisoners(position, move) else Phrase("without a prisoner the BOX stays shut")


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


def why_not(position: Situation, action: int) -> Phrase:
    """One sentence about an action that is not legal."""
    layout, seat, die = position.layout, position.seat, position.die
    if position.over:
        return Phrase("action {action}: the game is over", action=action)
    if not die:
        return Phrase("outcome {action}: the die is to be rolled, its outcomes are 0 to 5", action=action)
    colour = Phrase(layout.colour(seat))
    if action == PASS:
        return Phrase("{colour} may not pass: it can move with its {die}", colour=colour, die=die)
    if not PASS < action < len(layout.moves):
        text = "action {action} does not exist: moves are 1 to {last}, the pass is {pass_}"
        return Phrase(text, action=action, last=len(layout.moves) - 1, pass_=PASS)
    return Phrase(
        "{colour} {move}: {why}", colour=colour, move=layout.write(action, seat), why=_missing(position, action)
    )


def _missing(position: Situation, action: int) -> Phrase | None:
    """What a move lacks that the board has."""
    layout, seat, die = position.layout, position.seat, position.die
    move = layout.moves[action]
    from_box = move.source == layout.home[seat] and not move.held
    if from_box and not position.box[seat]:
        return Phrase("no single hat is in the BOX")
    if not from_box and not position.stack(move.source, seat):
        colour, node = Phrase(layout.colour(seat)), layout.board.names[move.source]
        return Phrase("{colour} has no stack on {node}", colour=colour, node=node)
    dice = layout.deploys[seat] if from_box else layout.reach[seat][move.source]
    if action in dice[die]:
        return obstacle(position, move)
    needed = [other for other in range(1, 7) if action in dice[other]]
    if not needed:
        return Phrase("the die shows {die}, no die allows it", die=die)
    either: int | Phrase = needed[0]
    for other in needed[1:]:
        either = Phrase("{one} or {other}", one=either, other=other)
    return Phrase("the die shows {die}, it needs {needed}", die=die, needed=either)
