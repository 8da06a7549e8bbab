"""Instinct: a quick eye for one move. It asks what changes for the stacks that the move touches, and nothing else.

The plain twin of native/coppit/instinct.hpp, by which everybody moves in the games of a rollout.
"""

from dataclasses import dataclass, replace

from asobiba.games.coppit.paths import PASS
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.situation import Stack
from asobiba.games.coppit.survey import Traits, danger, hunt, prey_of, ways
from asobiba.games.coppit.winner import in_play, is_armed

DECIDED = 1e6
"""A result outweighs everything."""


@dataclass(frozen=True)
class Load:
    """What a stack of the seat to move carries."""

    free: float
    prisoners: float

    @staticmethod
    def of(stack: Stack) -> "Load":
        free = stack.count(stack[-1])
        return Load(free, len(stack) - free)

    def __add__(self, other: "Load") -> "Load":
        return Load(self.free + other.free, self.prisoners + other.prisoners)


def gains(position: Position, weights: Traits) -> dict[int, float]:
    """Of each legal move, what the seat to move gains by it."""
    found = {action: gained(position, action, weights) for action in position.legal()}
    if not is_end_near(position):
        return found
    seat = position.seat
    return {action: gain + DECIDED * position.apply(action).returns()[seat] for action, gain in found.items()}


def is_end_near(position: Position) -> bool:
    """Whether a single move may end the game: otherwise nobody need ask of each whether it does."""
    limit = position.options.max_turns
    if limit is not None and position.turn + len(position.box) > limit:
        return True
    if not is_armed(position):
        return False
    left = in_play(position) if position.options.end_mode == "in_play" else {stack[-1] for _, stack in position.stacks}
    return len(left) <= 2


def gained(position: Position, action: int, weights: Traits) -> float:
    if action == PASS:
        return 0.0
    seat, layout = position.seat, position.layout
    move, home, squares = layout.moves[action], layout.home[seat], layout.board.squares
    if move.source == home and not move.held:
        load, gain = Load(1, 0), -weights.home
    else:
        load = Load.of(position.stack(move.source, seat))
        gain = -worth(position, move.source, load, weights)
    for node in move.path[:-1]:
        if node == home:
            gain, load = gain + load.prisoners * weights.banked, replace(load, prisoners=0)
        elif node >= squares or position.options.capture_on_pass:
            prey, lost = captured(position, node, weights)
            gain, load = gain + lost, load + prey
    end = move.destination
    if end == home and move.ending != "hold":
        return gain + load.prisoners * weights.banked + load.free * weights.home
    if end < squares:
        prey, lost = captured(position, end, weights)
        gain, load = gain + lost, load + prey
    if resident := position.stack(end, seat):
        gain, load = gain - worth(position, end, Load.of(resident), weights), load + Load.of(resident)
    return gain + worth(position, end, load, weights)


def worth(position: Position, node: int, load: Load, weights: Traits) -> float:
    """Of a stack of the seat to move on that node, as the enemies stand before the move."""
    seat, seats = position.seat, len(position.box)
    if node == position.layout.home[seat]:
        return load.free * weights.home + load.prisoners * weights.prisoners
    risk, way = danger(position, seat, node, (seat + 1) % seats), ways(position.options, seat)[node] / 10
    free = weights.free + risk * weights.free_in_danger + way * weights.free_away
    prisoner = weights.prisoners + risk * weights.prisoners_in_danger + way * weights.prisoners_away
    chance = hunt(position.options, seat, node, prey_of(position, seat))
    return load.free * free + load.prisoners * prisoner + weights.stacks + weights.hunt * chance


def captured(position: Position, node: int, weights: Traits) -> tuple[Load, float]:
    """What joins the mover there, and what it is worth that its owner loses it: that all the others share."""
    seat, safe = position.seat, position.layout.safe
    prey, lost = Load(0, 0), 0.0
    for place, stack in position.stacks:
        if place == node and stack[-1] != seat and not safe[stack[-1]][node]:
            theirs, freed = Load.of(stack), stack.count(seat)
            prey += Load(freed, len(stack) - freed)
            lost += theirs.free * (weights.free - weights.captive) + theirs.prisoners * weights.prisoners
    return prey, lost / (len(position.box) - 1)
