"""What an agent thinks of a position, in one shape for every game: the terminal and the server show the same."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from asobiba.agents.advice import SCORES, SIDES, Advice, Adviser, Deepener
from asobiba.agents.players import Players
from asobiba.agents.solver import Proven
from asobiba.agents.spec import make_agent
from asobiba.core.agent import Agent
from asobiba.core.game import OVER, AnyGame
from asobiba.core.options import Options

MEASURED = 1e5
"""Values beyond it only say that the end is known."""


@dataclass(frozen=True, slots=True)
class Valued:
    action: int
    move: str
    """The action as the game writes it."""
    value: float
    """Higher is better; beyond a hundred thousand it only says that the end is known."""
    proven: Proven | None = None
    visits: int | None = None
    """Of a search that counts them."""

    def as_json(self) -> dict[str, Any]:
        told = {"action": self.action, "move": self.move, "value": self.value}
        return told | proven_json(self.proven) | visits_json(self.visits)


@dataclass(frozen=True, slots=True)
class Advised:
    to_play: int
    moves: tuple[Valued, ...]
    """From best to worst; none when no seat is to move."""
    exact: bool
    """True when the best value is proven."""
    evaluation: float
    """How the position looks without search, to the seat to move; to seat 0 when there is none."""
    insight: Mapping[str, Any]
    """The game's own remarks, and the judge's."""
    unit: str = "evaluation"
    """Of the values that are not proven."""
    line: tuple[str, ...] = ()
    """The moves that the judge expects from here on."""
    depth: int | None = None
    certainty: float | None = None
    """Both as in Advice."""

    @property
    def best(self) -> list[str]:
        return [move.move for move in self.moves if move.value == self.moves[0].value]

    def loss(self, action: int) -> float:
        """How much less that action is worth than the best."""
        return self.moves[0].value - next(move.value for move in self.moves if move.action == action)

    def measures(self, valued: Valued) -> bool:
        """Whether a value that is proven is in the unit of the estimates all the same, such as discs."""
        return self.unit not in (*SIDES, *SCORES) and abs(valued.value) <= MEASURED

    def as_json(self) -> dict[str, Any]:
        return {
            "to_play": self.to_play,
            "moves": [each.as_json() for each in self.moves],
            "best": self.best,
            "exact": self.exact,
            "unit": self.unit,
            "evaluation": self.evaluation,
            "insight": dict(self.insight),
            **line_json(self.line),
            **({} if self.depth is None else {"depth": self.depth}),
            **({} if self.certainty is None else {"certainty": self.certainty}),
        }


def proven_json(proven: Proven | None) -> dict[str, Any]:
    """{"proven": {"outcome": 1, "plies": 15}}; nothing of what is not proven, and no plies that were not counted."""
    if proven is None:
        return {}
    plies = {"plies": proven.plies} if proven.plies else {}
    return {"proven": {"outcome": proven.outcome, **plies}}


def visits_json(visits: int | None) -> dict[str, Any]:
    return {} if visits is None else {"visits": visits}


def line_json(line: tuple[str, ...]) -> dict[str, Any]:
    return {"line": list(line)} if line else {}


def written_line(game: AnyGame, state: Any, line: Sequence[int]) -> tuple[str, ...]:
    moves = []
    for action in line:
        moves.append(game.notation.write_move(state, action))
        state = state.apply(action)
    return tuple(moves)


def advised(game: AnyGame, state: Any, judge: Adviser) -> Advised:
    """The judge sees only what the seat to move may know."""
    if state.to_play < 0:
        return _nobody_moves(game, state)
    seen = game.conceal(state, state.to_play)
    return _told(game, state, seen, judge.advise(seen))


def deepening(game: AnyGame, state: Any, judge: Adviser) -> Iterator[Advised]:
    """The same, better and better where the judge thinks aloud. Whoever closes the iterator ends the search."""
    if state.to_play < 0 or not isinstance(judge, Deepener):
        yield advised(game, state, judge)
        return
    seen = game.conceal(state, state.to_play)
    with closing(judge.deepen(seen)) as thoughts:
        for advice in thoughts:
            yield _told(game, state, seen, advice)


def _nobody_moves(game: AnyGame, state: Any) -> Advised:
    looks, insight = float(game.part(Players).evaluate(state, 0)), game.part(Players).insight([state])
    return Advised(state.to_play, (), state.to_play == OVER, looks, insight, game.part(Players).unit)


def _told(game: AnyGame, state: Any, seen: Any, advice: Advice) -> Advised:
    """`seen` is what the seat to move may know of the position."""
    seat = state.to_play
    moves = [
        Valued(
            action,
            game.notation.write_move(state, action),
            float(value),
            advice.proven.get(action),
            advice.visits.get(action),
        )
        for action, value in advice.values.items()
    ]
    best_first = tuple(sorted(moves, key=lambda move: -move.value))
    looks, insight = (
        float(game.part(Players).evaluate(seen, seat)),
        {**game.part(Players).insight([state]), **advice.insight},
    )
    line = written_line(game, seen, advice.line)
    return Advised(seat, best_first, advice.exact, looks, insight, advice.unit, line, advice.depth, advice.certainty)


def judge_of(agent: Agent, game: AnyGame, options: Options) -> Adviser:
    """The agent itself; for one that gives no values, such as random, the game's own `evaluate` gives them."""
    if isinstance(agent, Adviser):
        return agent
    greedy = make_agent("greedy", game, options)
    assert isinstance(greedy, Adviser)
    return greedy


def advise_position(game: AnyGame, options: Options, state: Any, spec: str) -> dict[str, Any]:
    """{"to_play": 0, "moves": [{"action": 19, "move": "d3", "value": 4.0}, ...], "best": ["d3"], ...}"""
    return advised(game, state, judge_of(make_agent(spec, game, options), game, options)).as_json()
