"""A pair while it is steered: what each button does in each tick. Columns and rows are counted from 1 in the tables."""

import pytest

from asobiba.games.puyo.board import DOWN, LEFT, RIGHT, ROTATE_LEFT, ROTATE_RIGHT, Board
from asobiba.games.puyo.falling import SIDES, Falling, space
from asobiba.games.puyo.field import EMPTY, Field
from asobiba.games.puyo.notation import read_field
from asobiba.games.puyo.placements import PLACEMENTS

BOTH = LEFT | RIGHT


def tower(*heights: int) -> Field:
    return tuple(("RBYG" * 4)[:height] for height in heights)


def falling(where: str) -> Falling:
    """`3u12`: the axis in column 3 and row 12, the child above. `3u12.5` is half a row higher."""
    return Falling(column=int(where[0]) - 1, side=SIDES.index(where[1]), height=round(2 * float(where[2:])) - 2)


def where(board: Board) -> str:
    pair = board.falling
    assert pair is not None
    return f"{pair.column + 1}{SIDES[pair.side]}{pair.height / 2 + 1:g}"


def board(field: Field = EMPTY, start: str = "3u12", row14: int = 0) -> Board:
    return Board(field=field, phase="falling", until=0, pair="RB", falling=falling(start), row14=row14)


def tap(steered: Board, *buttons: int, tick: int = 100) -> str:
    """Presses, with a tick between each and the next."""
    for held in buttons:
        assert steered.step(tick, held) is None
        assert steered.step(tick + 1, 0) is None
        tick += 2
    return where(steered)


def test_a_pair_appears_in_column_3_after_12_ticks() -> None:
    new = Board(pair="RB")
    assert [new.step(tick, 0) for tick in range(1, 12)] == [None] * 11
    assert new.step(12, 0) == {"kind": "appeared", "pair": "RB"}
    assert where(new) == "3u12"


def test_a_pair_left_alone_falls_half_a_row_in_8_ticks() -> None:
    steered = board()
    seen = []
    for tick in range(1, 33):
        steered.step(tick, 0)
        seen.append(where(steered))
    assert seen == ["3u12"] * 7 + ["3u11.5"] * 8 + ["3u11"] * 8 + ["3u10.5"] * 8 + ["3u10"]


def test_with_down_held_it_falls_half_a_row_in_every_tick_and_locks_on_the_ground() -> None:
    steered = board(tower(0, 0, 5, 0, 0, 0))
    events = [steered.step(tick, DOWN) for tick in range(1, 2 * 6 + 2)]
    assert events[:-1] == [None] * 12
    assert events[-1] == {"kind": "locked", "placement": 2, "torn": 0, "lost": False, "dropped": 6}


def test_only_rows_that_are_finished_with_down_held_count() -> None:
    steered = board()
    for tick, held in enumerate([DOWN, *[0] * 8, DOWN, DOWN, DOWN], 1):
        steered.step(tick, held)
    assert where(steered) == "3u9.5"
    assert steered.falling is not None
    assert steered.falling.dropped == 1


@pytest.mark.parametrize(("button", "start", "by"), [(RIGHT, "1u12", 1), (LEFT, "6u12", -1)])
def test_a_direction_that_is_held_repeats_after_8_ticks_in_every_second(button: int, start: str, by: int) -> None:
    steered = board(start=start)
    columns = []
    for tick in range(20, 34):
        steered.step(tick, button)
        columns.append(abs(int(where(steered)[0]) - int(start[0])))
    assert columns == [1] * 8 + [2, 2, 3, 3, 4, 4]


def test_a_direction_held_before_the_pair_appears_is_charged() -> None:
    steered = Board(pair="RB")
    columns = []
    for tick in range(1, 20):
        steered.step(tick, RIGHT if tick >= 5 else 0)
        columns.append(where(steered)[0] if steered.falling else "-")
    assert "".join(columns) == "-" * 11 + "3" + "4" + "4" + "5" + "5" + "6" + "6" + "6"


def test_another_button_does_not_delay_the_repetition() -> None:
    steered = board(start="1u12")
    columns = []
    for tick in range(20, 33):
        steered.step(tick, RIGHT | (ROTATE_LEFT if tick % 2 else 0))
        columns.append(int(where(steered)[0]))
    assert columns[7:] == [2, 3, 3, 4, 4, 5]


def test_left_and_right_cancel_each_other() -> None:
    steered = board()
    columns = []
    for tick, held in enumerate([LEFT, BOTH, BOTH, RIGHT, RIGHT, BOTH, LEFT], 1):
        steered.step(tick, held)
        columns.append(where(steered)[0])
    assert columns == ["2", "2", "2", "3", "3", "3", "2"]  # what is left of two counts as pressed anew


def test_both_turns_at_once_cancel_each_other() -> None:
    assert tap(board(), ROTATE_LEFT | ROTATE_RIGHT) == "3u12"


