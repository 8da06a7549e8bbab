"""What is special to Otrio's kernel: its lines, the options together, hand-made positions, raw bytes."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asobiba._native import kernels
from asobiba.agents.arrays import Arrays
from asobiba.agents.perft import Convention, fast_perft, perft
from asobiba.core.errors import NotationError, StateError
from asobiba.core.game import OVER
from asobiba.envs.batch import HOLD, Batch
from asobiba.games.otrio import GAME
from asobiba.games.otrio.board import LINES, OF_SIZE, SLOTS, STOCK, lines_of
from asobiba.games.otrio.native import KERNEL, LAYOUT, NOBODY, pack, rules, unpack
from asobiba.games.otrio.notation import read_position, write_position
from asobiba.games.otrio.rules import PASS, OtrioOptions, Position, start
from tests.games.otrio.positions import (
    ONE_SLOT_LEFT,
    RED_HAS_PLACED_ALL,
    RED_IS_STUCK,
    THE_MIDDLE_LEFT,
    TWO_HAVE_PLACED_ALL,
    VARIANTS,
    after,
    board,
    random_game,
)
from tests.native.test_twins import VARIANT_POSITIONS, compare, lock_step

FREE: dict[str, Any] = {"players": 2, "two_player_alternation": False}
ONE_EACH: dict[str, Any] = {"players": 2, "colors": (0, 1)}
CONVENTIONS: tuple[Convention, ...] = ("A", "B", "C")
ALL_OPTIONS = [OtrioOptions.read(values) for values in VARIANTS]


def batch_of(position: Position) -> Batch:
    batch = Batch(GAME, 1, options=position.options, implementation="native")
    batch.set_state(0, position)
    return batch


def placed_raw(raw: bytes, options: OtrioOptions) -> Batch | None:
    """A batch with this one game, or None if the kernel refuses the bytes."""
    batch = Batch(GAME, 1, options=options, implementation="native")
    try:
        batch.put(0, raw, 1)
    except StateError:
        return None
    return batch


def test_the_lines_are_those_of_the_rulebook() -> None:
    assert sorted(kernels.OtrioRules.lines()) == list(LINES)


@pytest.mark.parametrize("line", LINES)
def test_every_line_wins_whichever_piece_is_last(line: int) -> None:
    for last in (at for at in range(SLOTS) if line >> at & 1):
        for colour in range(4):
            pieces = [0, 0, 0, 0]
            pieces[colour] = line & ~(1 << last)
            batch = batch_of(Position((pieces[0], pieces[1], pieces[2], pieces[3]), turn=colour))
            assert batch.to_play[0] == colour
            rewards = batch.step([last])
            assert batch.over.all()
            assert batch.state(0).winner == colour
            assert rewards[0].tolist() == [np.float32(1 if seat == colour else -1 / 3) for seat in range(4)]


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_options_that_need_another_one_beside_them(options: OtrioOptions) -> None:
    lock_step(GAME, options, VARIANT_POSITIONS, seed=6)


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_every_seat_sees_what_the_rulebook_shows_it(options: OtrioOptions) -> None:
    for seed in range(5):
        for position in random_game(options, seed):
            batch = batch_of(position)
            for seat in range(options.players):
                assert batch.observe(seat)[0].tolist() == GAME.part(Arrays).encode.observe(position, seat).tolist()


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_exactly_the_legal_actions_are_allowed(options: OtrioOptions) -> None:
    for position in random_game(options, 8):
        assert_same_actions(position)


def assert_same_actions(position: Position) -> None:
    """Whatever number is played, kernel and rulebook agree on whether it may be. A finished game takes any."""
    batch = batch_of(position)
    for action in {*range(-3, 70), 28 + 64, 1 << 27, -(2**31), 2**31 - 1} - {HOLD}:
        illegal = batch.clone().games.step(np.array([action], np.int32))
        assert (illegal == 1) == (position.allows(action) or position.to_play == OVER), (action, str(position))


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
def test_a_position_is_packed_and_unpacked(options: OtrioOptions) -> None:
    for position in random_game(options, 4):
        assert unpack(pack(position), options) == position
        assert pack(batch_of(position).state(0)) == pack(position)


def test_the_kernel_numbers_colours_in_the_order_of_play() -> None:
    position = after("Sa1 Mb2 Lc3", players=3, colors=(3, 1, 2))

    assert position.pieces == (0, 1 << 13, 1 << 26, 1)
    assert LAYOUT.unpack(pack(position)) == (1, 1 << 13, 1 << 26, 0, 0, NOBODY)


@pytest.mark.parametrize("values", [{}, {"players": 2}, FREE], ids=str)
@pytest.mark.parametrize("text", [RED_IS_STUCK, ONE_SLOT_LEFT, THE_MIDDLE_LEFT], ids=["stuck", "one left", "middle"])
@pytest.mark.parametrize("due", "RGBY")
def test_hand_made_positions_to_the_end(values: dict[str, Any], text: str, due: str) -> None:
    position = board(text.rstrip()[:-1] + due, **values)
    for _ in range(8):
        compare(batch_of(position), 0, position)
        assert_same_actions(position)
        for depth in range(5):
            for convention in CONVENTIONS:
                assert_same_perft(position, depth, convention)
        if position.to_play == OVER:
            return
        position = position.apply(position.legal()[0])
    raise AssertionError("the game does not end")


def test_a_slot_that_is_off_limits_does_not_keep_the_game_going() -> None:
    position = board(THE_MIDDLE_LEFT, ban_center_medium=True)

    compare(batch_of(position), 0, position)
    assert batch_of(position).over.all()


@pytest.mark.parametrize("due", "RG")
@pytest.mark.parametrize("text", [RED_HAS_PLACED_ALL, TWO_HAVE_PLACED_ALL], ids=["red", "both"])
def test_who_has_placed_all_passes_and_when_both_have_it_is_over(text: str, due: str) -> None:
    position = board(text.rstrip()[:-1] + due, **ONE_EACH)
    while True:
        compare(batch_of(position), 0, position)
        assert_same_actions(position)
        assert_same_perft(position, 4, "C")
        if position.to_play == OVER:
            return
        position = position.apply(position.legal()[0])


def assert_same_perft(position: Position, depth: int, convention: Convention) -> None:
    assert fast_perft(GAME, position, depth, convention) == perft(GAME, position, depth, convention)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("depth", range(4))
def test_perft_of_the_start(players: int, depth: int) -> None:
    assert_same_perft(start(OtrioOptions(players=players)), depth, "A")


@pytest.mark.parametrize("options", ALL_OPTIONS, ids=str)
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_perft_in_the_middle_of_a_game(options: OtrioOptions, convention: Convention) -> None:
    for position in list(random_game(options, 1))[10:]:
        assert_same_perft(position, 2, convention)


def test_six_plies_fill_any_slots_in_any_order() -> None:
    """Nobody can have a line or run out of stock so early."""
    assert fast_perft(GAME, start(OtrioOptions()), 6) == 27 * 26 * 25 * 24 * 23 * 22


@pytest.mark.parametrize(
    "values",
    [*VARIANTS[:2], *(pytest.param(values, marks=pytest.mark.slow) for values in VARIANTS[2:])],
    ids=str,
)
def test_random_play_inside_the_kernel_is_fair(values: dict[str, Any]) -> None:
    """No seat's score differs from that of games drawn move by move with another generator."""
    options = OtrioOptions.read(values)
    games, moves, scores = KERNEL.random_games(rules(options), 200_000, seed=3)
    expected = [list(random_game(options, seed)) for seed in range(1000)]

    # Three standard deviations of a mean of a thousand games: a length has 5.1, a score at most one.
    assert moves / games == pytest.approx(np.mean([len(game) - 1 for game in expected]), abs=0.5)
    means = np.mean([game[-1].returns() for game in expected], axis=0)
    assert np.array(scores) / games == pytest.approx(means, abs=0.1)


