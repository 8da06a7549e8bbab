"""What happened between two positions, for logs: one small dictionary an event, ready for JSON.

A capture by BLUE: `[{"event": "move", "colour": "BLUE", "path": ["outer_7", ..., "outer_10"]},
{"event": "capture", "colour": "BLUE", "node": "outer_10", "hats": ["RED"]}]`
"""

from typing import Any

from asobiba.core.game import CHANCE
from asobiba.games.coppit.paths import PASS
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.stacks import carry_out
from asobiba.games.coppit.winner import winners


def events(before: Position, action: int, after: Position) -> list[dict[str, Any]]:
    """In order: roll, pass, deploy or move; capture, free, merge, bank; skip, extra_roll, end."""
    colour = before.layout.colour(before.seat)
    if before.to_play == CHANCE:
        return [{"event": "roll", "colour": colour, "die": after.die}]
    found = [{"event": "pass", "colour": colour}] if action == PASS else _move(before, action)
    if after.over:
        return [*found, {"event": "end", "winner": [after.layout.colour(seat) for seat in winners(after)]}]
    if after.turn == before.turn:
        return [*found, {"event": "extra_roll", "colour": colour}]
    skipped = [(before.seat + number) % len(before.box) for number in range(1, after.turn - before.turn)]
    return found + [{"event": "skip", "colour": before.layout.colour(seat)} for seat in skipped]


def _move(before: Position, action: int) -> list[dict[str, Any]]:
    layout, names = before.layout, before.layout.board.names
    move, colour = layout.moves[action], layout.colour(before.seat)
    path = [names[node] for node in (move.source, *move.path)]
    found: list[dict[str, Any]] = [
        {"event": "move" if move.source < layout.board.squares else "deploy", "colour": colour, "path": path}
    ]
    found += [
        {
            "event": happening.what,
            "colour": colour,
            "node": names[happening.node],
            "hats": [layout.colour(hat) for hat in happening.hats],
        }
        for happening in carry_out(before, move).happenings
    ]
    return found
