"""Golden playthroughs: one seeded random game of a game, written out as text."""

import hashlib
import json
import random
from typing import Any

from asobiba.agents.arrays import Arrays
from asobiba.core.game import CHANCE, OVER, AnyGame
from asobiba.core.luck import Luck
from asobiba.core.picture import PLAIN, plain

SHOWN = 60
"""Plies that are drawn; of the rest only the moves are listed."""


def playthrough(found: AnyGame) -> str:
    generator, luck = random.Random(0), Luck(0)
    state = found.start(found.options())
    lines = [f"# {found.name}, rules version {found.version}: a random game from seed 0", ""]
    ply = 0
    while state.to_play != OVER:
        legal = state.legal()
        action = luck.draw(state, ply) if state.to_play == CHANCE else generator.choice(legal)
        move = found.notation.write_move(state, action)
        if ply < SHOWN:
            names = [found.notation.write_move(state, a) for a in legal[:100]]
            lines += [
                plain(found.draw(state, PLAIN)),
                f"position: {found.notation.write_position(state)}",
                f"ply {ply}, to play {state.to_play}, returns {list(state.returns())}",
                f"legal {len(legal)}: {' '.join(names)}",
                f"views {digest(state, found)}",
                f"plays {action} = {move}",
                "",
            ]
        else:
            lines.append(f"ply {ply}, seat {state.to_play} plays {action} = {move}")
        state = state.apply(action)
        ply += 1
    lines += [plain(found.draw(state, PLAIN)), f"over after {ply} plies, returns {list(state.returns())}", ""]
    return "\n".join(lines)


def digest(state: Any, found: AnyGame) -> str:
    """A short hash of what every seat sees and of what a network is given."""
    parts = hashlib.sha256()
    for seat in (None, *range(len(found.seats(found.options())))):
        parts.update(json.dumps(state.view(seat), sort_keys=True).encode())
        if seat is not None:
            parts.update(found.part(Arrays).encode.observe(state, seat).astype("<f4").tobytes())
    return parts.hexdigest()[:16]
