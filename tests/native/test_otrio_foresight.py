"""Foresight beside its plain twin over the rulebook, and what a position looks like to the kernel."""

import math
import random
import signal
import threading
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import pytest

from asobiba._native import kernels
from asobiba.agents.dice import Dice
from asobiba.core.game import OVER
from asobiba.games.otrio.evaluate import WON, evaluate
from asobiba.games.otrio.native import pack, rules
from asobiba.games.otrio.notation import write_move
from asobiba.games.otrio.rules import OtrioOptions, Position, start
from tests.games.otrio.positions import ONE_SLOT_LEFT, RED_IS_STUCK, VARIANTS, after, board, random_game

EXPLORATION, URGENCY = 0.5, 0.5


@dataclass
class Node:
    action: int = -1
    visits: int = 0
    totals: list[float] = field(default_factory=lambda: [0.0] * 4)
    ended: tuple[float, ...] = ()
    """The scores, if the move that leads here wins."""
    children: "list[Node]" = field(default_factory=list)
    likely: int = 0
    """How many children look best; they are the first."""

    def mean(self, seat: int) -> float:
        if self.ended:
            return self.ended[seat]
        return self.totals[seat] / self.visits if self.visits else 0.0


def looks(position: Position) -> dict[int, float]:
    """Of each move, how the position looks after it to the one who made it."""
    return {action: evaluate(position.apply(action), position.to_play) for action in position.legal()}


class PlainForesight:
    """The readable twin of native/otrio/foresight.hpp. Its tree is never full."""

    def __init__(self, position: Position, doubt: int, seed: int) -> None:
        self.start, self.seat, self.doubt, self.dice = position, position.to_play, doubt, Dice.of(seed)
        self.root = Node()
        self.expand(self.root, position)

    def search(self, simulations: int) -> list[tuple[int, float, int]]:
        for _ in range(simulations):
            self.simulate()
        return [(child.action, child.mean(self.seat), child.visits) for child in self.root.children]

    def simulate(self) -> None:
        path, position = [self.root], self.start
        while not path[-1].ended and position.to_play != OVER:
            node = path[-1]
            if not node.children and node.visits == 0:
                break
            if not node.children:
                self.expand(node, position)
            path.append(self.chosen(node, position.to_play))
            position = position.apply(path[-1].action)
        scores = self.played_out(position)
        for node in path:
            node.visits += 1
            node.totals = [total + score for total, score in zip(node.totals, scores, strict=False)]

    def expand(self, node: Node, position: Position) -> None:
        found = looks(position)
        for action in sorted(found, key=lambda action: -found[action]):
            won = found[action] == WON
            node.children.append(Node(action, ended=position.apply(action).returns() if won else ()))
        node.likely = list(found.values()).count(max(found.values()))

    def chosen(self, node: Node, seat: int) -> Node:
        if node.children[0].ended:
            return node.children[0]
        if seat == self.seat or self.dice.below(100) < self.doubt:
            bonus = EXPLORATION * math.sqrt(math.log(max(node.visits, 1)))
            untried = node.mean(seat) + URGENCY
            bounds = [
                child.mean(seat) + bonus * (1 / math.sqrt(child.visits)) if child.visits else untried
                for child in node.children
            ]
            return node.children[bounds.index(max(bounds))]
        return node.children[self.dice.below(node.likely)]

    def played_out(self, position: Position) -> tuple[float, ...]:
        while position.to_play != OVER:
            found = looks(position)
            best = [action for action, value in found.items() if value == max(found.values())]
            position = position.apply(best[0] if best_wins(found) else best[self.dice.below(len(best))])
        return position.returns()


def best_wins(found: dict[int, float]) -> bool:
    """Which of several wins is taken makes no difference: no dice are thrown for it."""
    return max(found.values()) == WON


def foresight(position: Position, doubt: int = 20) -> kernels.OtrioForesight:
    return kernels.OtrioForesight(rules(position.options), doubt)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_position_looks_to_the_kernel_as_it_does_to_evaluate(options: dict[str, Any]) -> None:
    for seed in range(4):
        for position in random_game(OtrioOptions(**options), seed):
            if position.to_play != OVER:
                assert foresight(position).looks(pack(position)) == list(looks(position).items())


@pytest.mark.parametrize("doubt", [0, 30, 100])
@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_the_kernel_searches_as_its_plain_twin_does(options: dict[str, Any], doubt: int) -> None:
    generator = random.Random(5)
    games = (position for seed in range(9) for position in random_game(OtrioOptions(**options), seed))
    late = (one for one in games if one.to_play != OVER and one.empty.bit_count() < 17 and generator.random() < 0.2)
    for position in islice(late, 2):
        native = foresight(position, doubt).search(pack(position), 40, 7)
        assert native == PlainForesight(position, doubt, 7).search(40)


@pytest.mark.parametrize("text", [RED_IS_STUCK, ONE_SLOT_LEFT])
def test_the_only_move_is_the_pass(text: str) -> None:
    position = board(text)

    assert foresight(position).search(pack(position), 30, 1) == PlainForesight(position, 20, 1).search(30)
    assert len(foresight(position).looks(pack(position))) == 1


def test_the_signature_of_the_search() -> None:
    """A changed signature is a changed search."""
    position = start(OtrioOptions(players=3))
    found = foresight(position).search(pack(position), 2_000, 7)

    best = max(found, key=lambda tried: tried[2])
    assert (write_move(position, best[0]), best[2]) == ("La1", 862)
    assert sum(visits for _, _, visits in found) == 2_000


def test_a_search_that_is_stopped_says_what_it_has_found() -> None:
    position = after("Mb2")
    searching = foresight(position)
    stopper = threading.Timer(0.1, searching.stop)
    stopper.start()
    found = searching.search(pack(position), 1_000_000_000, 1)
    stopper.join()

    assert 0 < sum(visits for _, _, visits in found) < 1_000_000_000


def test_a_signal_ends_the_search() -> None:
    position = after("Mb2")
    threading.Timer(0.1, signal.raise_signal, [signal.SIGINT]).start()
    with pytest.raises(KeyboardInterrupt):
        foresight(position).search(pack(position), 1_000_000_000, 1)


def test_what_it_refuses() -> None:
    position = after("Mb2")
    with pytest.raises(ValueError, match="simulations is a number"):
        foresight(position).search(pack(position), 0, 1)
    with pytest.raises(ValueError, match="doubt is a number"):
        foresight(position, 101)
    with pytest.raises(ValueError, match="no position"):
        foresight(position).looks(b"\xff" * len(pack(position)))
    won = board("RRR ... ... G.. .G. ... ... ... B.. G")
    with pytest.raises(ValueError, match="nobody is to move"):
        foresight(won).search(pack(won), 1, 1)
