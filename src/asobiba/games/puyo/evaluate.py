"""A static judgement in ojama: points scored, the chain that stands ready, touching puyos, and the height against them.

A player who has committed is judged by the field that his placement leaves, with the ojama that will then fall.
"""

from functools import lru_cache

from asobiba.games.puyo.field import IN_SIGHT, WIDTH, Field, touches
from asobiba.games.puyo.ojama import bought, fall, offset
from asobiba.games.puyo.placements import SPAWN
from asobiba.games.puyo.potential import triggers
from asobiba.games.puyo.rules import Position, land

POINTS = 70
"""So many points are worth 1."""
READY = {1: 0.7, 2: 0.6, 3: 0.5}
"""Of a chain's points, while so many puyos are missing to start it."""
TOUCH, DANGER, BURIED = 1.0, 120.0, 1000.0


def evaluate(position: Position, seat: int) -> float:
    mine = worth(position, seat, position.commit if seat == position.first else None)
    return mine - worth(position, 1 - seat) if len(position.players) > 1 else mine


def worth(position: Position, seat: int, commit: int | None = None) -> float:
    """One player's half. The other's commit is not known, so it is not used."""
    player, coming = position.players[seat], position.players[seat].ojama
    if commit is not None:
        player, points, _ = land(player, commit, position.pairs()[0], position.options)
        attack, _ = bought(player.carry, points, position.price)
        _, coming = offset(attack, coming)
    field = fall(player.field, min(coming, position.options.ojama_per_turn) // WIDTH) if coming else player.field
    return player.score / POINTS + shape(field)


@lru_cache(maxsize=1 << 12)
def shape(field: Field) -> float:
    """What a field promises."""
    ready = max((READY[trigger.puyos] * trigger.score / POINTS for trigger in triggers(field)), default=0.0)
    is_buried = len(field[SPAWN]) >= IN_SIGHT
    return ready + TOUCH * touches(field) - DANGER * danger(field) - BURIED * is_buried


def danger(field: Field) -> float:
    """From 0 to 1: how far column 3 has grown above row 6, and the mean height above row 8."""
    heights = [len(column) for column in field]
    spawn, mean = (heights[SPAWN] - 6) / 6, (sum(heights) / WIDTH - 8) / 4
    return 0.7 * min(max(spawn, 0), 1) + 0.3 * min(max(mean, 0), 1)
