"""The sixteen symmetries commute with the rules."""

import pytest

from asobiba.games.otrio.board import LINES, slot, slot_name
from asobiba.games.otrio.rules import PASS, SECOND_COLOR, OtrioOptions
from asobiba.games.otrio.symmetry import SYMMETRIES, Symmetry, moved, moved_action, twin
from tests.games.otrio.positions import VARIANTS, after, random_game


def test_there_are_sixteen_and_they_form_a_group() -> None:
    assert len(set(SYMMETRIES)) == 16
    assert SYMMETRIES[0] == tuple(range(27))
    assert {tuple(one[other[at]] for at in range(27)) for one in SYMMETRIES for other in SYMMETRIES} == set(SYMMETRIES)


def test_openings_fall_into_six_kinds() -> None:
    """A corner, an edge or the middle; medium, or one of the other two sizes."""
    orbits = {frozenset(symmetry[at] for symmetry in SYMMETRIES) for at in range(27)}

    assert sorted(map(len, orbits)) == [1, 2, 4, 4, 8, 8]
    assert {slot_name(symmetry[slot("Sb2")]) for symmetry in SYMMETRIES} == {"Sb2", "Lb2"}


@pytest.mark.parametrize("symmetry", SYMMETRIES, ids=range(16))
def test_lines_become_lines(symmetry: Symmetry) -> None:
    assert {moved(line, symmetry) for line in LINES} == set(LINES)


@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_a_move_and_its_twin_lead_to_twins(values: dict[str, object]) -> None:
    for symmetry in SYMMETRIES:
        for position in random_game(OtrioOptions.read(values), 11):
            other = twin(position, symmetry)

            assert set(other.legal()) == {moved_action(action, symmetry) for action in position.legal()}
            assert (other.to_play, other.winner, other.returns()) == (
                position.to_play,
                position.winner,
                position.returns(),
            )
            for action in position.legal():
                assert other.apply(moved_action(action, symmetry)) == twin(position.apply(action), symmetry)


def test_the_pass_and_the_second_colour_move_along() -> None:
    small_for_large = next(s for s in SYMMETRIES if s[slot("Sa1")] == slot("La1") and s[slot("Sb1")] == slot("Lb1"))

    assert moved_action(PASS, small_for_large) == PASS
    assert moved_action(SECOND_COLOR + slot("Sa1"), small_for_large) == SECOND_COLOR + slot("La1")
    assert twin(after("Sa1 Mb1"), small_for_large) == after("La1 Mb1")
