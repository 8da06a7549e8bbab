"""Growing is a tuple in all that can be seen, and what it was stays what it was."""

import pytest

from asobiba.online.rooms.growing import PAGE, Growing

LENGTHS = (0, 1, PAGE - 1, PAGE, PAGE + 1, 3 * PAGE, 3 * PAGE + 5)


@pytest.mark.parametrize("length", LENGTHS)
def test_it_reads_like_a_tuple(length: int) -> None:
    grown, plain = Growing[int](), tuple(range(length))
    for item in plain:
        grown = grown.plus(item)

    assert grown == Growing(plain)
    assert hash(grown) == hash(Growing(plain))
    assert (len(grown), tuple(grown), tuple(reversed(grown))) == (length, plain, plain[::-1])
    assert grown != plain
    for index in (0, -1, PAGE, -PAGE):
        if -length <= index < length:
            assert grown[index] == plain[index]
    for part in (slice(-1, None), slice(PAGE - 2, PAGE + 2), slice(None), slice(5, 1000), slice(None, None, 7)):
        assert grown[part] == plain[part]
    for beyond in (length, -length - 1):
        with pytest.raises(IndexError):
            grown[beyond]


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("count", [0, 1, PAGE, PAGE + 1, 1000])
def test_its_beginning(length: int, count: int) -> None:
    plain = tuple(range(length))
    first = Growing(plain).first(count)

    assert first == Growing(plain[:count])
    assert tuple(first.plus(-1)) == (*plain[:count], -1)


def test_what_it_was_is_shared_and_stays() -> None:
    before = Growing(range(10 * PAGE + 3))
    after = before.plus(7, 8)

    assert len(before) == 10 * PAGE + 3
    assert tuple(after[-2:]) == (7, 8)
    assert all(old is new for old, new in zip(before._pages, after._pages, strict=True))
    assert repr(Growing([1, 2])) == "Growing([1, 2])"