@pytest.mark.parametrize(
    ("button", "sides"), [(ROTATE_RIGHT, "rdlu"), (ROTATE_LEFT, "ldru")], ids=["clockwise", "anticlockwise"]
)
def test_a_press_turns_the_child_about_the_axis(button: int, sides: str) -> None:
    for count in range(1, 5):
        assert tap(board(start="3u8"), *[button] * count)[:2] == f"3{sides[count - 1]}"


def test_a_turn_that_is_held_does_not_repeat() -> None:
    steered = board()
    for tick in range(1, 8):
        steered.step(tick, ROTATE_RIGHT)
    assert where(steered) == "3r12"


def test_a_turn_comes_before_a_move_in_the_same_tick() -> None:
    """In column 2 there is room for a pair that lies, not for one that stands on its child."""
    assert tap(board(tower(0, 5, 0, 0, 0, 0), "3d6"), ROTATE_RIGHT | LEFT) == "2l6"
    assert tap(board(tower(0, 5, 0, 0, 0, 0), "3d6"), LEFT) == "3d6"


WELL = tower(0, 9, 5, 9, 0, 0)


@pytest.mark.parametrize(
    ("field", "start", "button", "after"),
    [
        # The walls of the field.
        (EMPTY, "6u8", ROTATE_RIGHT, "5r8"),
        (EMPTY, "6d8", ROTATE_LEFT, "5r8"),
        (EMPTY, "1u8", ROTATE_LEFT, "2l8"),
        (EMPTY, "1d8", ROTATE_RIGHT, "2l8"),
        # A column beside the axis, as high as the axis or half a row into it.
        (tower(0, 0, 0, 8, 0, 0), "3u8", ROTATE_RIGHT, "2r8"),
        (tower(0, 0, 0, 8, 0, 0), "3u8.5", ROTATE_RIGHT, "2r8.5"),
        (tower(0, 0, 0, 8, 0, 0), "3u9", ROTATE_RIGHT, "3r9"),
        (tower(0, 8, 0, 0, 0, 0), "3d8", ROTATE_RIGHT, "4l8"),
        # The floor: one row up.
        (EMPTY, "3r1", ROTATE_RIGHT, "3d2"),
        (EMPTY, "3l1", ROTATE_LEFT, "3d2"),
        (tower(0, 0, 4, 0, 0, 0), "3r5", ROTATE_RIGHT, "3d6"),
        (tower(0, 0, 4, 0, 0, 0), "3r5.5", ROTATE_RIGHT, "3d6"),
        (tower(0, 0, 4, 0, 0, 0), "3r6", ROTATE_RIGHT, "3d6"),
        # The floor under the child alone lifts nothing: it is the axis that turns.
        (tower(0, 0, 0, 4, 0, 0), "3r5", ROTATE_RIGHT, "3d5"),
        # An axis in row 13 is lifted no farther; it does not turn.
        (tower(0, 0, 0, 12, 0, 0), "4r13", ROTATE_RIGHT, "4r13"),
        (tower(0, 0, 0, 11, 0, 0), "4r12", ROTATE_RIGHT, "4d13"),
        # Up there is always room: even in row 14.
        (tower(0, 0, 0, 12, 0, 0), "4r13", ROTATE_LEFT, "4u13"),
    ],
)
def test_kicks(field: Field, start: str, button: int, after: str) -> None:
    steered = board(field, start)
    assert steered.step(1, button) is None
    assert where(steered) == after


@pytest.mark.parametrize(
    ("start", "buttons", "after"),
    [
        ("3u6", [ROTATE_RIGHT], "3u6"),
        ("3u6", [ROTATE_RIGHT, ROTATE_RIGHT], "3d7"),
        ("3u6", [ROTATE_RIGHT, ROTATE_LEFT], "3d7"),
        ("3d7", [ROTATE_LEFT, ROTATE_LEFT], "3u6"),
        ("3u6", [ROTATE_RIGHT] * 3, "3d7"),
        ("3u6", [ROTATE_RIGHT] * 4, "3u6"),
        ("3u8.5", [ROTATE_RIGHT] * 2, "3d9.5"),
    ],
)
def test_a_second_press_between_two_walls_turns_a_pair_over(start: str, buttons: list[int], after: str) -> None:
    """Axis and child change places, so the pair never gets higher by it."""
    assert tap(board(WELL, start), *buttons) == after


@pytest.mark.parametrize(("gap", "after"), [(2, "3d7"), (20, "3d7"), (21, "3u6")])
def test_the_second_press_must_follow_within_20_ticks(gap: int, after: str) -> None:
    steered = board(WELL, "3u6")
    for tick in range(100, 101 + gap):
        assert steered.step(tick, ROTATE_RIGHT if tick in (100, 100 + gap) else 0) is None
    assert where(steered) == after


