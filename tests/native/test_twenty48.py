"""2048's kernel: the table of rows, how boards are turned, luck, and which bytes are positions."""

import itertools
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from asobiba._native import kernels
from asobiba.agents.perft import fast_perft, perft
from asobiba.core.errors import ConfigError, NotationError
from asobiba.core.game import CHANCE, OVER
from asobiba.envs.batch import HOLD, Batch
from asobiba.games.twenty48 import GAME
from asobiba.games.twenty48.native import KERNEL, LAYOUT, pack, rules, unpack
from asobiba.games.twenty48.notation import read_position, write_position
from asobiba.games.twenty48.rules import (
    ACTIONS,
    DOWN,
    FOUR,
    LEFT,
    PLAYER,
    RANKS,
    RIGHT,
    UP,
    Twenty48Options,
    highest_score,
    rank,
    slide,
    start,
)
from tests.games.twenty48.test_rules import board
from tests.native.test_twins import compare

CELLS = 16
MEAN, DEVIATION = 1094.39, 534.1
"""The scores of random play: docs/games/twenty48.md."""


def placed(boards: NDArray[np.uint8], *, due: int = 0) -> Batch:
    """A batch with these boards, [n, 16] of ranks; luck is left to the caller."""
    batch = Batch(GAME, len(boards), luck=False, seed=48, implementation="native")
    for index, cells in enumerate(boards):
        batch.games.place(index, LAYOUT.pack(cells.tobytes(), 0, due), batch.games.dice(index))
    batch.refresh()
    return batch


def boards_of(batch: Batch) -> NDArray[np.uint8]:
    """[n, 16] of ranks"""
    raw = b"".join(batch.games.position(index) for index in range(len(batch)))
    return np.frombuffer(raw, np.uint8).reshape(len(batch), -1)[:, :CELLS]


def cells_of(line: int, direction: int) -> list[int]:
    """The cells of a row or column, from the wall towards which its tiles slide."""
    cells = list(range(4 * line, 4 * line + 4)) if direction in (LEFT, RIGHT) else list(range(line, CELLS, 4))
    return cells if direction in (LEFT, UP) else cells[::-1]


@pytest.mark.parametrize(
    "direction", [0, *(pytest.param(other, marks=pytest.mark.slow) for other in range(1, ACTIONS))]
)
def test_every_row_slides_as_in_the_rulebook(direction: int) -> None:
    """All 18**4 but the empty one, which fills the rest of each board."""
    lines = list(itertools.product(range(RANKS), repeat=4))[1:]
    slid = [slide(tuple(2**k if k else 0 for k in line)) for line in lines]
    where = np.array([cells_of(number % 4, direction) for number in range(len(lines))])
    before = np.zeros((len(lines), CELLS), np.uint8)
    np.put_along_axis(before, where, np.array(lines, np.uint8), axis=1)
    expected = np.zeros_like(before)
    np.put_along_axis(expected, where, np.array([[rank(tile) for tile in after.line] for after in slid], np.uint8), 1)
    changes = (before != expected).any(axis=1)

    batch = placed(before)
    assert (batch.mask[:, direction] == changes).all()
    rewards = batch.step(np.where(changes, direction, HOLD).astype(np.int32))

    assert (boards_of(batch) == expected).all()
    assert rewards[:, 0].tolist() == [sum(after.merged) for after in slid]


def random_board(generator: random.Random) -> list[int]:
    """Few ranks make many merges; all of them make sure that none is special."""
    kinds = generator.choice((2, 4, RANKS))
    low = generator.randint(0, RANKS - kinds)
    empty = generator.choice((0, 0, 0.1, 0.5, 0.9))
    return [0 if generator.random() < empty else generator.randrange(low, low + kinds) for _ in range(CELLS)]


def test_boards_slide_in_all_directions_as_in_the_rulebook() -> None:
    generator = random.Random(3)
    boards = np.array([found for _ in range(4000) if any(found := random_board(generator))], np.uint8)
    batch = placed(boards)
    states = [batch.state(index) for index in range(len(batch))]
    for index, state in enumerate(states):
        compare(batch, index, state)
    for direction in range(ACTIONS):
        moved = batch.clone()
        rewards = moved.step(np.where(batch.mask[:, direction], direction, HOLD).astype(np.int32))
        for index, state in enumerate(states):
            after = state.apply(direction) if direction in state.legal() else state
            assert moved.state(index) == after
            assert rewards[index, 0] == after.score - state.score


