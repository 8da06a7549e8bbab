"""Specification 004, sentence by sentence; each test names its section."""

import copy
import pickle
from collections import Counter
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.core.errors import ConfigError, IllegalMove, StateError
from asobiba.games.twenty48.notation import read_position
from asobiba.games.twenty48.rules import ACTIONS, DOWN, LARGEST, LEFT, RIGHT, UP, Position, Twenty48Options
from asobiba.games.twenty48.specification import Twenty48Env, slide_and_merge

INFO = {
    "invalid_move": bool,
    "moved": bool,
    "score": int,
    "max_tile": int,
    "won": bool,
    "merged": list,
}
"""The keys of `info` and their types; `spawned`, a tuple or None, comes beside them."""

PAIRS = "2 2 4 4 | 0 8 0 8 | 0 8 0 2 | 4 0 2 0"
ONE_MERGE_LEFT = "2 4 2 4 | 4 2 4 2 | 2 4 2 8 | 4 2 4 8"
STUCK = "2 4 2 4 | 4 2 4 2 | 2 4 2 4 | 4 2 4 2"


def board(rows: str) -> NDArray[np.int64]:
    return np.array([row.split() for row in rows.split("|")], np.int64)


def on(rows: str, seed: int = 0) -> Twenty48Env:
    env = Twenty48Env(seed)
    env.board = board(rows)
    return env


def random_actions(count: int, seed: int = 0) -> list[int]:
    return [int(action) for action in np.random.default_rng(seed).integers(ACTIONS, size=count)]


def played(env: Twenty48Env, actions: list[int]) -> list[tuple[Any, ...]]:
    """Everything that the steps return, boards as lists."""
    return [(seen.tolist(), *rest) for seen, *rest in map(env.step, actions)]


def test_2_1_the_board_is_4x4_int64_with_the_values_themselves() -> None:
    env = on("2 4 8 16 | 0 0 0 0 | 0 0 0 0 | 2048 1024 512 131072")

    assert env.board.shape == (4, 4)
    assert env.board.dtype == np.int64
    assert env.board.tolist() == [[2, 4, 8, 16], [0] * 4, [0] * 4, [2048, 1024, 512, 131072]]


def test_2_1_score_and_generator_have_the_types_named() -> None:
    env = Twenty48Env()

    assert type(env.score) is int
    assert isinstance(env.rng, np.random.Generator)


@pytest.mark.parametrize(
    ("action", "after"),
    [
        (0, "4 8 0 0 | 2 0 0 0 | 0 0 0 0 | 0 0 0 0"),
        (1, "0 0 0 4 | 0 0 0 2 | 0 0 0 0 | 0 0 0 8"),
        (2, "0 0 0 0 | 0 0 0 0 | 4 0 0 0 | 2 8 0 0"),
        (3, "4 0 0 0 | 2 0 0 0 | 0 0 0 0 | 8 0 0 0"),
    ],
    ids=["up", "right", "down", "left"],
)
def test_2_2_actions_are_up_right_down_left(action: int, after: str) -> None:
    seen, _, _, info = on("4 0 0 0 | 2 0 0 0 | 0 0 0 0 | 0 8 0 0").step(action)
    row, column, tile = info["spawned"]
    seen[row, column] -= tile

    assert seen.tolist() == board(after).tolist()


@pytest.mark.parametrize("action", [-1, 4, 10**20, 1.0, "left", None, True, np.float64(2), np.array([3]), [3]])
def test_2_2_anything_else_is_refused_and_changes_nothing(action: Any) -> None:
    env = on(PAIRS)
    before = env.board.copy()

    with pytest.raises(IllegalMove, match="does not exist: 0 is up, 1 right, 2 down, 3 left"):
        env.step(action)
    assert (env.board == before).all()


@pytest.mark.parametrize("action", [3, np.int64(3), np.uint8(3), np.array(3)])
def test_2_2_whole_numbers_of_numpy_are_actions_too(action: Any) -> None:
    assert on("0 0 0 2 | 0 0 0 0 | 0 0 0 0 | 0 0 0 0").step(action)[0][0, 0] == 2


