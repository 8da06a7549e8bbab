"""A judgement for one ply of looking ahead: hats at home, prisoners, and the danger that the own stacks stand in.

A hat in the BOX counts 10, a banked one 8, a prisoner on the way 5, a free hat on the board 4; a stack loses a little
for every step between it and its BOX. A stack that is not safe loses a sixth of its worth for every enemy within
reach: that is the chance of the one die that captures it.
"""

from functools import cache, lru_cache

from asobiba.games.coppit.board import Board
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS, layout_of
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.stacks import prisoners

HOME, BANKED, PRISONER, FREE = 10.0, 8.0, 5.0, 4.0
STEP, STEP_WITH_PRISONER = 0.05, 0.15


def evaluate(position: Position, seat: int) -> float:
    layout = position.layout
    distance = _distances(layout.board, layout.board.boxes[layout.colours[seat]].door)
    strikers = _strikers(position.options)
    enemies = [node for node, stack in position.stacks if stack[-1] != seat]
    value = HOME * position.box[seat] + BANKED * sum(position.banked[seat])
    for node, stack in position.stacks:
        if stack[-1] != seat:
            continue
        caught = prisoners(stack)
        worth = FREE * (len(stack) - caught) + PRISONER * caught
        danger = 0 if layout.safe[seat][node] else sum(enemy in strikers[node] for enemy in enemies)
        value += worth * max(1 - danger / 6, 0) - (STEP + STEP_WITH_PRISONER * caught) * distance[node]
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
