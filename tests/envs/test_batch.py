"""The plain batch: what it promises of dice, copies, saved games and wrong input."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.agents.arrays import Arrays
from asobiba.core.errors import AsobibaError, ConfigError, IllegalMove, StateError
from asobiba.core.game import CHANCE, OVER
from asobiba.core.registry import find_game
from asobiba.envs.batch import HOLD, Batch
from tests.variants import WITH_KERNELS, every_implementation

every_kernel = pytest.mark.parametrize("name", WITH_KERNELS)


def small(name: str, implementation: str, **keywords: object) -> Batch:
    return Batch(name, 5, seed=7, implementation=implementation, **keywords)  # type: ignore[arg-type]


@every_implementation
def test_random_play_comes_to_an_end(name: str, implementation: str) -> None:
    batch = small(name, implementation, options={"max_turns": 60} if name in ("coppit", "puyo") else None)
    total = np.zeros_like(batch.rewards)
    for _ in range(5000):
        if batch.over.all():
            break
        total += batch.step(batch.random_actions())

    assert batch.over.all()
    np.testing.assert_allclose(total, batch.scores(), rtol=1e-5, atol=1e-5)
    assert not batch.mask.any()


@every_implementation
def test_a_clone_goes_its_own_way_with_the_same_luck(name: str, implementation: str) -> None:
    batch = small(name, implementation)
    for _ in range(10):
        batch.step(batch.random_actions())
    twin = batch.clone()
    for _ in range(20):
        actions = batch.random_actions()
        assert actions.tolist() == twin.random_actions().tolist()
        batch.step(actions)
        twin.step(actions)
    assert batch.hashes().tolist() == twin.hashes().tolist()
    before = twin.hashes().tolist()
    batch.step(batch.random_actions())

    assert twin.hashes().tolist() == before


@every_implementation
def test_a_saved_game_is_brought_back_with_its_dice(name: str, implementation: str) -> None:
    batch = small(name, implementation)
    for _ in range(12):
        batch.step(batch.random_actions())
    saved = [batch.get_bytes(index) for index in range(5)]
    other = Batch(name, 5, seed=99, implementation=implementation)
    for index, blob in enumerate(saved):
        other.set_bytes(index, blob)

    assert other.hashes().tolist() == batch.hashes().tolist()
    assert other.observation.tolist() == batch.observation.tolist()
    for _ in range(10):
        actions = batch.random_actions()
        assert other.random_actions().tolist() == actions.tolist()
        assert other.step(actions).tolist() == batch.step(actions).tolist()


@every_kernel
def test_rulebook_and_kernel_exchange_positions(name: str) -> None:
    plain, native = small(name, "rulebook"), small(name, "native")
    for _ in range(15):
        plain.step(plain.random_actions())
    for index in range(5):
        native.set_state(index, plain.state(index))

    assert native.to_play.tolist() == plain.to_play.tolist()
    assert native.mask.tolist() == plain.mask.tolist()
    assert native.observation.tolist() == plain.observation.tolist()


@every_implementation
def test_luck_can_be_played_by_the_caller(name: str, implementation: str) -> None:
    batch = small(name, implementation, luck=False)
    start = find_game(name).start(batch.options)

    assert (batch.to_play == start.to_play).all()
    if start.to_play == CHANCE:
        outcome = int(start.legal()[3])
        batch.step(np.full(5, outcome, np.int32))
        assert batch.state(0) == start.apply(outcome)


@every_implementation
def test_some_games_hold_while_others_move(name: str, implementation: str) -> None:
    batch = small(name, implementation)
    before = batch.hashes()
    actions = batch.random_actions()
    actions[[0, 3]] = HOLD
    rewards = batch.step(actions)

    moved = before != batch.hashes()
    assert not moved[[0, 3]].any()
    assert moved[[1, 2, 4]].all()
    assert not rewards[[0, 3]].any()


@every_implementation
def test_an_illegal_action_plays_nothing(name: str, implementation: str) -> None:
    batch = small(name, implementation)
    before = (batch.hashes().tolist(), batch.mask.tolist(), batch.to_play.tolist())
    actions = batch.random_actions()
    for wrong in (batch.actions, batch.actions + 100, -2, 2**31 - 1, -(2**31)):
        actions[2] = wrong
        with pytest.raises(IllegalMove, match="game 2: "):
            batch.step(actions)

    assert (batch.hashes().tolist(), batch.mask.tolist(), batch.to_play.tolist()) == before


@pytest.mark.parametrize("implementation", ["native", "rulebook"])
@pytest.mark.parametrize(
    ("actions", "sentence"),
    [
        ([0.5] * 5, "actions: expected 5 whole numbers, found float64"),
        ([0] * 4, "found int64 of shape \\(4,\\)"),
        ([[0] * 5], "of shape \\(1, 5\\)"),
        ([2**40] * 5, "are no actions"),
        ("left", "actions: expected 5 whole numbers"),
        (None, "actions: expected 5 whole numbers"),
        ([True] * 5, "found bool"),
    ],
)
def test_wrong_actions_are_refused(actions: object, sentence: str, implementation: str) -> None:
    batch = small("othello", implementation)
    before = batch.hashes().tolist()

    with pytest.raises(ConfigError, match=sentence):
        batch.step(actions)  # type: ignore[arg-type]

    assert batch.hashes().tolist() == before


@pytest.mark.parametrize(
    ("keywords", "sentence"),
    [
        ({"count": 0}, "count=0: allowed is a whole number from 1 to"),
        ({"count": 2.0}, "count=2.0"),
        ({"seed": -1}, "seed=-1"),
        ({"seed": 2**64}, "seed="),
        ({"threads": 0}, "threads=0"),
        ({"options": {"score": "big"}}, "option score=big"),
        ({"options": {"colour": 1}}, "no option 'colour'"),
        ({"implementation": "magic"}, "implementation=magic"),
    ],
)
def test_wrong_settings_are_refused(keywords: dict[str, object], sentence: str) -> None:
    with pytest.raises(ConfigError, match=sentence):
        Batch("othello", **{"count": 2, **keywords})  # type: ignore[arg-type]


def test_a_chosen_reset_needs_booleans() -> None:
    batch = Batch("othello", 3)
    for wrong in ([1, 0, 1], [True, False], 5):
        with pytest.raises(ConfigError, match="chosen: expected 3 of bool"):
            batch.reset(wrong)
    batch.step(batch.random_actions())
    batch.reset([True, False, True])

    assert [batch.state(index).black.bit_count() for index in range(3)] == [2, 4, 2]


@pytest.mark.parametrize("implementation", ["native", "rulebook"])
def test_a_reseeded_batch_plays_the_same_again(implementation: str) -> None:
    batch = small("twenty48", implementation)

    def some_play() -> list[int]:
        batch.reset(seed=3)
        for _ in range(20):
            batch.step(batch.random_actions())
        return [int(number) for number in batch.hashes()]

    assert some_play() == some_play()


@every_kernel
def test_a_foreign_or_damaged_blob_is_refused(name: str) -> None:
    batch = small(name, "native")
    blob = batch.get_bytes(0)
    others = [other for other in WITH_KERNELS if other != name]
    before = batch.hashes().tolist()

    for wrong in (b"", b"asob", blob[:-1], blob + b"x", b"\0" * len(blob), small(others[0], "native").get_bytes(0)):
        with pytest.raises(StateError):
            batch.set_bytes(0, wrong)
    changed = bytearray(blob)
    changed[-6] ^= 1
    with pytest.raises(StateError, match="checksum"):
        batch.set_bytes(0, bytes(changed))

    assert batch.hashes().tolist() == before


def test_a_blob_of_other_options_is_refused() -> None:
    blob = Batch("othello", 1, options={"score": "discs"}).get_bytes(0)

    with pytest.raises(StateError, match="other options than othello version 1 with default options"):
        Batch("othello", 1).set_bytes(0, blob)


def test_a_position_of_another_game_is_refused() -> None:
    with pytest.raises(StateError, match="a position of othello"):
        Batch("othello", 1).set_state(0, Batch("otrio", 1).state(0))


@every_kernel
@given(data=st.data())
def test_any_bytes_are_refused_or_a_position_that_plays_on(name: str, data: st.DataObject) -> None:
    """Bytes of the right length, most of them nonsense, go straight to the kernel."""
    batch = Batch(name, 1, seed=1, implementation="native")
    whole = bytearray(batch.games.position(0))
    for _ in range(data.draw(st.integers(0, 4))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    raw = data.draw(st.one_of(st.just(bytes(whole)), st.binary(max_size=len(whole) + 3)))
    try:
        batch.games.place(0, raw, 5)
    except ValueError:
        return
    for _ in range(10):
        batch.hashes()
        batch.observe(0)
        batch.step(batch.random_actions())


@pytest.mark.parametrize("index", [-1, 5, 1.5, None])
def test_a_game_that_is_not_there_is_refused(index: object) -> None:
    batch = small("othello", "native")

    for call in (batch.state, batch.get_bytes):
        with pytest.raises(AsobibaError):
            call(index)  # type: ignore[arg-type]


def test_memory_of_a_game() -> None:
    """At most 4 KiB a game beside the arrays."""
    for name in WITH_KERNELS:
        kernel = find_game(name).part(Arrays).kernel
        assert kernel is not None
        assert kernel.batch.bytes_per_game <= 4096


def test_a_finished_game_takes_any_action() -> None:
    batch = Batch("othello", 1, seed=1)
    while not batch.over[0]:
        batch.step(batch.random_actions())
    before = batch.hashes()

    assert not batch.step([12345]).any()
    assert (batch.hashes() == before).all()
    assert batch.to_play[0] == OVER


@every_implementation
def test_a_byte_of_every_position(name: str, implementation: str) -> None:
    batch = Batch(name, 5, seed=1, implementation=implementation)
    for _ in range(6):
        batch.step(batch.random_actions())
    positions = [batch.games.position(index) for index in range(5)]
    found = np.zeros(5, np.uint8)
    for at in range(min(map(len, positions))):
        batch.games.bytes_at(at, found)
        assert found.tolist() == [position[at] for position in positions]
    with pytest.raises(IndexError):
        batch.games.bytes_at(10_000, found)
    if implementation == "native":
        with pytest.raises(TypeError, match="bytes: an array of another type or size"):
            batch.games.bytes_at(0, np.zeros(4, np.uint8))
