"""What a look at the board tells: who may strike where, how far it is home, and what each seat has.

The plain twin of native/coppit/survey.hpp, which the search uses. `chances` turns it into each seat's chance to win,
by the weights that weights.py has for the options.
"""

from collections.abc import Iterator
from dataclasses import astuple, dataclass, replace
from functools import lru_cache
from math import exp

from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import DICE, layout_of
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.stacks import prisoners
from asobiba.games.coppit.winner import box_counts, captured, winners

FARTHEST = 30


@dataclass(frozen=True)
class Traits:
    """What counts for a seat; or, as weights, how much each of it counts."""

    home: float = 0.0
    """Own hats in the own BOX."""
    banked: float = 0.0
    """Hats of others that it has banked."""
    free: float = 0.0
    """Own hats in its stacks on the board."""
    prisoners: float = 0.0
    """Hats of others in its stacks."""
    free_in_danger: float = 0.0
    """How many of the free ones are captured before it moves again."""
    prisoners_in_danger: float = 0.0
    free_away: float = 0.0
    """Tens of steps from home, of all free ones together."""
    prisoners_away: float = 0.0
    captive: float = 0.0
    """Own hats in the stacks of others."""
    hunt: float = 0.0
    """How likely the next die lets a stack capture, of all its stacks together."""
    stacks: float = 0.0
    """On the board."""
    late_lead: float = 0.0
    """Its share of the win if the game were over, the more the nearer the end is."""


def chances(position: Position, weights: Traits) -> list[float]:
    """Each seat's chance to win; those of the winners, once the game is over. Weights are made for six hats each."""
    seats = range(len(position.box))
    if position.over:
        return [share(position, seat) for seat in seats]
    odds = [exp(weighed(weights, traits(position, seat)) * 6 / position.options.hats_per_player) for seat in seats]
    return [each / sum(odds) for each in odds]


def weighed(weights: Traits, found: Traits) -> float:
    return float(sum(weight * trait for weight, trait in zip(astuple(weights), astuple(found), strict=True)))


def traits(position: Position, seat: int) -> Traits:
    prey, away = prey_of(position, seat), ways(position.options, seat)
    found = Traits(
        home=box_counts(position)[seat],
        banked=captured(position)[seat],
        prisoners=sum(prisoners(stack) for _, stack in position.stacks if stack[-1] == seat),
        captive=sum(stack.count(seat) for _, stack in position.stacks if stack[-1] != seat),
        late_lead=share(position, seat) * lateness(position),
    )
    for node, stack in outside(position, seat):
        free, caught = stack.count(seat), prisoners(stack)
        risk, steps = danger(position, seat, node, position.seat), away[node] / 10
        found = replace(
            found,
            free=found.free + free,
            free_in_danger=found.free_in_danger + free * risk,
            prisoners_in_danger=found.prisoners_in_danger + caught * risk,
            free_away=found.free_away + free * steps,
            prisoners_away=found.prisoners_away + caught * steps,
            hunt=found.hunt + hunt(position.options, seat, node, prey),
            stacks=found.stacks + 1,
        )
    return found


def outside(position: Position, seat: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """The seat's stacks on the board; a guest's in a BOX too."""
    home = position.layout.home[seat]
    return ((node, stack) for node, stack in position.stacks if stack[-1] == seat and node != home)


def danger(position: Position, seat: int, node: int, first: int) -> float:
    """How likely a stack there is captured by the seats that move from `first` on until its own turn comes."""
    layout, survives, other = position.layout, 1.0, first
    if node >= layout.board.squares or layout.safe[seat][node]:
        return 0.0
    while other != seat:
        survives *= 1 - strike(position, other, node)
        other = (other + 1) % len(position.box)
    return 1 - survives


def risk_after(position: Position, seat: int) -> float:
    """How likely a stack of the seat is captured before its next turn, in the position that its move has led to."""
    others = len(position.box)
    first, safe = position.seat if position.seat != seat else (seat + 1) % others, 1.0
    for node, _ in outside(position, seat):
        safe *= 1 - danger(position, seat, node, first)
    return 1 - safe


def strike(position: Position, other: int, node: int) -> float:
    """How likely the other seat's next turn brings it there. A six that does not is followed by a second roll."""
    sources = {place for place, stack in position.stacks if stack[-1] == other}
    if position.box[other]:
        sources.add(position.layout.home[other])
    dice = [die for die in DICE if any(node in targets(position.options, other)[source][die] for source in sources)]
    again = position.options.extra_roll_on_6 and 6 not in dice
    return len(dice) / 6 + (len(dice) / 36 if again else 0)


def prey_of(position: Position, seat: int) -> set[int]:
    """Where stacks stand that a move of the seat may capture."""
    layout = position.layout
    return {
        node
        for node, stack in position.stacks
        if stack[-1] != seat and not layout.safe[stack[-1]][node] and node < layout.board.squares
    }


def hunt(options: CoppitOptions, seat: int, node: int, prey: set[int]) -> float:
    """How likely the next die lets a stack on this node capture one of these."""
    return sum(not prey.isdisjoint(targets(options, seat)[node][die]) for die in DICE) / 6


def share(position: Position, seat: int) -> float:
    """Of the win, if the game were over."""
    won = winners(position)
    return 1 / len(won) if seat in won else 0.0


def lateness(position: Position) -> float:
    """Up to 1, where the next move may end the game."""
    seats = range(len(position.box))
    if position.options.end_mode == "board":
        left = sum(1 for seat in seats for _ in outside(position, seat))
    else:
        own = (sum(stack.count(seat) for _, stack in position.stacks if stack[-1] == seat) for seat in seats)
        left = min(filter(None, map(int.__add__, position.box, own)))
    late = 1 / max(left, 1)
    if position.options.max_turns is None:
        return late
    return max(late, 1 / (1 + (position.options.max_turns - position.turn) / len(seats)))


@lru_cache(maxsize=64)
def targets(options: CoppitOptions, seat: int) -> tuple[tuple[frozenset[int], ...], ...]:
    """By node and die: what a stack of the seat strikes from there, a hat in the BOX included."""
    layout = layout_of(options)
    squares = 0 if options.capture_on_pass else layout.board.squares
    found = []
    for node, dice in enumerate(layout.reach[seat]):
        deploys = layout.deploys[seat] if node == layout.home[seat] else ((),) * len(dice)
        moves = [[layout.moves[action] for action in (*dice[die], *deploys[die])] for die in range(len(dice))]
        found.append(
            tuple(
                frozenset(
                    place for move in each for place in move.path if place == move.destination or place >= squares
                )
                for each in moves
            )
        )
    return tuple(found)


@lru_cache(maxsize=64)
def ways(options: CoppitOptions, seat: int) -> tuple[int, ...]:
    """By node: the fewest pips that lead home. From where none do, it is as far as from anywhere."""
    layout = layout_of(options)
    pips = [FARTHEST] * len(layout.board.names)
    pips[layout.home[seat]] = 0
    while True:
        found = [
            min([pips[node], *(die + pips[layout.moves[action].destination] for die in DICE for action in dice[die])])
            for node, dice in enumerate(layout.reach[seat])
        ]
        if found == pips:
            return tuple(pips)
        pips = found
