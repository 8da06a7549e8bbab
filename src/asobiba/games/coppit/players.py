"""The players of Coppit: rollouts, expectimax, and the levels."""

from typing import Any

from asobiba.agents.players import Players
from asobiba.games.coppit.evaluate import evaluate
from asobiba.games.coppit.expectimax import Expectimax
from asobiba.games.coppit.rollouts import Rollouts
from asobiba.games.coppit.winner import is_settled

PLAYERS: Players[Any, Any] = Players(
    evaluate=evaluate,
    agents={"rollouts": Rollouts, "expectimax": Expectimax},
    levels=lambda _: (
        "random",
        "greedy:noise=0.5",
        "greedy",
        "rollouts:games=0",
        "rollouts:games=150,turns=8",
        "rollouts:games=1000,turns=16",
    ),
    roles=lambda _: {"adviser": "rollouts:games=4000,turns=16"},
    settled=is_settled,
)