@pytest.mark.parametrize(
    ("picture", "legal"),
    [
        ("0 0 0 2 \n 0 0 0 4 \n 0 0 0 8 \n 2 0 16 8", [UP, RIGHT, DOWN, LEFT]),
        ("0 0 0 2 \n 0 0 0 4 \n 0 0 0 8 \n 0 0 0 16", [LEFT]),
        ("8 2 0 0 \n 8 0 0 0 \n 8 0 0 0 \n 8 0 0 0", [UP, RIGHT, DOWN]),
        ("2 4 2 4 \n 4 2 4 2 \n 2 4 2 4 \n 4 2 4 4", [UP, RIGHT, DOWN, LEFT]),
        ("2 4 2 4 \n 4 2 4 2 \n 2 4 2 8 \n 4 2 4 8", [UP, DOWN]),
        ("2 4 2 4 \n 4 2 4 2 \n 2 4 2 4 \n 4 2 4 2", []),
        # The end of a row and the beginning of the next are no neighbours.
        ("2 4 8 16 \n 16 8 4 2 \n 2 4 8 16 \n 16 8 4 2", []),
        ("131072 131072 131072 131072 \n" * 4, []),
        ("131072 131072 2 2 \n 4 8 16 32 \n 2 4 8 16 \n 4 8 16 32", [RIGHT, LEFT]),
    ],
)
def test_hand_made_boards(picture: str, legal: list[int]) -> None:
    batch, position = Batch(GAME, 1, implementation="native", luck=False), board(picture)
    batch.set_state(0, position)

    assert np.flatnonzero(batch.mask[0]).tolist() == legal
    assert batch.to_play[0] == (PLAYER if legal else OVER)
    compare(batch, 0, position)


@pytest.mark.parametrize("target", [2**k for k in range(3, RANKS)])
@pytest.mark.parametrize("stop", [False, True])
def test_a_game_stops_at_the_target_before_the_next_tile(target: int, *, stop: bool) -> None:
    half = target // 2
    before = board(f"{half} {half} 0 0 \n" + "0 0 0 0 \n" * 3, target=target, stop_at_target=stop)
    batch = Batch(GAME, 1, options=before.options, implementation="native", luck=False)
    batch.set_state(0, before)
    assert batch.to_play[0] == PLAYER

    batch.step([LEFT])

    assert batch.rewards[0] == target
    assert batch.to_play[0] == (OVER if stop else CHANCE)
    compare(batch, 0, before.apply(LEFT))


def test_luck_is_fair_on_any_number_of_empty_cells() -> None:
    """Chi-square over the outcomes: every empty cell alike, a 4 one time in ten."""
    games, generator = 50_000, np.random.default_rng(10)
    for empties in range(1, CELLS + 1):
        cells = np.full(CELLS, RANKS - 1, np.uint8)
        cells[generator.choice(CELLS, empties, replace=False)] = 0
        batch = placed(np.tile(cells, (games, 1)), due=1)

        found = np.bincount(batch.random_actions(), minlength=2 * CELLS)

        chances = dict(batch.state(0).chances())
        assert set(np.flatnonzero(found)) == set(chances)
        expected = games * np.array(list(chances.values()))
        assert fair(found[list(chances)], expected)
        assert abs(found[1::2].sum() - games * FOUR) < 5 * (games * FOUR * (1 - FOUR)) ** 0.5


@pytest.mark.parametrize(
    ("picture", "legal"),
    [
        ("0 0 0 0 \n 0 2 0 0 \n 0 0 0 0 \n 0 0 0 0", [UP, RIGHT, DOWN, LEFT]),
        ("8 2 0 0 \n 8 0 0 0 \n 8 0 0 0 \n 8 0 0 0", [UP, RIGHT, DOWN]),
        ("0 0 0 0 \n 0 0 0 0 \n 0 0 0 0 \n 2 0 0 0", [UP, RIGHT]),
        ("0 0 0 2 \n 0 0 0 4 \n 0 0 0 8 \n 0 0 0 16", [LEFT]),
    ],
)
def test_random_actions_are_alike(picture: str, legal: list[int]) -> None:
    games = 50_000
    position = np.frombuffer(pack(board(picture))[:CELLS], np.uint8)

    found = np.bincount(placed(np.tile(position, (games, 1))).random_actions(), minlength=ACTIONS)

    assert np.flatnonzero(found).tolist() == legal
    assert fair(found[legal], np.full(len(legal), games / len(legal)))


def fair(found: NDArray[Any], expected: NDArray[Any]) -> bool:
    """Whether chi-square lies within five standard deviations of its mean."""
    freedom = len(found) - 1
    chi_square = float(((found - expected) ** 2 / expected).sum())
    return bool(abs(chi_square - freedom) <= 5 * (2 * freedom) ** 0.5)


