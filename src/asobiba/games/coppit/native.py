"""Coppit's fast twin: native/coppit/position.hpp. The geometry stays here: the kernel is given the moves as tables."""

import struct
from collections.abc import Iterable
from typing import Any

from asobiba._native import kernels
from asobiba.agents.arrays import Kernel
from asobiba.core.errors import ConfigError
from asobiba.games.coppit.encode import colours_seen, turned_back
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import Layout, Move, layout_of
from asobiba.games.coppit.rules import Position
from asobiba.games.coppit.situation import Stack

WIN_MODES = ("box_count", "captured", "box_plus_captured", "last_survivor")
MOST_SEATS, MOST_NODES, HIGHEST_NUMBER = 4, 64, 999_999_999
LAYOUT = struct.Struct("<16Q16I4H4III4H")
"""For each of four seats: the nodes of its stacks, the low and the high bits of their hats, the hats on top. Then hats
banked, hats in the boxes, since, turn, extra rolls, seat, die, mingled, over."""


def rules(options: CoppitOptions) -> kernels.CoppitRules:
    """Every option is known, on a board of up to 64 nodes."""
    layout = layout_of(options)
    if len(layout.board.names) > MOST_NODES:
        raise ConfigError(
            f"option board={options.board}: the kernel plays boards of {MOST_NODES} nodes at most",
            option="board",
            value=options.board,
        )
    return kernels.CoppitRules(known_options(options), known_board(layout, options))


def known_options(options: CoppitOptions) -> dict[str, Any]:
    same = (
        "extra_roll_on_6",
        "auto_bank_on_return",
        "allow_box_invasion",
        "allow_respawn",
        "allow_empty_return",
        "free_on_capture",
    )
    return {
        **{name: getattr(options, name) for name in same},
        "seats": options.max_players,
        "hats": options.hats_per_player,
        "ends_in_play": options.end_mode == "in_play",
        "win_mode": WIN_MODES.index(options.win_mode),
        "max_turns": limit(options, "max_turns", 0),
        "max_extra_rolls": limit(options, "max_extra_rolls", HIGHEST_NUMBER),
        "gray_capacity": limit(options, "gray_capacity", MOST_SEATS + 1),
    }


def limit(options: CoppitOptions, name: str, unlimited: int) -> int:
    value: int | None = getattr(options, name)
    if value is not None and value > HIGHEST_NUMBER:
        raise ConfigError(
            f"option {name}={value}: the kernel counts to {HIGHEST_NUMBER}; allowed is none", option=name, value=value
        )
    return unlimited if value is None else value


def known_board(layout: Layout, options: CoppitOptions) -> dict[str, Any]:
    board = layout.board
    return {
        "nodes": len(board.names),
        "squares": board.squares,
        "gray": word(node for node, kind in enumerate(board.kinds) if kind == "GRAY"),
        "paths": [known_path(layout, options, move) for move in layout.moves],
        "outlooks": [known_outlook(layout, seat) for seat in range(len(layout.colours))],
    }


def known_path(layout: Layout, options: CoppitOptions, move: Move) -> dict[str, Any]:
    """On the way only boxes matter, and squares if stacks are captured there. The pass, a stand-in, leads nowhere."""
    matters = 0 if options.capture_on_pass else layout.board.squares
    return {
        "source": max(move.source, 0),
        "destination": max(move.destination, 0),
        "held": move.held,
        "holds": move.ending == "hold",
        "way": [node for node in move.path[:-1] if node >= matters],
    }


def known_outlook(layout: Layout, seat: int) -> dict[str, Any]:
    dice = range(len(layout.deploys[seat]))
    return {
        "home": layout.home[seat],
        "safe": word(node for node, safe in enumerate(layout.safe[seat]) if safe),
        "reach": [[actions[die] for actions in layout.reach[seat]] for die in dice],
        "deploys": list(layout.deploys[seat]),
        "seen": colours_seen(layout, seat),
        "back": list(turned_back(layout.board, layout.colours[seat])),
    }


def word(members: Iterable[int]) -> int:
    """A set of small numbers as bits."""
    return sum(1 << member for member in members)


def pack(position: Position) -> bytes:
    absent = (0,) * (MOST_SEATS - len(position.box))
    banked = [count for row in position.banked for count in (*row, *absent)]
    return LAYOUT.pack(
        *(part for seat in range(MOST_SEATS) for part in stack_words(position, seat)),
        *(*banked, *absent * MOST_SEATS),
        *(*position.box, *absent),
        *(*position.since, *absent),
        position.turn,
        position.extra_rolls,
        position.seat,
        position.die,
        position.mingled,
        position.over,
    )


def stack_words(position: Position, seat: int) -> tuple[int, int, int, int]:
    """The stacks of one seat: their nodes, their hats from bottom to top, stack after stack, and which are on top."""
    own = {node: stack for node, stack in position.stacks if stack[-1] == seat}
    hats = [hat for node in sorted(own) for hat in own[node]]
    tops = [place for node in sorted(own) for place in (*(0,) * (len(own[node]) - 1), 1)]
    return (
        word(own),
        word(place for place, hat in enumerate(hats) if hat & 1),
        word(place for place, hat in enumerate(hats) if hat & 2),
        word(place for place, top in enumerate(tops) if top),
    )


def unpack(raw: bytes, options: CoppitOptions) -> Position:
    fields, seats = LAYOUT.unpack(raw), options.max_players
    banked, box, since = fields[16:32], fields[32:36], fields[36:40]
    turn, extra_rolls, seat, die, mingled, over = fields[40:]
    stacks = [stack for seat in range(seats) for stack in stacks_in(*fields[4 * seat : 4 * seat + 4])]
    return Position(
        box=box[:seats],
        banked=tuple(banked[MOST_SEATS * captor : MOST_SEATS * captor + seats] for captor in range(seats)),
        since=since[:seats],
        stacks=tuple(sorted(stacks)),
        seat=seat,
        turn=turn,
        die=die,
        extra_rolls=extra_rolls,
        mingled=bool(mingled),
        over=bool(over),
        options=options,
    )


def stacks_in(nodes: int, low: int, high: int, tops: int) -> list[tuple[int, Stack]]:
    found, first = [], 0
    ends = [place + 1 for place in range(tops.bit_length()) if tops >> place & 1]
    standing = [node for node in range(nodes.bit_length()) if nodes >> node & 1]
    for node, end in zip(standing, ends, strict=True):
        found.append((node, tuple((low >> hat & 1) | (high >> hat & 1) << 1 for hat in range(first, end))))
        first = end
    return found


KERNEL = Kernel(kernels.CoppitBatch, rules, pack, unpack)
