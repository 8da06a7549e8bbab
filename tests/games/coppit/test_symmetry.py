"""Which turns of the board are symmetries, and what they do to seats."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from asobiba.core.game import CHANCE
from asobiba.games.coppit import board
from asobiba.games.coppit.board import add_board, load_board
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.symmetry import symmetries
from tests.games.coppit.situation import situation
from tests.games.coppit.walk import random_game

CONTENTS = json.loads(Path(board.__file__).with_name("board_4p.json").read_text(encoding="utf-8"))


def boxes(costs: Mapping[str, int]) -> dict[str, Any]:
    """The standard boxes, some of which cost more to leave."""
    return {
        colour: {**box, "deploy_cost": costs.get(colour, box["deploy_cost"])}
        for colour, box in CONTENTS["boxes"].items()
    }


@pytest.mark.parametrize(
    ("players", "seats"),
    [
        (
            4,
            {
                "identity": [0, 1, 2, 3],
                "quarter turn": [1, 2, 3, 0],
                "half turn": [2, 3, 0, 1],
                "three-quarter turn": [3, 0, 1, 2],
            },
        ),
        (3, {"identity": [0, 1, 2]}),
        (2, {"identity": [0, 1], "half turn": [1, 0]}),
    ],
)
def test_seats_turn_with_their_colours(players: int, seats: dict[str, list[int]]) -> None:
    found = symmetries(CoppitOptions(max_players=players))

    assert {symmetry.name: [symmetry.seat(seat) for seat in range(players)] for symmetry in found} == seats


def test_a_turned_position_is_the_neighbours() -> None:
    position = situation("3:R+B 20:GY c:YB RED:bank=B1,since=5 play=BLUE turn=7 die=2")

    _, quarter, *_ = symmetries(position.options)

    assert quarter.position(position) == situation("15:B+G 32:YR c:RG BLUE:bank=G1,since=5 play=GREEN turn=7 die=2")


@pytest.mark.parametrize(
    ("name", "change", "turns"),
    [
        (
            "order reversed",
            {"turn_order": ["YELLOW", "GREEN", "BLUE", "RED"]},
            ["quarter turn", "half turn", "three-quarter turn"],
        ),
        ("order crossed", {"turn_order": ["RED", "GREEN", "BLUE", "YELLOW"]}, []),
        ("two dear boxes", {"boxes": boxes({"RED": 1, "GREEN": 1})}, ["half turn"]),
        ("one dear box", {"boxes": boxes({"RED": 1})}, []),
    ],
)
def test_a_board_has_the_turns_that_leave_it_as_it_is(name: str, change: dict[str, Any], turns: list[str]) -> None:
    add_board(load_board({**CONTENTS, **change, "id": f"symmetry: {name}"}))
    options = CoppitOptions(board=f"symmetry: {name}", max_turns=40)

    found = symmetries(options)

    assert [symmetry.name for symmetry in found] == ["identity", *turns]
    for before, action, after in random_game(1, max_turns=40, board=options.board):
        for symmetry in found:
            move = symmetry.outcome if before.to_play == CHANCE else symmetry.action
            assert symmetry.position(before).apply(move(action)) == symmetry.position(after)
