"""The numbered moves of the board."""

import hashlib
from typing import Any

import pytest

from asobiba.games.coppit.board import STANDARD
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS, Layout, layout_of


def ways(node: int, steps: int, came_from: int | None = None) -> list[tuple[int, ...]]:
    """Every way without turning back, counted without the game's own code."""
    if steps == 0:
        return [()]
    onward = [other for other in STANDARD.neighbours[node] if other != came_from]
    return [(other, *rest) for other in onward for rest in ways(other, steps - 1, node)]


def test_two_ways_of_six_steps_never_share_both_ends() -> None:
    """The shortest cycle has 18 edges, so that ends name a move."""
    for node in range(STANDARD.squares):
        ends = [way[-1] for steps in range(1, 7) for way in ways(node, steps)]
        assert len(ends) == len(set(ends))
        assert node not in ends


def test_the_walks_are_all_ways_without_turning_back() -> None:
    layout = layout_of(CoppitOptions())
    for node in range(STANDARD.squares):
        for die in range(1, 7):
            for seat in range(4):
                found = {layout.moves[action].path for action in layout.reach[seat][node][die]}
                walks = {path for path in found if path[-1] < STANDARD.squares}
                assert walks == set(ways(node, die))


def test_a_hat_leaves_through_its_door() -> None:
    layout = layout_of(CoppitOptions())
    for seat, box in enumerate(STANDARD.boxes):
        for die in range(1, 7):
            found = {layout.moves[action].path for action in layout.deploys[seat][die]}
            assert found == {(box.door, *way) for way in ways(box.door, die)}


def digest(layout: Layout) -> str:
    texts = [f"{move.source}{move.held}{move.path}{move.ending}" for move in layout.moves]
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()[:16]


@pytest.mark.parametrize(
    ("options", "size", "golden"),
    [
        ({}, 1197, "267055efb07c463a"),
        ({"box_overshoot": "choice"}, 1457, "4ff5601343a10e75"),
        ({"auto_bank_on_return": False}, 1325, "b550efcd9572963e"),
        ({"allow_box_invasion": True}, 1197, "267055efb07c463a"),
        ({"direction_lock": False}, 1258, "fed6647b936caa1a"),
        ({"capture_on_pass": True, "direction_lock": False}, 11757, "8be1305f84030a9f"),
    ],
    ids=str,
)
def test_the_numbers_are_stable(options: dict[str, Any], size: int, golden: str) -> None:
    """A changed number breaks every record and every learned weight."""
    layout = layout_of(CoppitOptions(**options))

    assert (len(layout.moves), digest(layout)) == (size, golden)


@pytest.mark.parametrize(
    "options",
    [
        {"max_players": 2},
        {"hats_per_player": 3},
        {"require_6_to_deploy": True},
        {"safe_by_color": False},
        {"win_mode": "captured"},
        {"max_turns": 5},
        {"allow_empty_return": False},
        {"gray_capacity": 2},
        {"end_mode": "in_play"},
        {"free_on_capture": True},
    ],
    ids=str,
)
def test_options_that_change_no_path_change_no_number(options: dict[str, Any]) -> None:
    assert layout_of(CoppitOptions(**options)).moves == layout_of(CoppitOptions()).moves


def test_every_move_can_be_made_by_somebody() -> None:
    for options in (CoppitOptions(), CoppitOptions(allow_box_invasion=True, auto_bank_on_return=False)):
        layout = layout_of(options)
        reached = {action for nodes in layout.reach for dice in nodes for found in dice for action in found}
        reached |= {action for dice in layout.deploys for found in dice for action in found}
        assert reached == set(range(PASS + 1, len(layout.moves)))