def test_the_axis_does_not_take_the_place_of_a_child_in_row_14() -> None:
    field = tower(0, 13, 11, 13, 0, 0)
    assert tap(board(field, "3u12"), ROTATE_RIGHT, ROTATE_RIGHT) == "3d13"
    assert tap(board(field, "3u13"), ROTATE_RIGHT, ROTATE_RIGHT) == "3u13"


def test_a_wall_stops_a_move() -> None:
    assert tap(board(tower(0, 8, 0, 0, 0, 0), "3u8"), LEFT) == "3u8"
    assert tap(board(tower(0, 8, 0, 0, 0, 0), "3u9"), LEFT) == "2u9"
    assert tap(board(tower(0, 8, 0, 0, 0, 0), "3d9"), LEFT) == "3d9"
    assert tap(board(tower(8, 0, 0, 0, 0, 0), "3l8"), LEFT) == "3l8"
    assert tap(board(start="1u8"), LEFT) == "1u8"
    assert tap(board(start="5r8"), RIGHT) == "5r8"


def test_a_taken_row_14_is_closed_to_a_child() -> None:
    field = tower(0, 0, 0, 12, 0, 0)
    assert tap(board(field, "4r13", row14=0b001000), ROTATE_LEFT) == "4r13"
    assert tap(board(field, "5u13", row14=0b001000), LEFT) == "5u13"
    assert tap(board(field, "5u13", row14=0b110111), LEFT) == "4u13"


def lock_tick(steered: Board, held: dict[int, int]) -> int:
    for tick in range(1, 2000):
        if steered.step(tick, held.get(tick, 0)):
            return tick
    raise AssertionError("never locks")


def test_a_pair_locks_after_32_ticks_on_the_ground() -> None:
    assert lock_tick(board(start="3u1"), {}) == 32
    assert lock_tick(board(start="3u1.5"), {}) == 8 + 32


def test_moving_on_the_ground_gains_no_time() -> None:
    assert lock_tick(board(start="3u1"), {tick: LEFT if tick % 4 else RIGHT for tick in range(1, 32, 2)}) == 32


def test_the_ticks_on_the_ground_are_counted_together() -> None:
    """Ten ticks on a step of 4, then 16 in the air for each row, then the other 22."""
    assert lock_tick(board(tower(0, 0, 4, 0, 0, 0), "3u5"), {11: LEFT}) == 10 + 4 * 16 + 22


def test_who_leaves_the_ground_falls_after_8_ticks() -> None:
    """Whatever had passed before: five ticks in the air, one on the step of 4."""
    steered = board(tower(0, 0, 4, 0, 0, 0), "2u5")
    held, seen = {6: RIGHT, 7: LEFT}, []
    for tick in range(1, 16):
        steered.step(tick, held.get(tick, 0))
        seen.append(where(steered))
    assert seen == ["2u5"] * 5 + ["3u5"] + ["2u5"] * 7 + ["2u4.5"] * 2


def test_down_on_the_ground_locks_at_once() -> None:
    assert lock_tick(board(start="3u1"), {7: DOWN}) == 7


def test_the_eighth_contact_locks() -> None:
    """Turned against the floor and back, a pair lies one row higher and comes down again."""
    steered, pair = board(start="3r1"), falling("3r1")
    for tick in range(1, 1000):
        assert steered.falling is not None
        pair = steered.falling
        held = (ROTATE_LEFT if SIDES[pair.side] == "d" else ROTATE_RIGHT) if pair.rests else 0
        if steered.step(tick, held):
            break
    assert pair.contacts == 8
    assert pair.grounded < 32


@pytest.mark.parametrize(
    ("field", "start", "placement", "torn"),
    [
        (tower(0, 0, 3, 0, 0, 0), "3r4", "3r", 3),
        (tower(0, 0, 0, 3, 0, 0), "3r4", "3r", 3),
        (tower(0, 0, 3, 3, 0, 0), "3r4", "3r", 0),
        (tower(12, 0, 0, 0, 0, 0), "2l13", "2l", 12),
        (tower(0, 0, 3, 0, 0, 0), "3u4", "3u", 0),
        (tower(0, 0, 3, 0, 0, 0), "3d5", "3d", 0),
    ],
)
def test_what_has_no_ground_tears_off(field: Field, start: str, placement: str, torn: int) -> None:
    event = board(field, start).step(1, DOWN)
    assert event is not None
    assert (PLACEMENTS[event["placement"]].name, event["torn"]) == (placement, torn)


def test_the_lowest_rows_of_an_axis() -> None:
    """By column, the wall last: with the child above, right, below, left."""
    assert space(read_field("R...../R...../RR...."), 0).lowest == (
        (3, 1, 0, 0, 0, 0, 14),
        (3, 1, 0, 0, 0, 14, 14),
        (4, 2, 1, 1, 1, 1, 15),
        (14, 3, 1, 0, 0, 0, 14),
    )
