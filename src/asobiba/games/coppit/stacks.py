"""What one move does to the hats: capture, merge, bank.

A stack is a tuple of seats from bottom to top; the top hat's owner moves it, whole. The hats of other colours in it are
its *prisoners*. A stack in its own BOX is *held*; one in an opponent's BOX is a *guest*.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from asobiba.games.coppit.paths import Move
from asobiba.games.coppit.situation import Situation, Stack, Stacks


class Happening(NamedTuple):
    what: Literal["capture", "free", "merge", "bank"]
    node: int
    hats: Stack


class Outcome(NamedTuple):
    box: tuple[int, ...]
    stacks: Stacks
    banked: tuple[tuple[int, ...], ...]
    happenings: tuple[Happening, ...]


def prisoners(stack: Sequence[int]) -> int:
    top = stack[-1]
    return sum(hat != top for hat in stack)


def carry_out(position: Situation, move: Move) -> Outcome:
    """The hats after a legal move of the seat to play."""
    home, squares = position.layout.home[position.seat], position.layout.board.squares
    hats = _Hats(position)
    mover = hats.lift(move)
    for node in move.path[:-1]:
        if node == home:
            mover = hats.come_home(mover)
        elif node < squares and position.options.capture_on_pass:
            mover = hats.capture(node) + mover
    node = move.destination
    if node == home and move.ending == "enter":
        own = hats.come_home(mover)
        hats.box[position.seat] += len(own)
    elif node == home:
        hats.capture_guests()
        hats.settle(node, (), mover)
    else:
        hats.settle(node, hats.capture(node) if node < squares else (), mover)
    return hats.outcome()


class _Hats:
    """The hats of a position while one move is carried out."""

    def __init__(self, position: Situation) -> None:
        self.layout, self.seat, self.options = position.layout, position.seat, position.options
        self.box = list(position.box)
        self.standing = list(position.stacks)
        self.banked = [list(row) for row in position.banked]
        self.happenings: list[Happening] = []

    def lift(self, move: Move) -> Stack:
        """A single hat out of the own BOX, or the own stack from anywhere."""
        if move.source == self.layout.home[self.seat] and not move.held:
            self.box[self.seat] -= 1
            return (self.seat,)
        return self.pick_up_own(move.source)

    def pick_up_own(self, node: int) -> Stack:
        """The own stack that stands there; empty if there is none."""
        for place in self.standing:
            if place[0] == node and place[1][-1] == self.seat:
                self.standing.remove(place)
                return place[1]
        return ()

    def capture(self, node: int) -> Stack:
        """Every unsafe enemy stack there, picked up as one."""
        safe = self.layout.safe
        taken = [place for place in self.standing if place[0] == node and not safe[place[1][-1]][node]]
        taken = [place for place in taken if place[1][-1] != self.seat]
        for place in taken:
            self.standing.remove(place)
        captured = tuple(hat for _, stack in taken for hat in stack)
        if captured:
            self.happenings.append(Happening("capture", node, captured))
        if self.options.free_on_capture and (own := captured.count(self.seat)):
            captured = tuple(hat for hat in captured if hat != self.seat)
            self.box[self.seat] += own
            self.happenings.append(Happening("free", node, (self.seat,) * own))
        return captured

    def settle(self, node: int, captured: Stack, mover: Stack) -> None:
        """From bottom to top: captured, own residents, mover."""
        resident = self.pick_up_own(node)
        if resident:
            self.happenings.append(Happening("merge", node, resident))
        self.standing.append((node, captured + resident + mover))

    def come_home(self, mover: Stack) -> Stack:
        """The own hats of a stack that enters the own BOX; its prisoners are banked."""
        self.capture_guests()
        return self.bank(mover)

    def capture_guests(self) -> None:
        """Guests in the own BOX are banked at once; own hats among them are free again."""
        if guests := self.capture(self.layout.home[self.seat]):
            own = self.bank(guests)
            self.box[self.seat] += len(own)

    def bank(self, stack: Stack) -> Stack:
        """Removes the prisoners from the game and returns the own hats."""
        taken = tuple(hat for hat in stack if hat != self.seat)
        for hat in taken:
            self.banked[self.seat][hat] += 1
            if self.options.allow_respawn:
                self.box[hat] += 1
        if taken:
            self.happenings.append(Happening("bank", self.layout.home[self.seat], taken))
        return (self.seat,) * (len(stack) - len(taken))

    def outcome(self) -> Outcome:
        return Outcome(
            tuple(self.box),
            tuple(sorted(self.standing)),
            tuple(map(tuple, self.banked)),
            tuple(self.happenings),
        )
