"""How somebody does an exercise. The rulebook judges.

The person's actions are applied one by one to the position, and the goal is a question about such a step. Whoever is
not the person (another seat, luck) plays what the exercise says, and else the first legal action: the same actions
always lead to the same position, and nothing has to be remembered between two of them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from asobiba.core.errors import IllegalMove
from asobiba.core.game import AnyGame
from asobiba.online.people import Exercise, People, events


@dataclass(frozen=True)
class Step:
    """A ply of an attempt, and what happened with it."""

    seat: int
    action: int
    text: str
    happened: tuple[Mapping[str, Any], ...]


@dataclass(frozen=True)
class Attempt:
    state: Any
    steps: tuple[Step, ...]
    left: int
    """Moves that the person still has."""
    done: bool

    @property
    def failed(self) -> bool:
        return not self.done and not self.left


def attempt(game: AnyGame, exercise: Exercise[Any], actions: Sequence[int]) -> Attempt:
    """The exercise after these actions of the person. IllegalMove if one of them is none, or comes after the end."""
    state = game.notation.read_position(exercise.position, game.options.read(exercise.options))
    answers, steps = iter(exercise.answers), list[Step]()
    left, done = exercise.most, False
    for action in actions:
        if done or not left:
            raise IllegalMove(f"action {action}: the exercise is over", state, action=action)
        before, state = state, state.apply(action)
        steps.append(_step(game, before, action, state))
        done, left = exercise.goal(before, action, state), left - 1
        while not done and left and state.to_play != exercise.seat and state.legal():
            answer = _answer(game, state, next(answers, ""))
            before, state = state, state.apply(answer)
            steps.append(_step(game, before, answer, state))
        if state.to_play != exercise.seat:
            left = 0
    return Attempt(state, tuple(steps), left, done)


def _step(game: AnyGame, before: Any, action: int, after: Any) -> Step:
    text = game.notation.write_move(before, action)
    return Step(before.to_play, action, text, tuple(events(game.part(People).happened(before, action, after))))


def _answer(game: AnyGame, state: Any, wanted: str) -> int:
    """What is wanted may be impossible after other moves than those of the solution."""
    legal: Sequence[int] = state.legal()
    write = game.notation.write_move
    return next((action for action in legal if write(state, action) == wanted), legal[0])