@pytest.mark.parametrize(
    ("players", "pieces", "won"), [(4, 20.4, (0.27, 0.24, 0.19, 0.16)), (3, 17.1, None), (2, 20.4, (0.46, 0.40))]
)
def test_statistics_of_random_play(players: int, pieces: float, won: tuple[float, ...] | None) -> None:
    """The means of tests/games/otrio/test_random_play.py, of 10,000 games."""
    count = 10_000
    batch = Batch(GAME, count, seed=2, options={"players": players, "losers": "zero"}, implementation="native")
    while not batch.over.all():
        batch.step(batch.random_actions())
    placed = batch.observation[:, :12].sum() / count

    assert placed == pytest.approx(pieces, abs=0.3)
    if won is not None:
        assert batch.scores().mean(axis=0) == pytest.approx(won, abs=0.03)


def test_any_action_is_drawn_equally_often() -> None:
    """Of 22 slots and the second colour's 22: chi-square with 43 degrees of freedom is below 85 all but always."""
    count = 44_000
    position = after("R:Mb2 Y:Sa1 B:Lc3 G:Lc1 R:Sb1", **FREE)
    batch = Batch(GAME, count, seed=5, options=position.options, implementation="native")
    raw = pack(position)
    for index in range(count):
        batch.games.place(index, raw, batch.games.dice(index))
    drawn = np.bincount(batch.random_actions(), minlength=55)

    assert np.flatnonzero(drawn).tolist() == list(position.legal())
    found = drawn[list(position.legal())]
    assert ((found - 1000) ** 2 / 1000).sum() < 85


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ((1,), "players is 2, 3 or 4"),
        ((5,), "players is 2, 3 or 4"),
        ((3, True, False, 3), "start_seat is a seat"),
        ((2, True, False, -1), "start_seat is a seat"),
        ((4, False), "only one of two players has colours to choose from"),
        ((2, False, False, 0, True, True), "with one colour each there is no choice"),
    ],
)
def test_rules_that_do_not_exist_are_refused(wrong: tuple[Any, ...], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        kernels.OtrioRules(*wrong)


# Bytes from outside. What the notation can describe is a position, and nothing else is.


@st.composite
def fields(draw: st.DrawFn) -> tuple[list[int], OtrioOptions]:
    """Pieces dealt out while the stock lasts, the turn, the winner; sometimes one of these is anything."""
    options = draw(st.sampled_from(ALL_OPTIONS))
    pieces = [0, 0, 0, 0]
    for number, at in enumerate(draw(st.permutations(range(SLOTS)))[: draw(st.integers(0, SLOTS))]):
        colour = number % len(options.order)
        if (pieces[colour] & OF_SIZE[at // 9]).bit_count() < STOCK and options.slots >> at & 1:
            pieces[colour] |= 1 << at
    with_line = [colour for colour in range(4) if lines_of(pieces[colour])]
    found = [*pieces, draw(st.integers(0, len(options.turns) - 1)), with_line[0] if with_line else NOBODY]
    if draw(st.booleans()):
        which = draw(st.integers(0, 5))
        found[which] = draw(st.integers(0, 2**32 - 1) if which < 4 else st.integers(0, 5) | st.just(NOBODY))
    return found, options


def described(found: list[int], options: OtrioOptions) -> bool:
    """Whether the notation writes this position and reads it again."""
    *pieces, turn, winner = found
    if turn >= len(options.turns) or (winner != NOBODY and winner >= len(options.order)) or max(pieces) >> SLOTS:
        return False
    position = unpack(LAYOUT.pack(*found), options)
    try:
        return read_position(write_position(position), options) == position
    except NotationError:
        return False


def play_on(batch: Batch) -> None:
    """Everything works, as in the rulebook, until the game is over."""
    for _ in range(60):
        compare(batch, 0, batch.state(0))
        for seat in range(batch.seats):
            assert batch.observe(seat)[0].tolist() == GAME.part(Arrays).encode.observe(batch.state(0), seat).tolist()
        assert batch.scores()[0].tolist() == np.float32(batch.state(0).returns()).tolist()
        batch.hashes()
        if batch.over.all():
            return
        assert_same_perft(batch.state(0), 1, "A")
        batch.step(batch.random_actions())
    raise AssertionError("the game does not end")


@settings(deadline=None)  # whole games
@given(fields())
def test_bytes_are_a_position_exactly_if_the_notation_can_describe_it(drawn: tuple[list[int], OtrioOptions]) -> None:
    found, options = drawn
    batch = placed_raw(LAYOUT.pack(*found), options)

    assert (batch is not None) == described(found, options)
    if batch is not None:
        play_on(batch)


@settings(deadline=None)
@given(st.binary(min_size=LAYOUT.size, max_size=LAYOUT.size), st.sampled_from(ALL_OPTIONS))
def test_any_bytes_are_refused_or_played(raw: bytes, options: OtrioOptions) -> None:
    batch = placed_raw(raw, options)
    if batch is not None:
        play_on(batch)


@given(st.binary(max_size=2 * LAYOUT.size).filter(lambda raw: len(raw) != LAYOUT.size))
def test_bytes_of_another_size_are_refused(raw: bytes) -> None:
    assert placed_raw(raw, OtrioOptions()) is None


@pytest.mark.parametrize(
    "found",
    [
        (1, 1, 0, 0, 0, NOBODY),  # two colours in one slot
        (1 << 27, 0, 0, 0, 0, NOBODY),  # no such slot
        (0b1111, 0, 0, 0, 0, 0),  # four small pieces
        (0, 0, 0, 0, 4, NOBODY),  # no such turn
        (0, 0, 0, 0, 0, 4),  # no such colour
        (0, 0, 0, 0, 0, 0),  # a winner without a line
        (0b111, 0, 0, 0, 0, NOBODY),  # a line without a winner
        (0b111, 0, 0, 0, 0, 1),  # another's line
        (0b111, 0b111_000, 0, 0, 0, 0),  # two lines
    ],
)
def test_what_is_no_position(found: tuple[int, ...]) -> None:
    assert placed_raw(LAYOUT.pack(*found), OtrioOptions()) is None


def test_what_is_no_position_with_other_options() -> None:
    yellow = LAYOUT.pack(0, 0, 0, 1, 0, NOBODY)
    middle = LAYOUT.pack(1 << 13, 0, 0, 0, 0, NOBODY)
    third_turn = LAYOUT.pack(0, 0, 0, 0, 2, NOBODY)

    assert placed_raw(yellow, OtrioOptions()) is not None
    assert placed_raw(yellow, OtrioOptions(players=3)) is None
    assert placed_raw(middle, OtrioOptions()) is not None
    assert placed_raw(middle, OtrioOptions(ban_center_medium=True)) is None
    assert placed_raw(third_turn, OtrioOptions(players=2)) is not None
    assert placed_raw(third_turn, OtrioOptions(**FREE)) is None
    assert placed_raw(third_turn, OtrioOptions(**ONE_EACH)) is None
    assert placed_raw(LAYOUT.pack(0, 0, 1, 0, 0, NOBODY), OtrioOptions(**ONE_EACH)) is None


def test_a_game_is_small() -> None:
    assert LAYOUT.size == 20
    assert Batch(GAME, 1, implementation="native").games.bytes_per_game <= 64  # type: ignore[attr-defined]


def test_the_pass_of_a_stuck_colour() -> None:
    batch = batch_of(board(RED_IS_STUCK))

    assert np.flatnonzero(batch.mask[0]).tolist() == [PASS]
    assert batch.random_actions().tolist() == [PASS]
    assert batch.step([PASS]).tolist() == [[0, 0, 0, 0]]
    assert batch.to_play.tolist() == [1]
