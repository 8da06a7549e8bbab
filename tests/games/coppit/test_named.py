"""Directions have the names that the drawing of the board gives them."""

from itertools import groupby, pairwise
from typing import Any

import pytest

from asobiba.core.errors import ConfigError, NotationError
from asobiba.games.coppit.board import STANDARD
from asobiba.games.coppit.named import direction_of, is_safe, options_of
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS, layout_of
from asobiba.games.coppit.rules import start
from asobiba.games.coppit.specification import CoppitConfig, CoppitGame
from tests.games.coppit.test_invariants import is_safe as is_safe_in_chapter_8

BRANCH = {"n": "NORTH", "e": "EAST", "s": "SOUTH", "w": "WEST"}
OPPOSITE = {"NORTH": "SOUTH", "SOUTH": "NORTH", "EAST": "WEST", "WEST": "EAST"}


def way(here: str, there: str) -> str:
    """From the names alone."""
    if there.startswith("BOX"):
        return "BOX"
    if here.startswith("outer") and there.startswith("outer"):
        return {1: "CW", 47: "CCW"}[(int(there[6:]) - int(here[6:])) % 48]
    branch = next(name for name in (here, there) if name.startswith("cross") and name != "cross_center")[6]
    depths = [
        -1 if name.startswith("outer") else 2 if name == "cross_center" else int(name[-1]) for name in (here, there)
    ]
    return BRANCH[branch] if depths[1] < depths[0] else OPPOSITE[BRANCH[branch]]


@pytest.mark.parametrize(
    "rules", [{}, {"direction_lock": False}, {"auto_bank_on_return": False}, {"box_overshoot": "choice"}], ids=str
)
def test_a_direction_names_each_way_of_the_path(rules: dict[str, Any]) -> None:
    for move in layout_of(CoppitOptions(**rules)).moves[PASS + 1 :]:
        nodes = [STANDARD.names[node] for node in (move.source, *move.path)]
        ways = [way(*step) for step in pairwise(nodes) if not step[0].startswith("BOX")]
        if move.ending == "hold":
            ways[-1] = "HOLD"

        assert direction_of(STANDARD, move).split(">") == [name for name, _ in groupby(ways)]


def test_a_move_that_only_leaves_its_box_has_a_direction_too() -> None:
    game = CoppitGame(require_6_to_deploy=True, deploy_on_6="place")
    game.start()
    game.roll(6)
    game.select_piece("Red1")

    assert list(game.directions) == ["OUT"]
    assert game.select_direction("OUT").path == ["BOX_RED", "outer_0"]


@pytest.mark.parametrize("rules", [{}, {"safe_by_color": False}, {"safe_by_gray": False}], ids=str)
def test_safety_is_that_of_chapter_8(rules: dict[str, Any]) -> None:
    position = start(CoppitOptions(**rules))
    for node, name in enumerate(STANDARD.names):
        for seat, hat in enumerate(["Red1", "Blue1", "Green1", "Yellow1"]):
            expected = is_safe_in_chapter_8(node, seat, position)
            assert is_safe(name, ["Red2", hat], rules) == is_safe(name, hat, rules) == expected


def test_changed_options_keep_what_was_chosen_and_follow_what_depends() -> None:
    two = options_of(CoppitOptions(max_players=2), win_mode="captured")

    assert two == CoppitOptions(max_players=2, win_mode="captured")
    assert options_of(two, max_players=4).end_mode == "board"
    assert options_of(CoppitOptions(end_mode="in_play"), max_players=3).end_mode == "in_play"
    assert options_of(None) == options_of({}) == options_of(CoppitConfig()) == CoppitOptions()
    with pytest.raises(ConfigError, match="no option 'max_player'"):
        options_of({"max_player": 3})


def test_two_stacks_on_a_square_are_told_apart_by_their_controller() -> None:
    game = CoppitGame()
    game.place("outer_15", ["Blue1"])
    game.place("outer_15", ["Green1", "Red1"])

    assert sorted(game.stacks_at("outer_15")) == [["Blue1"], ["Green1", "Red1"]]
    assert game.stack_at("outer_15", "RED") == ["Green1", "Red1"]
    assert game.stack_at("outer_16") is None
    with pytest.raises(NotationError, match=r"outer_15 has 2 stacks, .*: name a controller or use stacks_at"):
        game.stack_at("outer_15")


def test_a_free_hat_in_a_box_is_a_stack_and_a_banked_one_is_not() -> None:
    game = CoppitGame(hats_per_player=2)
    game.place("BOX_RED", ["Blue2"])

    assert game.stacks_at("RED BOX") == [["Red1"], ["Red2"]]
    assert game.stack_at("BLUE BOX") == ["Blue1"]
    assert game.players[0].box == ["Red1", "Red2", "Blue2"]
    assert game.player("red") is game.players[0]
    assert game.player("RED").banked == ["Blue2"]


def test_a_banked_hat_that_respawns_is_in_its_owners_box_and_counted_by_its_captor() -> None:
    game = CoppitGame(allow_respawn=True, win_mode="captured", hats_per_player=2)
    game.place("BOX_RED", ["Blue2"])

    assert game.players[0].box == ["Red1", "Red2"]
    assert game.players[1].box == ["Blue1", "Blue2"]
    assert game.players[0].banked == ["Blue2"]
    assert game.players[0].score == 1
