"""Whatever is pressed: nothing overlaps, nothing is lost, nothing hidden shows, and what is saved can be played on."""

from itertools import islice
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asobiba.core.errors import StateError
from asobiba.games.puyo.board import ALL_BUTTONS, Board
from asobiba.games.puyo.falling import space
from asobiba.games.puyo.field import EMPTY, HEIGHT
from asobiba.games.puyo.pairs import queue
from asobiba.games.puyo.rules import PuyoOptions
from asobiba.games.puyo.timed import TimedPuyo, read, start
from tests.games.puyo.clock import SINGLE, VERSUS, on_the_clock, place, random_buttons, wait

STAIRS = "ORBYG./RBYGR./RBYGR./RBYGR."
STARTS = [
    f"{STAIRS}|{STAIRS} RR BY GG",
    f"{'/'.join(['O.OOO.', 'R.BRB.'] * 5)}|...... RR RB ojama=70|40",
    f"{'/'.join(['OO....', *['BOOOOG', 'RBYGRB'] * 5])}|{'/'.join(['....O.', *['OOOOO.'] * 11])} RR GG BB YY ojama=3|3",
]
presses = st.lists(
    st.tuples(st.integers(0, ALL_BUTTONS), st.integers(0, ALL_BUTTONS), st.integers(1, 40)), min_size=1, max_size=60
)


def puyos(board: Board) -> int:
    return sum(map(len, board.field))


def checked(simulation: TimedPuyo, held: dict[int, int]) -> list[str]:
    """A step after which every board is as it must be; the kinds of events in it."""
    before = [board.copy() for board in simulation.boards]
    simulation.step(held)
    for seat, board in enumerate(simulation.boards):
        check(before[seat], board, [event for event in simulation.events() if event["seat"] == seat])
    return [event["kind"] for event in simulation.events()]


@given(st.sampled_from(STARTS), st.integers(1, 70), st.integers(), presses)
@settings(max_examples=50, deadline=None)
def test_no_buttons_break_the_rules(text: str, target: int, seed: int, held: list[tuple[int, int, int]]) -> None:
    simulation = on_the_clock(text, PuyoOptions(target_points=target, row14="once"), seed)
    for left, right, ticks in held:
        for _ in range(ticks):
            checked(simulation, {0: left, 1: right})
    assert read(simulation.write(), simulation.options).digest() == simulation.digest()


def test_nothing_breaks_in_long_games() -> None:
    happened: set[str] = set()
    for seed, text in enumerate(STARTS * 3):
        simulation = on_the_clock(text, PuyoOptions(target_points=2, ojama_per_turn=1 + 5 * seed), seed)
        for held in islice(random_buttons(seed), 2500):
            happened |= set(checked(simulation, held))
    assert happened >= {"appeared", "locked", "link", "sent", "settled", "fell", "landed", "lost"}


def check(before: Board, after: Board, events: list[dict[str, Any]]) -> None:
    assert max(map(len, after.field)) <= HEIGHT
    assert min(after.pending, after.fixed, after.carry) >= 0
    assert after.score >= before.score
    assert (after.phase == "falling") == (after.falling is not None)
    if after.falling is not None:
        pair = after.falling
        assert space(after.field, after.row14).fits(pair.column, pair.side, pair.row)
        assert pair.grounded < 32
        assert pair.contacts < 8
    placed = sum(2 - event["lost"] for event in events if event["kind"] == "locked")
    fallen = sum(event["ojama"] for event in events if event["kind"] == "fell")
    grown = puyos(after) - puyos(before)
    if before.phase == "vanishing" and after.field != before.field:
        assert grown <= fallen - 4
        return
    assert placed <= grown <= placed + fallen
    assert grown == placed + fallen or max(map(len, after.field)) == HEIGHT


def test_what_vanishes_is_what_the_link_named() -> None:
    simulation = on_the_clock(f"{STAIRS} RR", SINGLE)
    wait(simulation, "appeared")
    place(simulation, "6u")
    for _ in range(5):
        gone, count = wait(simulation, "link")["gone"], puyos(simulation.boards[0])
        for tick in range(50):
            assert puyos(simulation.boards[0]) == count, tick
            simulation.step({})
        assert puyos(simulation.boards[0]) == count - len(gone)
    assert simulation.boards[0].field == EMPTY


@pytest.mark.parametrize("seat", [0, 1, None])
def test_what_is_hidden_changes_nothing_that_anybody_sees(seat: int | None) -> None:
    """Another seed of luck, and another queue from the pair on that nobody sees before the second one appears."""
    one = start(VERSUS, seed=1)
    pairs = queue(77, 5)
    other = TimedPuyo(VERSUS, 1 << 90, one.queue[:8] + pairs[8:], [board.copy() for board in one.boards])
    assert one.digest() != other.digest()
    while max(board.turn for board in one.boards) == 0 and one.tick < 5000:
        assert one.view(seat) == other.view(seat)
        assert one.events() == other.events()
        if seat is not None:
            assert one.position(seat) == other.position(seat)
            assert one.path(seat, 3) == other.path(seat, 3)
        one.step({0: 4})
        other.step({0: 4})
    assert one.view(seat) == other.view(seat)
    for held in islice(random_buttons(1), 400):  # and later it does show
        one.step(held)
        other.step(held)
    assert one.view(seat) != other.view(seat)


def test_a_view_names_neither_the_seed_nor_the_queue() -> None:
    assert set(start(VERSUS, seed=1).view(0)) == {"tick", "over", "price", "players"}
    assert set(start(VERSUS, seed=1).view(0)["players"][0]) == set(Board.__struct_fields__) | {"pairs", "tray"}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"phase": "falling"}, "in the phase 'falling' a pair must fall"),
        ({"falling": {}}, "in the phase 'move in' a pair falls"),
        ({"phase": "falling", "falling": {"height": 2}, "field": ["", "", "RBRB", "", "", ""]}, "overlaps the field"),
        ({"pair": ""}, "in the phase 'move in' there is a pair"),
        ({"until": 0}, "the phase 'move in' should have ended in tick 0"),
        ({"phase": "vanishing"}, "nothing vanishes"),
        ({"chain": 19, "field": ["RRRR", "", "", "", "", ""]}, "a chain of 20 links"),
        ({"field": ["RX", "", "", "", "", ""]}, "matching regex"),
        ({"field": ["R"] * 7}, "length <= 6"),
        ({"field": ["R" * 14, *[""] * 5]}, "matching regex"),
        ({"phase": "gone"}, "Invalid enum value"),
        ({"held": 32}, "<= 31"),
        ({"score": 1.5}, "Expected `int`"),
        ({"pair": "RBY"}, "matching regex"),
    ],
)
def test_a_damaged_board_is_refused(change: dict[str, Any], sentence: str) -> None:
    saved = start(SINGLE, seed=1).write()
    saved["boards"][0] |= change
    with pytest.raises(StateError, match=sentence):
        read(saved, SINGLE)


def test_a_saved_game_must_fit_the_mode() -> None:
    with pytest.raises(StateError, match="2 boards does not fit the mode single"):
        read(start(VERSUS, seed=1).write(), SINGLE)
