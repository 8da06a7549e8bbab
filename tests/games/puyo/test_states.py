"""The states of specification 001: boards of numbers, and where puyos land on them."""

import random
from typing import Any

import pytest

from asobiba.core.errors import ConfigError, IllegalMove
from asobiba.games.puyo.clocks import TurnClock
from asobiba.games.puyo.field import rows
from asobiba.games.puyo.notation import read_position
from asobiba.games.puyo.placements import PLACEMENTS, place
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.games.puyo.specification import GameEngine
from asobiba.games.puyo.states import PlacementAction, State, board_of, field_of, state_of


def state(text: str, **options: Any) -> State:
    """Of a position in the notation of notation.py."""
    return state_of(TurnClock(read_position(text, PuyoOptions(**options)), 0))


def test_1_the_state_has_the_shape_of_the_specification() -> None:
    found = state("R.O.../RBYG..|...... RB YG BB score=40|0 ojama=0|7 clear=1|0 turn=1")
    player = found["players"]["A"]

    assert list(found["players"]) == ["A", "B"]
    assert (found["game_over"], found["winner"], found["turn"]) == (False, None, 1)
    assert player["board"][12] == [1, 2, 3, 4, 0, 0]
    assert player["board"][11] == [1, 0, 5, 0, 0, 0]
    assert player["board"][:11] == [[0] * 6] * 11
    assert player["current_puyo"] == {"colors": (3, 4)}
    assert player["next"] == {"colors": (2, 2)}
    assert player["next_next"] == {"colors": (1, 2)}
    assert (player["score"], player["all_clear"], player["is_chaining"], player["chain_count"]) == (40, True, False, 0)
    assert [found["players"][each]["ojama_pending"] for each in "AB"] == [0, 7]


def test_1_a_fifth_colour_has_the_number_after_ojama() -> None:
    assert state("PRBYGO PP", colors=5)["players"]["A"]["board"][12] == [6, 1, 2, 3, 4, 5]


def test_1_a_chain_is_told_once() -> None:
    """Or its reward would be paid again with every move after it."""
    engine = GameEngine(speed_multiplier=0, seed=0)
    assert isinstance(engine.clock, TurnClock)
    engine.clock.position = read_position("RR....|...... RR BB", PuyoOptions())

    assert engine.step(PlacementAction(2, 2, 0), 0)["players"]["A"]["chain_count"] == 1
    assert engine.step(0, 0)["players"]["A"]["chain_count"] == 0


@pytest.mark.parametrize(
    ("position", "action", "column", "rotation", "landed"),
    [
        ("...... RB", 0, 0, 0, [(0, 12, 1), (0, 11, 2)]),
        ("...... RB", 8, 2, 2, [(2, 12, 2), (2, 11, 1)]),
        ("R...../R..... RB", 12, 0, 1, [(0, 10, 1), (1, 12, 2)]),
        ("R...../R..... RB", 17, 1, 3, [(0, 10, 2), (1, 12, 1)]),
        ("/".join(["B....."] * 12) + " RB", 0, 0, 0, [(0, 0, 1)]),
    ],
)
def test_2_an_action_knows_where_its_puyos_land(
    position: str, action: int, column: int, rotation: int, landed: list[tuple[int, int, int]]
) -> None:
    """The last one loses its child, which would rest on row 14."""
    assert PlacementAction.on(state(position), "A", action) == PlacementAction(action, column, rotation, landed)


def test_2_where_the_puyos_land_is_where_the_rulebook_puts_them() -> None:
    engine, generator = GameEngine(speed_multiplier=0, seed=4), random.Random(1)
    while not engine.is_game_over():
        before = engine.get_state()
        for action_id in engine.legal_actions("A"):
            action = engine.action("A", action_id)
            board = [list(row) for row in before["players"]["A"]["board"]]
            for x, y, colour in action.final_positions:
                assert board[y][x] == 0
                board[y][x] = colour
            pair = "".join(".RBYG"[colour] for colour in before["players"]["A"]["current_puyo"]["colors"])
            assert field_of(board) == place(field_of(before["players"]["A"]["board"]), pair, action_id)
            assert (action.column, "urdl"[action.rotation]) == (PLACEMENTS[action_id].axis, PLACEMENTS[action_id].side)
        engine.step(*(generator.choice(engine.legal_actions(player)) for player in "AB"))


def test_states_are_the_callers_own() -> None:
    engine = GameEngine(speed_multiplier=0, seed=1)
    engine.get_state()["players"]["A"]["board"][12][0] = 5

    assert engine.get_state()["players"]["A"]["board"][12][0] == 0


def test_boards_and_fields_are_two_forms_of_one_thing() -> None:
    field = ("RRB", "", "OOYG", "P" * 13, "", "Y")

    assert field_of(board_of(field)) == field
    assert [len(row) for row in board_of(field)] == [6] * len(rows(field))


def test_2_an_action_of_an_id_alone_has_its_column_and_rotation() -> None:
    action = PlacementAction(action_id=12)

    assert (action.column, action.rotation, action.final_positions) == (0, 1, [])
    assert PlacementAction(12, 0, 1) == action
    with pytest.raises(IllegalMove, match="action 22 does not exist: placements are 0 to 21"):
        PlacementAction(22)


def test_2_an_action_remembers_where_its_puyos_landed() -> None:
    """One object for both players cannot remember two landings."""
    engine, actions = GameEngine(speed_multiplier=0, seed=1), (PlacementAction(0), PlacementAction(5))
    for _ in range(3):
        expected = [engine.action(player, action.action_id) for player, action in zip("AB", actions, strict=True)]
        engine.step(*actions)
        assert [*actions] == expected
    both = PlacementAction(2)
    engine.step(both, both)

    assert both.final_positions == []


def test_what_floats_on_a_board_has_fallen() -> None:
    assert field_of([[1, 0, 0, 0, 0, 0], *[[0] * 6] * 11, [0, 2, 0, 0, 0, 0]]) == ("R", "B", "", "", "", "")


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        ([[0] * 6] * 12, "a board has 13 rows of 6 numbers, this one has 12 rows"),
        ([[0] * 5] * 13, "a board has 13 rows of 6 numbers"),
        ([[0] * 6] * 12 + [[7] + [0] * 5], "allowed are whole numbers from 0 to 6"),
        ([[0] * 6] * 12 + [[-1] + [0] * 5], "allowed are whole numbers from 0 to 6"),
    ],
)
def test_other_boards_are_refused(board: list[list[int]], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        field_of(board)