def test_2_2_a_move_that_changes_nothing_places_no_tile_and_earns_nothing() -> None:
    env = on("4 0 0 0 | 2 0 0 0 | 0 0 0 0 | 0 0 0 0")
    luck = env.rng.bit_generator.state

    for _ in range(3):
        seen, reward, done, info = env.step(LEFT)
        assert seen.tolist() == env.board.tolist() == board("4 0 0 0 | 2 0 0 0 | 0 0 0 0 | 0 0 0 0").tolist()
        assert (reward, done, env.score) == (0, False, 0)
        assert (info["invalid_move"], info["moved"], info["spawned"], info["merged"]) == (True, False, None, [])
    assert env.rng.bit_generator.state == luck


@pytest.mark.parametrize(("rows", "done"), [(STUCK, True), (ONE_MERGE_LEFT, False)])
def test_2_2_a_move_that_changes_nothing_asks_again_whether_the_game_is_over(rows: str, done: bool) -> None:
    _, _, found, info = on(rows).step(LEFT)

    assert (found, info["invalid_move"]) == (done, True)


def test_2_3_reset_places_two_tiles_on_an_empty_board() -> None:
    env, tiles = on(PAIRS), Counter[int]()
    env.score = 100
    for _ in range(500):
        seen = env.reset()
        placed = seen[seen > 0]
        assert len(placed) == 2
        assert env.score == 0
        tiles.update(placed.tolist())

    assert set(tiles) == {2, 4}
    assert 0.06 < tiles[4] / 1000 < 0.14


def test_2_3_a_seed_starts_the_generator_anew_and_none_lets_it_go_on() -> None:
    env = Twenty48Env()

    starts = [env.reset(seed).tolist() for seed in (1, None, None, 1, None, None)]

    assert starts[:3] == starts[3:]
    assert starts[0] != starts[1] != starts[2]


@pytest.mark.parametrize("seed", [-1, 1.5, "one", True, [], np.random.default_rng(1)])
def test_2_3_a_seed_that_is_none_is_refused(seed: Any) -> None:
    for start in (Twenty48Env, Twenty48Env().reset):
        with pytest.raises(ConfigError, match=r"seed=.*: allowed is none or a whole number, 0 or more"):
            start(seed)


@pytest.mark.parametrize("name", ["values", "log2", "one_hot"])
def test_2_3_other_observations_show_the_same_board(name: str) -> None:
    env, plain = Twenty48Env(4, observation=name), Twenty48Env(4)
    seen = [(env.reset(seed=9), plain.reset(seed=9))]
    seen += [(env.step(action)[0], plain.step(action)[0]) for action in random_actions(100)]

    for found, tiles in seen:
        ranks = np.log2(np.maximum(tiles, 1)).astype(np.int8)
        expected = {"values": tiles, "log2": ranks, "one_hot": np.arange(18)[:, None, None] == ranks}[name]
        assert (found == expected).all()
        assert found.dtype == (np.int64 if name == "values" else np.int8)
    assert env.clone().step(UP)[0].shape == env.reset().shape == (18, 4, 4)[-seen[0][0].ndim :]
    assert (env.board.shape, env.board.dtype) == ((4, 4), np.dtype(np.int64))


def test_2_3_an_observation_that_does_not_exist_is_refused() -> None:
    for wrong in ("log", " log2", None):
        with pytest.raises(ConfigError, match=r"option observation=.* allowed is values or log2 or one_hot"):
            Twenty48Env(observation=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rows", "legal"),
    [
        ("2 0 0 0 | 0 0 0 0 | 0 0 0 0 | 0 0 0 0", [RIGHT, DOWN]),
        (ONE_MERGE_LEFT, [UP, DOWN]),
        (STUCK, []),
        (PAIRS, [UP, RIGHT, DOWN, LEFT]),
    ],
)
def test_2_2_the_legal_actions_are_those_that_change_the_board(rows: str, legal: list[int]) -> None:
    env = on(rows)

    assert env.legal_actions() == legal == [action for action in range(4) if on(rows).step(action)[3]["moved"]]
    mask = env.action_masks()
    assert (np.flatnonzero(mask).tolist(), mask.shape, mask.dtype) == (legal, (4,), np.dtype(np.int8))
    mask[:] = 1
    assert env.action_masks().sum() == len(legal)


