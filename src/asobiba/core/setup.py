"""The position that somebody means: `start`, a position as its game writes it, or the moves that lead to it."""

from typing import Any

from asobiba.core.errors import IllegalMove, NotationError
from asobiba.core.game import AnyGame
from asobiba.core.options import Options


def set_up(game: AnyGame, text: str, options: Options) -> Any:
    """`start`; `2.0.0.2/... score=8`; `d3 c5`; `die=3 box>3 die=1`. NotationError says what is wrong and where."""
    if text.strip().lower() == "start":
        return game.start(options)
    try:
        return game.notation.read_position(text, options)
    except NotationError:
        if not _begins_with_a_move(game, text, options):
            raise
    return after_moves(game, text, options)


def _begins_with_a_move(game: AnyGame, text: str, options: Options) -> bool:
    try:
        game.notation.read_move(game.start(options), (text.split() or [""])[0])
    except NotationError:
        return False
    except IllegalMove:
        pass  # it is one, though not a move of the start
    return True


def after_moves(game: AnyGame, text: str, options: Options) -> Any:
    """From the start, moves and outcomes of luck with spaces between them; a forced pass may be left out."""
    state = game.start(options)
    for number, word in enumerate(text.split(), 1):
        if word.lower() != "pass" and game.must_pass(state):
            state = state.apply(state.legal()[0])
        try:
            state = state.apply(game.notation.read_move(state, word))
        except IllegalMove as error:
            raise NotationError(f"move {number} of the list: {error.sentence}", number=number) from None
        except NotationError as error:
            raise NotationError(f"move {number} of the list: {error}", number=number) from None
    return state
