"""`asobiba analyse`: one shape of answer for every game."""

from dataclasses import dataclass
from typing import Any

from asobiba.cli.play import adviser
from asobiba.core.contract import OVER, AnyGame
from asobiba.core.options import Options


@dataclass(frozen=True)
class Analysis:
    game: AnyGame
    state: Any
    moves: list[tuple[str, float]]
    """From best to worst."""
    exact: bool

    @property
    def best(self) -> list[str]:
        return [move for move, value in self.moves if value == self.moves[0][1]]

    def verdict(self) -> str:
        """The key of the text that says what the values are."""
        if self.state.to_play < 0:
            return "analyse.over" if self.state.to_play == OVER else "analyse.luck"
        return "analyse.exact" if self.exact else "analyse.estimate"

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "position": self.game.notation.write_position(self.state),
            "to_play": self.state.to_play,
            "best": self.best,
            "moves": [{"move": move, "value": value} for move, value in self.moves],
            "exact": self.exact,
            **self.game.insight(self.state),
        }


def analysis(game: AnyGame, position: str, options: Options, agent: str | None) -> Analysis:
    judge = adviser(game, options, agent)
    state = game.start(options) if position == "start" else game.notation.read_position(position, options)
    if state.to_play < 0:
        return Analysis(game, state, [], exact=state.to_play == OVER)
    advice = judge.advise(game.conceal(state, state.to_play))
    moves = [(game.notation.write_move(state, action), float(value)) for action, value in advice.values.items()]
    return Analysis(game, state, sorted(moves, key=lambda move: -move[1]), advice.exact)
