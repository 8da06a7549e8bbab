"""UCT with random playouts in plain Python, over the contract alone: the readable twin of native/common/uct.hpp.

It plays games that have no kernel, and with the same dice it makes the same simulations as the kernel: a test compares
them visit by visit. Nothing may be hidden in the game, since only a kernel can imagine what it does not know.
"""

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from asobiba.agents.dice import Dice
from asobiba.agents.search import AVERAGE, CERTAIN, UNPROVEN, Budget, Found, FoundMove, Weighing
from asobiba.core.game import CHANCE, OVER, State

MOST_DRAWN = 256
"""Children of luck that are kept apart."""
MOST_LOOKED_AT = 50_000
WIDEST = 256.0


@dataclass(eq=False, slots=True)
class Node:
    action: int = -1
    """That leads here."""
    visits: int = 0
    totals: list[float] = field(default_factory=list)
    """Payoffs of all seats: their sums, or what is proven."""
    mean: float = 0.0
    """For the seat that chose the node; of a node that luck draws, its probability."""
    spread: float = 0.0
    children: "list[Node] | None" = None
    tried: int = 0
    """Of children that are chosen: how many have been visited; of those that luck draws: how many there are."""
    luck: bool = False
    proof: int = UNPROVEN
    plies: int = 0

    def value(self, seat: int) -> float:
        return self.totals[seat] if self.proof or not self.visits else self.totals[seat] / self.visits


def draw(state: State, dice: Dice) -> int:
    """An outcome by its chances."""
    chances = state.chances()
    if len({chance for _, chance in chances[:2]}) == 1 and chances[0][1] * len(chances) == 1.0:
        return chances[dice.below(len(chances))][0]
    thrown, total = dice.share(), 0.0
    for outcome, chance in chances:
        total += chance
        if thrown < total:
            return outcome
    return chances[-1][0]


def any_legal(state: State, pass_action: int | None, dice: Dice) -> int:
    """A forced pass costs no throw."""
    legal = state.legal()
    return legal[0] if legal[0] == pass_action else legal[dice.below(len(legal))]


