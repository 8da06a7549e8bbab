"""`asobiba analyse`: one shape of answer for every game."""

from dataclasses import dataclass
from typing import Any

from asobiba.agents.analysis import Advised, Valued, advised, line_json, proven_json, visits_json
from asobiba.cli.play import adviser
from asobiba.core.advice import SCORE
from asobiba.core.contract import OVER, AnyGame
from asobiba.core.options import Options
from asobiba.core.setup import set_up


@dataclass(frozen=True)
class Analysis:
    game: AnyGame
    state: Any
    advised: Advised

    @property
    def moves(self) -> tuple[Valued, ...]:
        """From best to worst."""
        return self.advised.moves

    @property
    def best(self) -> list[str]:
        return self.advised.best

    def verdict(self) -> str:
        """The key of the text that says what the values are."""
        if self.state.to_play < 0:
            return "analyse.over" if self.state.to_play == OVER else "analyse.luck"
        return "analyse.exact" if self.advised.exact else "analyse.estimate"

    def as_json(self) -> dict[str, Any]:
        """`unit` is that of the estimates; a proven value is the score in the end, and says so."""
        return {
            "game": self.game.name,
            "position": self.game.text.notation.write_position(self.state),
            "to_play": self.state.to_play,
            "best": self.best,
            "moves": [self._move(valued) for valued in self.moves],
            "exact": self.advised.exact,
            "unit": self.advised.unit,
            **line_json(self.advised.line),
            **self.advised.insight,
        }

    def _move(self, valued: Valued) -> dict[str, Any]:
        proven = valued.proven
        value, unit = (valued.value, self.advised.unit) if proven is None else (proven.score, SCORE)
        return {"move": valued.move, "value": value, "unit": unit, **proven_json(proven), **visits_json(valued.visits)}


def analysis(game: AnyGame, position: str, options: Options, agent: str | None) -> Analysis:
    judge = adviser(game, options, agent)
    state = set_up(game, position, options)
    return Analysis(game, state, advised(game, state, judge))
