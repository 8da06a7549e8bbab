"""What is drawn from the secret of a game, its luck and the dice of its bots, and what is promised of them before."""

import hashlib

from asobiba.core.luck import Luck
from asobiba.online.protocol import events as log
from asobiba.online.rooms.table import RoomTable


def commitment_of(seed: int, nonce: str) -> str:
    return hashlib.sha256(f"{nonce}:{seed}".encode()).hexdigest()


def drawn(table: RoomTable) -> log.Drew:
    """What luck does next. Anybody who has the seed can draw the same."""
    takebacks = table.taken_back
    return log.Drew(Luck(table.seed).draw(table.state, len(table.plies), takebacks), takebacks)


def dice_of(table: RoomTable, seat: int, moment: int) -> str:
    """The seed of a bot's dice for one decision: secret like the luck until the game is over, and then known to all.

    `moment` is how many plies the game is old, or ticks. After a takeback it decides with other dice.
    """
    decision = f"{moment}/{table.taken_back}" if table.taken_back else f"{moment}"
    return hashlib.sha256(f"{table.nonce}:{table.seed}/bot/{seat}/{decision}".encode()).hexdigest()