def test_2_3_what_reset_and_step_return_is_a_copy() -> None:
    env = Twenty48Env(1)
    first = env.reset(seed=1)
    kept = first.tolist()
    first[:] = 0
    assert env.board.tolist() == kept

    seen = [env.step(action)[0] for action in random_actions(20)]
    lists = [one.tolist() for one in seen]
    seen[-1][:] = 0
    assert env.board.tolist() == lists[-1]
    assert [one.tolist() for one in seen[:-1]] == lists[:-1]
    assert {(one.shape, one.dtype) for one in seen} == {((4, 4), np.dtype(np.int64))}


@pytest.mark.parametrize("seed", range(5))
def test_2_4_step_slides_then_places_one_tile_then_counts_reward_done_and_info(seed: int) -> None:
    """Every step against the rulebook: the player's move, luck's outcome, the score, the end."""
    env = Twenty48Env(seed)
    position = Position(tuple(env.board.ravel().tolist()))
    done = False
    for action in random_actions(5000, seed):
        seen, reward, done, info = env.step(action)
        after = position
        if action in position.legal():
            afterstate = position.apply(action)
            row, column, tile = info["spawned"]
            after = afterstate.apply(2 * (4 * row + column) + (tile == 4))
        assert tuple(seen.ravel().tolist()) == after.board
        assert (reward, env.score) == (after.score - position.score, after.score)
        assert done == (after.legal() == ())
        assert (info["moved"], info["invalid_move"]) == (after != position, after == position)
        position = after
        if done:
            break
    assert done


def test_2_4_the_reward_is_the_sum_of_the_merged_tiles() -> None:
    env = on(PAIRS)

    _, reward, _, info = env.step(LEFT)

    assert reward == 4 + 8 + 16 == env.score == info["score"]
    assert type(reward) is int


@pytest.mark.parametrize(
    ("action", "merged"),
    [
        (LEFT, [(0, 4), (0, 8), (1, 16)]),
        (RIGHT, [(0, 8), (0, 4), (1, 16)]),
        (UP, [(1, 16)]),
        (DOWN, [(1, 16)]),
    ],
)
def test_2_4_merged_names_the_line_and_the_value(action: int, merged: list[tuple[int, int]]) -> None:
    _, _, _, info = on(PAIRS).step(action)

    assert info["merged"] == [{"line": line, "value": value} for line, value in merged]


def test_2_4_info_has_every_key_and_plain_values() -> None:
    env = Twenty48Env(3)
    for action in random_actions(300):
        seen, reward, done, info = env.step(action)
        spawned = info.pop("spawned")
        assert {key: type(value) for key, value in info.items()} == INFO
        assert type(done) is bool
        assert info["invalid_move"] is not info["moved"]
        assert (info["score"], info["max_tile"]) == (env.score, seen.max())
        assert sum(merge["value"] for merge in info["merged"]) == reward
        if info["moved"]:
            row, column, tile = spawned
            assert seen[row, column] == tile
            assert [type(number) for number in spawned] == [int, int, int]
        else:
            assert spawned is None
        if done:
            env.reset()


def test_2_4_won_once_2048_is_there_and_play_goes_on() -> None:
    env = on("1024 1024 0 0 | 0 0 0 0 | 0 0 0 0 | 0 0 0 2")
    assert env.clone().step(UP)[3]["won"] is False

    _, reward, done, info = env.step(LEFT)
    assert (reward, done, info["won"], info["max_tile"]) == (2048, False, True, 2048)
    _, _, done, info = env.step(DOWN)
    assert (done, info["won"], info["moved"]) == (False, True, True)


