"""A judgement for one ply of looking ahead: hats at home, prisoners, and the danger that the own stacks stand in.

A hat in the BOX counts 10, a banked one 8, a prisoner on the way 5, a free hat on the board 4; a stack loses a little
for every step between it and its BOX. A stack that is not safe loses a sixth of its worth for every enemy within
reach: that is the chance of the one die that captures it.

Where the game goes on until a colour has no free hat (`end_mode` in_play), hats at home win nothing. There one in the
BOX counts no more than one on the board, every own stack on the board counts 1, up to four, and a hat of an enemy stack
that is not safe counts 4 sixths for every own stack, up to three, that may capture it with the next die.
"""

from functools import cache, lru_cache

from asobiba.games.coppit.board import Board
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS, layout_of
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.stacks import prisoners

HOME, BANKED, PRISONER, FREE = 10.0, 8.0, 5.0, 4.0
STEP, STEP_WITH_PRISONER = 0.05, 0.15
HUNTER, QUARRY = 1.0, 4.0
MOST_HUNTERS, MOST_IN_REACH = 4, 3


def evaluate(position: Position, seat: int) -> float:
    if position.options.end_mode == "in_play":
        return _belongings(position, seat, FREE) + _hunt(position, seat)
    return _belongings(position, seat, HOME)


def _belongings(position: Position, seat: int, home: float) -> float:
    """What the seat has at home and on the board, less what it may lose."""
    layout = position.layout
    distance = _distances(layout.board, layout.board.boxes[layout.colours[seat]].door)
    strikers = _strikers(position.options)
    enemies = [node for node, stack in position.stacks if stack[-1] != seat]
    value = home * position.box[seat] + BANKED * sum(position.banked[seat])
    for node, stack in position.stacks:
        if stack[-1] != seat:
            continue
        caught = prisoners(stack)
        worth = FREE * (len(stack) - caught) + PRISONER * caught
        danger = 0 if layout.safe[seat][node] else sum(enemy in strikers[node] for enemy in enemies)
        value += worth * max(1 - danger / 6, 0) - (STEP + STEP_WITH_PRISONER * caught) * distance[node]
    return value


def _hunt(position: Position, seat: int) -> float:
    """What the seat may win with the next die."""
    safe, strikers = position.layout.safe, _strikers(position.options)
    own = [node for node, stack in position.stacks if stack[-1] == seat]
    value = HUNTER * min(len(own), MOST_HUNTERS)
    for node, stack in position.stacks:
        if stack[-1] != seat and not safe[stack[-1]][node]:
            in_reach = sum(hunter in strikers[node] for hunter in own)
            value += QUARRY * len(stack) * min(in_reach, MOST_IN_REACH) / 6
    return value


@cache
def _distances(board: Board, door: int) -> tuple[int, ...]:
    """Steps from a door to every node; a BOX counts like its own door."""
    found, border = {door: 0}, [door]
    for node in border:
        for way in board.neighbours[node]:
            if way not in found:
                found[way] = found[node] + 1
                border.append(way)
    return *(found[node] for node in range(board.squares)), *(found[box.door] for box in board.boxes)


@lru_cache(maxsize=64)
def _strikers(options: CoppitOptions) -> tuple[frozenset[int], ...]:
    """For every node, those from which one die reaches it."""
    layout = layout_of(options)
    found: list[set[int]] = [set() for _ in layout.board.names]
    for move in layout.moves[PASS + 1 :]:
        found[move.destination].add(move.source)
    return tuple(map(frozenset, found))
