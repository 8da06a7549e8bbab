"""`asobiba analyse`: one shape of answer for every game."""

from dataclasses import dataclass
from typing import Any

from asobiba.agents.analysis import Advised, advised
from asobiba.cli.play import adviser
from asobiba.core.contract import OVER, AnyGame
from asobiba.core.options import Options


@dataclass(frozen=True)
class Analysis:
    game: AnyGame
    state: Any
    advised: Advised

    @property
    def moves(self) -> list[tuple[str, float]]:
        """From best to worst."""
        return [(each.move, each.value) for each in self.advised.moves]

    @property
    def best(self) -> list[str]:
        return self.advised.best

    def verdict(self) -> str:
        """The key of the text that says what the values are."""
        if self.state.to_play < 0:
            return "analyse.over" if self.state.to_play == OVER else "analyse.luck"
        return "analyse.exact" if self.advised.exact else "analyse.estimate"

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "position": self.game.text.notation.write_position(self.state),
            "to_play": self.state.to_play,
            "best": self.best,
            "moves": [{"move": move, "value": value} for move, value in self.moves],
            "exact": self.advised.exact,
            **self.advised.insight,
        }


def analysis(game: AnyGame, position: str, options: Options, agent: str | None) -> Analysis:
    judge = adviser(game, options, agent)
    state = game.rules.start(options) if position == "start" else game.text.notation.read_position(position, options)
    return Analysis(game, state, advised(game, state, judge))