def test_2_5_render_prints_the_board_the_score_and_the_largest_tile(capsys: pytest.CaptureFixture[str]) -> None:
    env = on("2 0 0 0 | 0 16 0 0 | 0 0 0 0 | 0 0 0 1024")
    env.score = 12
    picture = """\
      a    b    c    d
1|    2    .    .    .
2|    .   16    .    .
3|    .    .    .    .
4|    .    .    . 1024
score 12   max_tile 1024"""

    assert env.render() == env.render(mode="human") == picture
    assert capsys.readouterr().out == f"{picture}\n{picture}\n"
    assert env.render(mode="ansi") == picture
    assert capsys.readouterr().out == ""
    with pytest.raises(ConfigError, match="mode=rgb_array: allowed is human or ansi"):
        env.render(mode="rgb_array")
    env.board[0, 0] = 2048
    assert env.render("ansi").endswith("\nscore 12   max_tile 2048   won")


@pytest.mark.parametrize("duplicate", [Twenty48Env.clone, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_2_6_a_clone_goes_on_as_the_original_does(duplicate: Any) -> None:
    env = Twenty48Env(5)
    played(env, random_actions(30))

    twin = duplicate(env)

    assert (twin.board.tolist(), twin.score) == (env.board.tolist(), env.score)
    assert twin.rng.bit_generator.state == env.rng.bit_generator.state
    actions = random_actions(500, seed=1)
    assert played(env, actions) == played(twin, actions)
    assert env.reset().tolist() == twin.reset().tolist()


def test_2_6_a_clone_shares_nothing() -> None:
    env = Twenty48Env(5)
    before, luck = env.board.tolist(), env.rng.bit_generator.state
    twin = env.clone()

    twin.board[:] = 2
    played(twin, random_actions(50))

    assert (env.board.tolist(), env.score, env.rng.bit_generator.state) == (before, 0, luck)


@pytest.mark.parametrize("kind", [np.random.PCG64DXSM, np.random.MT19937, np.random.Philox, np.random.SFC64])
def test_2_6_a_clone_copies_any_generator(kind: Any) -> None:
    env = Twenty48Env()
    env.rng = np.random.Generator(kind(8))
    twin = env.clone()

    assert twin.rng.random() == env.rng.random()
    assert twin.rng.random() == env.rng.random()


@pytest.mark.parametrize("seed", range(3))
def test_3_2_every_direction_is_left_turned_round(seed: int) -> None:
    """A board that is turned a quarter to the left, moved left and turned back was moved up."""
    generator = np.random.default_rng(seed)
    for _ in range(200):
        start = 2 ** generator.integers(0, 4, size=(4, 4))
        start[start == 1] = 0
        for quarters, action in ((0, LEFT), (1, UP), (2, RIGHT), (3, DOWN)):
            left = np.array([slide_and_merge(line)[0] for line in np.rot90(start, quarters)])
            env = Twenty48Env()
            env.board = start
            seen, reward, _, info = env.step(action)
            if info["moved"]:
                row, column, tile = info["spawned"]
                seen[row, column] -= tile
            assert (np.rot90(left, -quarters) == seen).all()
            assert reward == sum(slide_and_merge(line)[1] for line in np.rot90(start, quarters))


def test_3_3_new_tiles_are_twos_and_fours_on_any_empty_cell() -> None:
    """The cells that a merge has just emptied included. 5000 tiles, five standard errors either way."""
    found: Counter[tuple[int, int, int]] = Counter()
    env = on(STUCK)
    for _ in range(5000):
        env.board = board("2 4 2 4 | 4 2 4 2 | 2 4 2 4 | 2 2 8 8")
        _, _, _, info = env.step(LEFT)
        found[info["spawned"]] += 1

    assert set(found) == {(3, column, tile) for column in (2, 3) for tile in (2, 4)}
    for (_, _, tile), count in found.items():
        expected = 0.45 if tile == 2 else 0.05
        assert count / 5000 == pytest.approx(expected, abs=5 * (expected * (1 - expected) / 5000) ** 0.5)


def test_3_4_a_full_board_is_over_only_when_nothing_merges() -> None:
    for rows, done in ((ONE_MERGE_LEFT, False), (STUCK, True)):
        for action in (LEFT, RIGHT):
            assert on(rows).step(action)[2] is done


def test_3_4_the_new_tile_may_end_the_game() -> None:
    seen, reward, done, info = on("0 2 4 8 | 8 2 4 8 | 2 4 8 16 | 16 8 4 2").step(LEFT)

    assert (reward, done, info["moved"], info["spawned"][:2]) == (0, True, True, (0, 3))
    assert seen.all()


def test_3_4_a_board_with_room_is_not_over() -> None:
    assert on("2 4 8 16 | 4 8 16 32 | 8 16 32 64 | 16 32 64 0").step(LEFT)[2] is False


@pytest.mark.parametrize("seed", range(3))
def test_3_5_the_same_seed_and_actions_give_the_same_games(seed: int) -> None:
    actions = random_actions(400, seed)
    one, other, third = Twenty48Env(), Twenty48Env(), Twenty48Env()

    assert one.reset(seed=seed).tolist() == other.reset(seed=seed).tolist() == Twenty48Env(seed).board.tolist()
    assert played(one, actions) == played(other, actions)
    third.reset(seed=seed + 1)
    assert played(third, actions)[-1] != played(one, actions)[-1]


def test_3_5_the_seed_draws_the_same_game_for_ever() -> None:
    """A change here breaks everybody's stored results."""
    env = Twenty48Env(2048)
    played(env, [LEFT, UP, RIGHT, DOWN] * 10)

    assert env.position == read_position("0.0.2.0/0.0.16.4/8.2.8.2/2.32.4.8 score=224", Twenty48Options())


def test_a_board_may_be_set_and_written_to() -> None:
    env, mine = Twenty48Env(), board("2 2 0 0 | 0 0 0 0 | 0 0 0 0 | 0 0 0 0")
    env.score = 8

    env.board = mine
    mine[:] = 0
    assert env.board[0].tolist() == [2, 2, 0, 0]
    assert env.step(LEFT)[1:3] == (4, False)
    assert env.score == 12

    env.board = [[0] * 4] * 4
    env.board[2] = [4, 0, 0, 4]
    seen, reward, _, _ = env.step(RIGHT)
    assert (seen[2, 3], reward) == (8, 8)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (np.zeros((3, 4), np.int64), r"a board is 4x4 whole numbers; found int64 of shape \(3, 4\)"),
        (np.zeros(16, np.int64), r"found int64 of shape \(16,\)"),
        (np.zeros((4, 4)), r"found float64 of shape \(4, 4\)"),
        (np.ones((4, 4), bool), r"found bool of shape \(4, 4\)"),
        ([[1, 0, 0, 0]] * 4, "cell 0 is 1: allowed is 0 for empty, or 2, 4, 8, ..., 131072"),
        ([[0, 0, 0, 2]] * 3 + [[0, 0, 6, 0]], "cell 14 is 6"),
        ([[0, 0, 0, -2]] * 4, "cell 3 is -2"),
        ([[0, 2 * LARGEST, 0, 0]] * 4, "cell 1 is 262144"),
    ],
)
def test_what_is_no_board_is_refused(wrong: Any, sentence: str) -> None:
    env = on(PAIRS)

    with pytest.raises(StateError, match=sentence):
        env.board = wrong
    assert env.board.tolist() == board(PAIRS).tolist()


def test_what_was_written_to_the_board_is_checked_by_the_next_step() -> None:
    env = on(PAIRS)
    env.board[3, 2] = 3

    with pytest.raises(StateError, match="cell 14 is 3"):
        env.step(LEFT)
    with pytest.raises(StateError, match="cell 1 is 5"):
        slide_and_merge([2, 5])


def test_6_4_ten_thousand_random_steps_raise_nothing_and_games_end() -> None:
    env, ended = Twenty48Env(64), 0
    for action in random_actions(10_000):
        if env.step(action)[2]:
            ended += 1
            env.reset()

    assert ended > 30