def test_random_play_scores_what_it_should() -> None:
    """A million moves, and the same by the batch. The fourth moment of the scores is about 4.6 squared variances."""
    games, moves, scores = KERNEL.random_games(rules(Twenty48Options()), 1_000_000, seed=1)
    assert moves >= 1_000_000
    assert scores[0] / games == pytest.approx(MEAN, abs=5 * DEVIATION / games**0.5)

    batch = Batch(GAME, 8192, seed=1, implementation="native")
    while not batch.over.all():
        batch.step(batch.random_actions())
    found = batch.scores()[:, 0]
    assert found.mean() == pytest.approx(MEAN, abs=5 * DEVIATION / len(batch) ** 0.5)
    assert found.std() == pytest.approx(DEVIATION, abs=5 * DEVIATION * ((4.6 - 1) / 4 / len(batch)) ** 0.5)


@pytest.mark.parametrize("convention", ["A", "C"])
def test_perft_counts_luck_too(convention: Any) -> None:
    crowded = board("2 4 2 4 \n 4 2 4 2 \n 2 4 2 4 \n 2 2 8 8")
    for position, depth in ((start(Twenty48Options()), 3), (crowded, 4)):
        assert fast_perft(GAME, position, depth, convention) == perft(GAME, position, depth, convention)


@st.composite
def raw_positions(draw: st.DrawFn) -> bytes:
    """Bytes that often are a position, or nearly one."""
    highest = draw(st.sampled_from((0, 2, RANKS - 1, RANKS - 1, RANKS, 255)))
    cells = draw(st.lists(st.integers(0, highest), min_size=CELLS, max_size=CELLS))
    score = draw(st.one_of(st.sampled_from((0, 4, 3_932_164, 3_932_168, 2**32 - 4)), st.integers(0, 2**32 - 1)))
    due = draw(st.one_of(st.integers(0, 3), st.integers(0, 2**32 - 1)))
    return LAYOUT.pack(bytes(cells), score, due)


def readable(raw: bytes) -> bool:
    """Whether the rulebook's notation takes the position."""
    if max(raw[:CELLS]) >= RANKS:
        return False
    position = unpack(raw, Twenty48Options())
    try:
        return read_position(write_position(position), position.options) == position
    except NotationError:
        return False


@settings(deadline=None)
@given(st.one_of(st.binary(min_size=LAYOUT.size, max_size=LAYOUT.size), raw_positions()), st.booleans())
def test_raw_bytes_are_refused_or_play_by_the_rulebook(raw: bytes, stop: bool) -> None:
    options = Twenty48Options(stop_at_target=stop)
    batch = Batch(GAME, 1, seed=7, options=options, luck=False, implementation="native")
    if not readable(raw):
        with pytest.raises(ValueError, match="no position"):
            batch.games.place(0, raw, 0)
        return
    batch.games.place(0, raw, 0)
    batch.refresh()
    state = unpack(raw, options)
    assert pack(state) == raw
    for _ in range(12):
        compare(batch, 0, state)
        assert batch.scores()[0, 0] == state.score
        if state.to_play == OVER:
            break
        actions = batch.random_actions()
        state = state.apply(int(actions[0]))
        batch.step(actions)


def test_the_highest_score_may_be_placed_and_no_higher() -> None:
    batch = Batch(GAME, 1, implementation="native")
    highest = highest_score(Twenty48Options())
    batch.games.place(0, LAYOUT.pack(bytes([1] * CELLS), highest, 0), 0)
    with pytest.raises(ValueError, match="no position"):
        batch.games.place(0, LAYOUT.pack(bytes([1] * CELLS), highest + 4, 0), 0)


@pytest.mark.parametrize("name", ["rows", "columns"])
@pytest.mark.parametrize("value", [1, 3, 5, 8])
def test_other_sizes_are_left_to_the_rulebook(name: str, value: int) -> None:
    options = Twenty48Options.read({name: value})

    with pytest.raises(ConfigError, match=f"option {name}={value} of Twenty48Options: the native kernel plays on 4"):
        rules(options)
    assert Batch(GAME, 1, options=options).implementation == "rulebook"
    assert Batch(GAME, 1).implementation == "native"


@pytest.mark.parametrize("target", [0, 4, 7, 1000, 2**18, -8])
def test_the_native_rules_refuse_what_is_no_target(target: int) -> None:
    with pytest.raises(ValueError, match="power of two from 8 to 131072"):
        kernels.Twenty48Rules(target, False)


def test_a_game_is_small() -> None:
    assert LAYOUT.size == 24
    assert Batch(GAME, 1, implementation="native").games.bytes_per_game <= 64  # type: ignore[attr-defined]
