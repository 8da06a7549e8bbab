"""Games of Othello for tests: random ones, and those with the passes and ends that formats get wrong."""

import random
from collections.abc import Sequence

from asobiba.core.game import OVER
from asobiba.core.records import Ply, Record
from asobiba.core.registry import find_game
from asobiba.games.othello.notation import read_transcript
from asobiba.games.othello.rules import OthelloOptions, Position

OTHELLO = find_game("othello")
DISCS = OthelloOptions(score="discs")

FORCED_PASS = "d3c3b3b2f5a3a1c1"
"""Black must pass after it."""
WIPED_OUT = "d3c3b3d2e1d6d7e3f4"
"""Over after nine discs: 64 to 0 with the empty squares."""
BOTH_STUCK = "f5f4c3e6f7g6g4e8g8g5h5"
"""Over with 49 empty squares, 14 to 1 on the board, 63 to 1 with the empty squares."""
DRAW = (
    "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8"
    "g7h8h7h6"
)
"""Sixty discs, 32 to 32."""


def random_actions(seed: int, *, plies: int = 200) -> list[int]:
    dice, position, actions = random.Random(seed), Position(), list[int]()
    while position.to_play != OVER and len(actions) < plies:
        actions.append(dice.choice(position.legal()))
        position = position.apply(actions[-1])
    return actions


def recorded(
    actions: Sequence[int] | str, options: OthelloOptions = DISCS, names: tuple[str, str] = ("Ann", "Bob")
) -> Record:
    """The record of these moves, finished if the rules end it there."""
    position, plies = Position(options=options), []
    for action in read_transcript(actions) if isinstance(actions, str) else actions:
        plies.append(Ply(position.to_play, action))
        position = position.apply(action)
    return Record(
        game="othello",
        rules=OTHELLO.version,
        options=options.chosen(),
        seats=names,
        plies=tuple(plies),
        returns=position.returns() if position.to_play == OVER else None,
    )