class PlainSearch:
    """The same interface as the kernel's, on positions instead of bytes."""

    def __init__(
        self,
        seats: int,
        nodes: int,
        weighing: Weighing,
        *,
        seed: int = 0,
        pass_action: int | None = None,
        luck: Callable[[Any, Dice], int] = draw,
    ) -> None:
        self.seats, self.capacity, self.weighing = seats, nodes, weighing
        self.dice = Dice.of(seed)
        self.pass_action, self.luck = pass_action, luck
        self.stopped = False
        self.state: Any = None
        self._begin(None)

    def _begin(self, state: Any) -> None:
        self.state, self.root = state, self._node(-1)
        self.size, self.full, self.depth = 1, False, 0
        self.lowest, self.highest = math.inf, -math.inf

    def _node(self, action: int) -> Node:
        return Node(action, totals=[0.0] * self.seats)

    def reseed(self, seed: int) -> None:
        self.dice = Dice.of(seed)

    def stop(self) -> None:
        self.stopped = True

    def place(self, state: Any) -> int:
        """Thinks about this position next; the visits that the tree has of it already."""
        known = None if self.state is None else self._reached(state)
        if known is None:
            self._begin(state)
        else:
            self.root, self.state, self.depth, self.full = known, state, 0, False
            self.size = _size(known)
        return self.root.visits

    def _reached(self, wanted: Any) -> Node | None:
        known = [(self.root, self.state)]
        for node, state in known:
            if state == wanted:
                return node
            for child in node.children or ():
                if child.children is not None and len(known) < MOST_LOOKED_AT:
                    known.append((child, state.apply(child.action)))
        return None

    def run(self, budget: Budget) -> int:
        """Simulations made."""
        end = None if budget.milliseconds is None else time.monotonic() + budget.milliseconds / 1000
        self.stopped = self.full = False
        made = 0
        while (budget.simulations is None or made < budget.simulations) and not self.root.proof:
            if self.stopped or (budget.until_full and self.full) or (end is not None and time.monotonic() >= end):
                break
            self._simulate()
            made += 1
        return made

    def _simulate(self) -> None:
        """1. Down the tree, as far as it is known; 2. a playout; 3. up again with what it brought."""
        path: list[tuple[Node, int]] = [(self.root, CHANCE)]
        state, payoffs = self.state, None
        while payoffs is None:
            state, payoffs = self._down(path, state)
        self.depth = max(self.depth, len(path) - 1)
        for node, chooser in path:
            node.visits += 1
            if not node.proof:
                for seat in range(self.seats):
                    node.totals[seat] += payoffs[seat]
            if chooser >= 0:
                self._judge(node, chooser)
        self._prove(path)

    def _down(self, path: list[tuple[Node, int]], state: Any) -> tuple[Any, Sequence[float] | None]:
        """One step; payoffs at the end of the way."""
        node = path[-1][0]
        if node.proof:
            return state, node.totals
        if node.children is None:
            return state, self._grown(node, state)
        if not node.luck:
            seat = state.to_play
            child: Node | None = self._select(node, seat)
            path.append((child, seat))  # type: ignore[arg-type]
            return state.apply(child.action), None  # type: ignore[union-attr]
        outcome = self.luck(state, self.dice)
        child = self._drawn(node, state, outcome)
        state = state.apply(outcome)
        if child is None:
            return state, self._playout(state)
        path.append((child, CHANCE))
        return state, None

    def _grown(self, leaf: Node, state: Any) -> Sequence[float] | None:
        """At a leaf: payoffs of a playout where it is new, otherwise its children are made."""
        if state.to_play == OVER:
            leaf.proof, leaf.plies, leaf.totals = CERTAIN, 0, list(state.returns())
            return None
        if leaf.visits or leaf is self.root:
            legal = state.legal()
            if state.to_play == CHANCE:
                leaf.children, leaf.luck, leaf.tried = [], True, min(len(legal), 65_535)
                return None
            if self.size + len(legal) <= self.capacity:
                leaf.children = [self._node(action) for action in legal]
                self.size += len(legal)
                return None
            self.full = True
        return self._playout(state)

    def _drawn(self, node: Node, state: Any, outcome: int) -> Node | None:
        assert node.children is not None
        for child in node.children:
            if child.action == outcome:
                return child
        if len(node.children) >= MOST_DRAWN:
            return None
        if self.size >= self.capacity:
            self.full = True
            return None
        child = self._node(outcome)
        child.mean = next(chance for each, chance in state.chances() if each == outcome)
        node.children.append(child)
        self.size += 1
        return child

    def _select(self, node: Node, seat: int) -> Node:
        """The child with the best upper bound; one that was never tried has the urgency of a first visit."""
        children = node.children
        assert children is not None
        bonus = self.weighing.exploration * self._half_range() * math.sqrt(math.log(node.visits)) if node.visits else 0
        best, chosen = -math.inf, 0
        for number in range(node.tried):
            bound = children[number].mean + bonus * children[number].spread
            if bound > best:
                best, chosen = bound, number
        if node.tried == len(children):
            return children[chosen]
        first_visit = node.value(seat) + self.weighing.urgency * self._half_range()
        if node.tried and first_visit < best:
            return children[chosen]
        number = node.tried + self.dice.below(len(children) - node.tried)
        untried, other = children[node.tried], children[number]
        untried.action, other.action = other.action, untried.action
        node.tried += 1
        return untried

    def _half_range(self) -> float:
        if self.weighing.high - self.weighing.low <= WIDEST:
            return (self.weighing.high - self.weighing.low) / 2
        return (self.highest - self.lowest) / 2 if self.highest > self.lowest else 1.0

    def _judge(self, node: Node, seat: int) -> None:
        node.mean = node.value(seat)
        node.spread = 0.0 if node.proof else 1.0 / math.sqrt(node.visits)
        self.lowest, self.highest = min(self.lowest, node.mean), max(self.highest, node.mean)

    def _playout(self, state: Any) -> Sequence[float]:
        while (seat := state.to_play) != OVER:
            luck = seat == CHANCE
            state = state.apply(self.luck(state, self.dice) if luck else any_legal(state, self.pass_action, self.dice))
        returns: Sequence[float] = state.returns()
        return returns

    def _prove(self, path: list[tuple[Node, int]]) -> None:
        """Up the way as long as something new is proven; native/common/proofs.hpp says when."""
        if not path[-1][0].proof:
            return
        for above, (_, chooser) in zip(reversed(range(len(path) - 1)), reversed(path), strict=False):
            node, by = path[above]
            if not (_proves_drawn(node, self.seats) if node.luck else _proves(node, chooser, self.weighing.high)):
                return
            if by >= 0:
                self._judge(node, by)

    def found(self) -> Found:
        root = self.root
        children = [] if root.luck else sorted(root.children or (), key=lambda child: child.action)
        moves = {
            child.action: FoundMove(
                child.visits,
                tuple(child.value(seat) for seat in range(self.seats)),
                child.proof,
                child.plies + 1 if child.proof else 0,
            )
            for child in children
        }
        line, node = list[int](), root
        while node.children and not node.luck and (best := _best_child(node)) is not None:
            line.append(best.action)
            node = best
        value = tuple(root.value(seat) for seat in range(self.seats))
        return Found(moves, tuple(line), value, bool(root.proof), self.size, self.depth)


def _size(node: Node) -> int:
    return 1 + sum(map(_size, node.children or ()))


def _proves(node: Node, seat: int, highest: float) -> bool:
    if node.proof or not node.children:
        return False
    proven = [child for child in node.children if child.proof]
    if not proven:
        return False

    def better(child: Node) -> tuple[float, int]:
        return child.totals[seat], -child.plies if child.totals[seat] > 0 else child.plies

    best = max(proven, key=better)
    if best.totals[seat] < highest and not (
        len(proven) == len(node.children)
        and all(child.totals == best.totals for child in proven if child.totals[seat] == best.totals[seat])
    ):
        return False
    node.proof, node.plies, node.totals = best.proof, best.plies + 1, list(best.totals)
    return True


def _proves_drawn(node: Node, seats: int) -> bool:
    children = node.children
    if node.proof or not children or len(children) != node.tried or not all(child.proof for child in children):
        return False
    node.plies = max(child.plies for child in children)
    if all(child.totals == children[0].totals for child in children):
        node.proof, node.totals = min(child.proof for child in children), list(children[0].totals)
    else:
        node.proof = AVERAGE
        node.totals = [sum(child.mean * child.totals[seat] for child in reversed(children)) for seat in range(seats)]
    return True


def _best_child(node: Node) -> Node | None:
    """The one to play: of those that are proven the best, unless the most visited of the others looks better."""
    visited = [child for child in node.children or () if child.visits]
    proven = max((child for child in visited if child.proof), key=_proven_merit, default=None)
    untold = max((child for child in visited if not child.proof), key=lambda one: (one.visits, one.mean), default=None)
    if proven is None or untold is None:
        return proven or untold
    return proven if proven.mean >= untold.mean else untold


def _proven_merit(child: Node) -> tuple[float, int]:
    """Of equally good ones the sooner win, or the later end."""
    return child.mean, -child.plies if child.mean > 0 else child.plies
