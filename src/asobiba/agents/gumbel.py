"""Search that a network guides, in plain Python: for games without a kernel, and the judge of the native one.

Gumbel AlphaZero: the root considers a few moves, those whose network's logit and luck (Gumbel noise) are the highest,
and halves them as simulations go on; below, the move is taken whose visits lag most behind what its value deserves. A
policy is found that is better than the network's (`policy`), even with few simulations.

A search is a generator: it yields a position of which it needs a judgement, and gets logits of its legal moves and what
each seat will get.

    found = yield from search(state, ends, plan, dice)

Payoffs are final scores: mapped from the rules' bounds to -1 .. 1, or points where scores have no end. Nothing may be
hidden from the seat to move.
"""

import math
import random
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from asobiba.agents.players import Players
from asobiba.core.game import CHANCE, OVER, AnyGame, State
from asobiba.core.options import Options

Row = NDArray[np.float64]
Judgement = tuple[Row, Row]
"""Logits of the legal moves, in their order, and what each seat will get, by seat."""
LEAST_LOGIT = math.log(1e-30)
"""Of a move that need not be looked at."""
WIDEST = 256.0
"""Bounds further apart are no measure of the scores that occur."""


@dataclass(frozen=True)
class Ends:
    """What final scores are worth."""

    low: float
    high: float
    sudden: bool = False
    """A single move may bring them at any time."""

    @classmethod
    def of(cls, game: AnyGame, options: Options) -> "Ends":
        return cls(*game.bounds(options), game.part(Players).ends_suddenly)

    @property
    def are_known(self) -> bool:
        return self.high - self.low <= WIDEST

    def payoffs(self, scores: Sequence[float]) -> Row:
        found = np.array(scores, np.float64)
        return (2 * found - self.low - self.high) / (self.high - self.low) if self.are_known else found

    def score(self, payoff: float) -> float:
        """The final score that has this payoff."""
        return self.low + (payoff + 1) / 2 * (self.high - self.low) if self.are_known else payoff


@dataclass(frozen=True)
class Plan:
    simulations: int = 32
    considered: int = 16
    """Moves at the root, at most."""
    gumbel_scale: float = 1.0
    """How much luck there is in which moves are considered; 0: none."""
    c_visit: float = 50.0
    c_scale: float = 1.0
    """What a value counts beside a logit: (c_visit + the most visits) * c_scale * value, values from 0 to 1."""


@dataclass(eq=False, slots=True)
class Node:
    state: State
    actions: Sequence[int] = ()
    logits: Row = field(default_factory=lambda: np.zeros(0))
    worth: Row | None = None
    """What the network said of it; None: not judged yet."""
    children: dict[int, "Node"] = field(default_factory=dict)
    visits: int = 0
    total: Row | None = None
    proven: Row | None = None
    """What the seats get for certain, or where luck decides, on average."""

    @property
    def mean(self) -> Row:
        if self.proven is not None:
            return self.proven
        assert self.total is not None
        return self.total / self.visits


@dataclass(frozen=True)
class Win:
    action: int
    state: State
    proven: Row


@dataclass(frozen=True)
class Found:
    action: int
    """To be played."""
    actions: Sequence[int]
    policy: Row
    """By action: how likely each should be."""
    visits: NDArray[np.int64]
    values: Row
    """By action: what the seat to move gets after it; of one that was not tried, what is to be expected."""
    payoffs: Sequence[Row]
    """By action, of those that were tried: what every seat gets."""
    proven: Sequence[bool]
    value: Row
    """By seat."""
    is_proven: bool
    """The value."""
    line: tuple[int, ...]
    """How it goes on when everybody plays what was visited most."""


