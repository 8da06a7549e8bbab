"""Packed states are the same again, and smaller."""

import zlib
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from asobiba.games.puyo.duels import Duels
from asobiba.learn import packing
from asobiba.learn.packing import pack, unpack


def seen(turns: int) -> list[NDArray[np.uint8]]:
    """What the first seats of random games of Puyo saw, turn by turn: [turns][64, 22, 53]"""
    duels, dice = Duels(64, 1), np.random.default_rng(1)
    found = []
    for _ in range(turns):
        found.append(duels.afterstates().numbers[:, 0].copy())
        duels.step((dice.random(duels.masks.shape) * duels.masks).argmax(2).astype(np.int32))
    return found


def test_candidates_are_the_same_again_and_each_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packing, "TOGETHER", 100)
    states = seen(30)
    columns = [np.concatenate(states[:-3]), np.concatenate(states[3:])]
    packed = pack(columns)
    again = unpack(packed, 2, (22, 53), np.uint8)

    assert all((one == other).all() for one, other in zip(columns, again, strict=True))
    assert packed["places"].max() < 30 * 64
    small = sum(len(zlib.compress(array.tobytes(), 1)) for array in packed.values())
    assert small < sum(column.nbytes for column in columns) / 8


@pytest.mark.parametrize("kind", [np.float32, np.int8, np.uint8])
@pytest.mark.parametrize("shape", [(), (5,), (2, 3), (2, 3, 4)])
@pytest.mark.parametrize("rows", [0, 1, 40])
def test_any_states_are_the_same_again(kind: type, shape: tuple[int, ...], rows: int) -> None:
    dice = np.random.default_rng(2)
    columns: list[NDArray[Any]] = [dice.integers(0, 100, (rows, *shape)).astype(kind) for _ in range(2)]
    again = unpack(pack(columns), 2, shape, kind)

    assert [column.dtype for column in again] == [np.dtype(kind)] * 2
    assert all((one == other).all() for one, other in zip(columns, again, strict=True))


@pytest.mark.parametrize(
    ("kind", "name"),
    [(np.uint8, "places"), (np.uint8, "0/middle"), (np.uint8, "0/by"), (np.float32, "places"), (np.float32, "0/plain")],
)
def test_what_is_no_such_pack_is_refused(kind: type, name: str) -> None:
    whole = pack([np.arange(60).reshape(10, 2, 3).astype(kind)])

    for wrong in (whole[name][:-1], whole[name][..., None], whole[name].astype(np.complex64)):
        with pytest.raises((ValueError, TypeError)):
            unpack({**whole, name: wrong}, 1, (2, 3), kind)
    with pytest.raises(KeyError):
        unpack({key: array for key, array in whole.items() if key != name}, 1, (2, 3), kind)


def test_places_beyond_the_states_are_refused() -> None:
    whole = pack([np.arange(60).reshape(10, 2, 3).astype(np.uint8)])

    with pytest.raises(ValueError, match="a place among the 10 states is wrong"):
        unpack({**whole, "places": whole["places"] + 1}, 1, (2, 3), np.uint8)
