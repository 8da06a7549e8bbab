"""The queue, against the vectors of tests/data/puyo_queue_vectors.txt."""

import hashlib
import re
from pathlib import Path

import pytest

from asobiba.games.puyo.field import COLOURS
from asobiba.games.puyo.pairs import pair, queue

DATA = Path(__file__).parents[2] / "data" / "puyo_queue_vectors.txt"
VECTORS = re.findall(r"^seed (\d+): first16 ([\d ]+?)  counts \[(.+)\]  sha1.* (\w+)$", DATA.read_text(), re.MULTILINE)


def test_the_file_is_read_whole() -> None:
    assert len(VECTORS) == 5


@pytest.mark.parametrize(("seed", "first16", "counts", "digest"), VECTORS)
def test_the_queue_of_four_colours_is_as_known(seed: str, first16: str, counts: str, digest: str) -> None:
    letters = queue(int(seed), 4)
    ids = [COLOURS.index(letter) for letter in letters]

    assert " ".join(f"{ids[at]}{ids[at + 1]}" for at in range(0, 32, 2)) == first16
    assert ", ".join(str(ids.count(number)) for number in range(4)) == counts
    assert hashlib.sha1(bytes(ids)).hexdigest().startswith(digest)


def test_pitfall_8_the_colours_do_not_come_equally_often() -> None:
    assert [queue(0, 4).count(colour) for colour in COLOURS] == [64, 64, 65, 63, 0]


@pytest.mark.parametrize("colors", [3, 4, 5])
def test_a_game_begins_with_at_most_three_colours_and_has_as_many_as_asked(colors: int) -> None:
    for seed in range(0, 65536, 6553):
        assert len(queue(seed, colors)) == 256
        assert queue(seed, colors)[:4] == queue(seed, 3)[:4]
        assert set(queue(seed, colors)) == set(COLOURS[:colors])


def test_after_128_pairs_the_queue_begins_again() -> None:
    letters = queue(7, 4)

    assert [pair(letters, turn) for turn in (0, 1, 127, 128, 129)] == [
        letters[0:2],
        letters[2:4],
        letters[254:256],
        letters[0:2],
        letters[2:4],
    ]
