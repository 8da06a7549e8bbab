"""A game's exercises: what they ask, and how far somebody has come, who sends all of his actions each time."""

from typing import Annotated, Any

from fastapi import APIRouter, Path
from starlette.exceptions import HTTPException

from asobiba.core.game import OVER, AnyGame
from asobiba.core.registry import find_game
from asobiba.online.attempts import attempt
from asobiba.online.http.cards import REFUSALS, AttemptCard, AttemptWish, ExerciseCard, StepCard
from asobiba.online.http.headers import StrictRoute
from asobiba.online.people import Exercise, People

router = APIRouter(prefix="/api/games/{name}/exercises", route_class=StrictRoute)

Name = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Path(ge=1, le=100, description="The first one is 1.")]


@router.get("", responses=REFUSALS)
def exercises(name: Name) -> list[ExerciseCard]:
    """Tiny tasks for who plays the game for the first time, in their order; none: the game has none."""
    game = find_game(name)
    return [_card(game, each) for each in game.part(People).exercises]


def _card(game: AnyGame, exercise: Exercise[Any]) -> ExerciseCard:
    return ExerciseCard(
        name=exercise.name,
        task=dict(exercise.task),
        options=dict(exercise.options),
        seats=list(game.seats(game.options.read(exercise.options))),
        seat=exercise.seat,
        solution=list(exercise.solution),
    )


@router.post("/{number}", responses=REFUSALS)
def attempt_exercise(name: Name, number: Number, wish: AttemptWish) -> AttemptCard:
    """How an exercise stands after these actions: the rulebook says what they do and whether it is done."""
    game = find_game(name)
    if number > len(game.part(People).exercises):
        raise HTTPException(404, f"the game has {len(game.part(People).exercises)} exercises")
    exercise = game.part(People).exercises[number - 1]
    now = attempt(game, exercise, wish.actions)
    write = game.notation.write_move
    goes_on = now.left and not now.done
    return AttemptCard(
        view=dict(now.state.view(exercise.seat)),
        moves=[(action, write(now.state, action)) for action in now.state.legal()] if goes_on else [],
        steps=[
            StepCard(
                seat=each.seat, action=each.action, text=each.text, happened=[dict(told) for told in each.happened]
            )
            for each in now.steps
        ],
        left=now.left,
        over=now.state.to_play == OVER,
        done=now.done,
        failed=now.failed,
    )
