"""What is to come after each move of a game for one: how far games get that are played out from there, and what they
score. Estimates for a player like the one who plays them out, with 95 % intervals; better players get further.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from asobiba.agents.learned import load_network, no_network
from asobiba.agents.players import Players, Playouts
from asobiba.arena.intervals import Measured, mean, rate
from asobiba.core.agent import Network
from asobiba.core.game import AnyGame
from asobiba.core.options import Options


@dataclass(frozen=True)
class Outlook:
    games: int
    policy: str
    """Who played them out."""
    score: Measured
    """In the end, on average."""
    chances: Mapping[int, Measured]
    """That a game comes so far: of the next milestone, and so on to the last that any of them reached."""

    def as_json(self) -> dict[str, Any]:
        return {
            "score": with_interval(self.score),
            "chances": {str(far): with_interval(chance) for far, chance in self.chances.items()},
        }


def with_interval(measured: Measured) -> dict[str, float]:
    """{"value": 0.93, "low": 0.86, "high": 0.97}"""
    return measured._asdict()


def outlooks(game: AnyGame, options: Options, state: Any, games: int, seed: int = 0) -> dict[int, Outlook]:
    """By move, from so many games each; nothing where nobody plays them out, or no seat is to move."""
    milestones = game.part(Players).milestones
    if state.to_play < 0 or games < 1 or milestones is None:
        return {}
    moves = state.legal()
    found = game.part(Players).playouts([state.apply(action) for action in moves], games, seed, _network(game, options))
    if found is None:
        return {}
    fact, steps = milestones
    ahead = [step for step in steps if step > max(game.facts(state)[fact])]
    return {action: _outlook(played, ahead) for action, played in zip(moves, found, strict=True)}


def _outlook(played: Playouts, ahead: Sequence[int]) -> Outlook:
    games = len(played.scores)
    came = {step: sum(each >= step for each in played.milestones) for step in ahead}
    chances = {step: rate(count, games) for step, count in came.items() if count}
    return Outlook(games, played.policy, mean(played.scores), chances)


def _network(game: AnyGame, options: Options) -> Network | None:
    """One of the game's own kinds that comes with it and fits."""
    for kind in game.part(Players).networks:
        if no_network(game, options, kind, kind) is None:
            return load_network(game, options, kind)
    return None