class Tree:
    def __init__(self, state: State, ends: Ends, plan: Plan, dice: random.Random) -> None:
        self.root, self.ends, self.plan, self.dice = Node(state), ends, plan, dice
        self.lowest, self.highest = (-1.0, 1.0) if ends.are_known else (math.inf, -math.inf)

    def run(self) -> Generator[State, Judgement, Found]:
        root, plan = self.root, self.plan
        root.total = yield from self._judge(root)
        root.visits = 1
        self._win_at_root()
        noise = np.array([-math.log(-math.log(self.dice.random() or 1e-12)) for _ in root.actions]) * plan.gumbel_scale
        considered = min(plan.considered, len(root.actions))
        for wanted in considered_visits(considered, plan.simulations):
            if root.proven is not None:
                break
            yield from self._simulate(self._considered(noise, wanted))
        return self._found(noise)

    def _considered(self, noise: Row, wanted: int) -> int:
        """Of the moves with so many visits, the best."""
        scores = noise + self.root.logits + self._weighed(self.root)
        return int(np.where(self._visits(self.root) == wanted, scores, -np.inf).argmax())

    def _simulate(self, first: int) -> Generator[State, Judgement, None]:
        path, node = [self.root], self._step(self.root, first)
        while True:
            path.append(node)
            if node.proven is None and node.state.to_play == OVER:
                node.proven = self.ends.payoffs(node.state.returns())
            if node.proven is not None:
                payoffs = node.proven
                break
            if node.state.to_play == CHANCE:
                node = self._drawn(node)
                continue
            if node.worth is None and (won := self._wins_at_once(node.state)) is not None:
                payoffs = node.proven = won.proven
                break
            if node.worth is not None:
                node = self._step(node, self._select(node))
            elif (only := self._only_move(node)) is None:
                payoffs = yield from self._judge(node)
                break
            elif node.proven is None:
                node = self._step(node, only)
            else:
                payoffs = node.proven
                break
        for each in reversed(path):
            if each.worth is None and len(each.actions):  # it had a single move: what was found below it
                each.worth = payoffs
            each.visits += 1
            each.total = payoffs if each.total is None else each.total + payoffs
            self._prove(each)
            if not self.ends.are_known:
                self.lowest = min(self.lowest, float(each.mean.min()))
                self.highest = max(self.highest, float(each.mean.max()))

    def _wins_at_once(self, state: State) -> "Win | None":
        """By a move that ends the game with the highest score there is: that needs no judgement."""
        if not self.ends.are_known:
            return None
        for action in state.legal():
            after = state.apply(action)
            if after.to_play == OVER and (payoffs := self.ends.payoffs(after.returns()))[state.to_play] >= 1.0:
                return Win(action, after, payoffs)
        return None

    def _only_move(self, node: Node) -> int | None:
        """Where all moves but one let the next seat win at once, nobody has to be asked which to look at."""
        if not self.ends.sudden or not self.ends.are_known:
            return None
        legal = node.state.legal()
        left = [place for place, action in enumerate(legal) if not self._lets_win(node.state, action)]
        if len(left) != 1:
            return None
        node.actions = legal
        node.logits = np.full(len(legal), LEAST_LOGIT)
        node.logits[left[0]] = 0.0
        self._look_ahead(node)
        return left[0]

    def _lets_win(self, state: State, action: int) -> bool:
        after = state.apply(action)
        return 0 <= after.to_play != state.to_play and self._wins_at_once(after) is not None

    def _win_at_root(self) -> None:
        """Here the move itself is wanted: it is as if it had been tried."""
        if self.root.proven is None and (won := self._wins_at_once(self.root.state)) is not None:
            end = Node(won.state, visits=1, total=won.proven, proven=won.proven)
            self.root.children[won.action], self.root.proven = end, won.proven

    def _judge(self, node: Node) -> Generator[State, Judgement, Row]:
        node.actions = node.state.legal()
        logits, worth = yield node.state
        node.logits = logits - logits.max()
        node.worth = worth
        if self.ends.sudden and self.ends.are_known:
            self._look_ahead(node)
        return worth

    def _look_ahead(self, node: Node) -> None:
        """Moves that end the game, let the next seat win at once, or leave it without an answer: they are as if they
        had been tried."""
        for action in node.actions:
            after = node.state.apply(action)
            if (proven := self._foreseen(after)) is not None:
                node.children[action] = Node(after, visits=1, total=proven, proven=proven)
        self._prove(node)

    def _foreseen(self, state: State) -> Row | None:
        if state.to_play == OVER:
            return self.ends.payoffs(state.returns())
        if state.to_play == CHANCE:
            return None
        won = self._wins_at_once(state)
        return self._unanswered(state) if won is None else won.proven

    def _unanswered(self, state: State) -> Row | None:
        """Whatever the seat does, the one after it wins at once; None where it has an answer."""
        found: Row | None = None
        for reply in state.legal():
            after = state.apply(reply)
            won = self._wins_at_once(after) if after.to_play >= 0 else None
            if won is None or (found is not None and (found != won.proven).any()):
                return None
            found = won.proven
        return found

    def _step(self, node: Node, place: int) -> Node:
        action = node.actions[place]
        if action not in node.children:
            node.children[action] = Node(node.state.apply(action))
        return node.children[action]

    def _drawn(self, node: Node) -> Node:
        outcomes, chances = zip(*node.state.chances(), strict=True)
        outcome = self.dice.choices(outcomes, chances)[0]
        if outcome not in node.children:
            node.children[outcome] = Node(node.state.apply(outcome))
        return node.children[outcome]

    def _prove(self, node: Node) -> None:
        if node.proven is not None or not any(child.proven is not None for child in node.children.values()):
            return
        seat = node.state.to_play
        if seat == CHANCE:
            chances = dict(node.state.chances())
            known = [child.proven * chances[at] for at, child in node.children.items() if child.proven is not None]
            if len(known) == len(chances):
                node.proven = np.sum(known, axis=0)
            return
        done = [child for child in node.children.values() if child.proven is not None]
        best = max(done, key=lambda child: float(child.mean[seat]))
        wins = self.ends.are_known and best.mean[seat] >= 1.0
        if wins or (len(done) == len(node.actions) and self._is_clear(done, best, seat)):
            node.proven = best.proven

    def _is_clear(self, done: Sequence[Node], best: Node, seat: int) -> bool:
        """Whether all moves that are as good for the one who chooses are the same for everybody."""
        alike = (child.mean for child in done if child.mean[seat] == best.mean[seat])
        return all((mean == best.mean).all() for mean in alike)

    def _select(self, node: Node) -> int:
        visits = self._visits(node)
        deserved = softmax(node.logits + self._weighed(node))
        return int((deserved - visits / (1 + visits.sum())).argmax())

    def _visits(self, node: Node) -> NDArray[np.int64]:
        children = (node.children.get(action) for action in node.actions)
        return np.array([0 if child is None else child.visits for child in children])

    def _is_proven(self, node: Node, action: int) -> bool:
        child = node.children.get(action)
        return child is not None and child.proven is not None

    def values(self, node: Node) -> Row:
        """Of every action for the seat to move; what was not tried is worth what the others and the network say."""
        seat, visits = node.state.to_play, self._visits(node)
        assert node.worth is not None
        tried = visits > 0
        found = np.zeros(len(node.actions))
        for place in np.flatnonzero(tried).tolist():
            found[place] = node.children[node.actions[place]].mean[seat]
        if tried.all():
            return found
        mixed = float(node.worth[seat])
        if tried.any():
            priors = softmax(node.logits)[tried] + 1e-12
            known = float((priors * found[tried]).sum() / priors.sum())
            mixed = (mixed + visits.sum() * known) / (1 + visits.sum())
        return np.where(tried, found, mixed)

    def _weighed(self, node: Node) -> Row:
        """Values as they count beside logits."""
        spread = self.highest - self.lowest
        shares = (self.values(node) - self.lowest) / spread if spread > 0 and math.isfinite(spread) else 0.5
        most = max((child.visits for child in node.children.values()), default=0)
        return np.asarray((self.plan.c_visit + most) * self.plan.c_scale * np.clip(shares, 0, 1) + 0 * node.logits)

    def _found(self, noise: Row) -> Found:
        root, visits = self.root, self._visits(self.root)
        weighed = root.logits + self._weighed(root)
        most = visits == visits.max()
        scores = np.where(most, noise + weighed, -np.inf)
        seat, proven = root.state.to_play, [self._is_proven(root, action) for action in root.actions]
        place = int(scores.argmax())
        if root.proven is not None:  # only moves that are proven to be as good are left
            weighed = np.where(proven & (self.values(root) >= root.proven[seat]), weighed, -np.inf)
            place = int(weighed.argmax())
        return Found(
            root.actions[place],
            root.actions,
            softmax(weighed),
            visits,
            self.values(root),
            [root.children[action].mean if action in root.children else root.mean for action in root.actions],
            proven,
            root.mean,
            root.proven is not None,
            (root.actions[place], *self._line(root.children.get(root.actions[place]))),
        )

    def _line(self, node: Node | None) -> tuple[int, ...]:
        found: list[int] = []
        while node is not None and node.children:
            action, node = max(node.children.items(), key=lambda item: item[1].visits)
            found.append(action)
        return tuple(found)


def search(state: State, ends: Ends, plan: Plan, dice: random.Random) -> Generator[State, Judgement, Found]:
    return Tree(state, ends, plan, dice).run()


def considered_visits(considered: int, simulations: int) -> list[int]:
    """By simulation: how often the moves among which it chooses have been visited. Sequential halving of 4 with 8:
    0 0 0 0 1 1 2 2, then the best of two has had the most."""
    if considered <= 1:
        return list(range(simulations))
    rounds = math.ceil(math.log2(considered))
    found: list[int] = []
    visits, left = [0] * considered, considered
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(2, left // 2)
    return found[:simulations]


def softmax(logits: Any) -> Row:
    powers = np.exp(logits - np.max(logits))
    found: Row = powers / powers.sum()
    return found
