"""Ends that no rulebook knows: the places, and what everybody has."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asobiba.core.ending import Ending, out_of_time, placed, shared
from asobiba.core.registry import find_game


@given(st.lists(st.integers(0, 3), min_size=2, max_size=4), st.data())
def test_places(standing: list[int], data: st.DataObject) -> None:
    seats = range(len(standing))
    out = data.draw(st.lists(st.sampled_from(seats), unique=True, max_size=len(standing) - 1))
    places = placed(standing, out)
    staying = [seat for seat in seats if seat not in out]

    assert min(places) == 1
    assert [places[seat] for seat in out] == [len(standing) - number for number in range(len(out))]
    assert all(places[seat] <= len(staying) for seat in staying)
    for one in staying:
        for other in staying:
            assert (places[one] < places[other]) == (standing[one] > standing[other])


def test_winners_share_the_highest_score_and_the_others_the_lowest() -> None:
    assert shared((-1.0, 1.0), [1, 2]) == [1.0, -1.0]
    assert shared((-64.0, 64.0), [2, 1]) == [-64.0, 64.0]
    assert shared((-1.0, 1.0), [1, 1, 3]) == [0.5, 0.5, -1.0]
    assert shared((0.0, float("inf")), [1, 2]) == [1.0, -1.0]
    assert shared((-1.0, 1.0), [1, 1]) == [0.0, 0.0]


@pytest.mark.parametrize(
    ("name", "options", "ending"),
    [
        ("othello", {}, Ending("time", (1.0, -1.0), (1, 2))),
        ("othello", {"score": "discs"}, Ending("time", (64.0, -64.0), (1, 2))),
        ("otrio", {"players": 3}, Ending("time", (0.5, -1.0, 0.5), (1, 3, 1))),
    ],
)
def test_whose_time_is_over_loses(name: str, options: dict[str, object], ending: Ending) -> None:
    game = find_game(name)
    chosen = game.options.read(options)

    assert out_of_time(game, chosen, game.start(chosen), 1) == ending


def test_alone_one_has_what_was_scored() -> None:
    game = find_game("twenty48")
    state = game.notation.read_position("2.2.0.0/0.0.0.0/0.0.0.0/0.0.0.0 score=40", game.options())

    assert out_of_time(game, game.options(), state, 0) == Ending("time", (40.0,), (1,))
