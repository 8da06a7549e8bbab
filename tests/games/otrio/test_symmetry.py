"""The sixteen symmetries, slot by slot and through the passes of long games. An action below 27 is a slot."""

import pytest

from asobiba.core.symmetry import Symmetry
from asobiba.games.otrio.board import LINES, SLOTS, slot, slot_name, slots
from asobiba.games.otrio.rules import PASS, SECOND_COLOUR, OtrioOptions, Position
from asobiba.games.otrio.symmetry import SYMMETRIES
from tests.games.otrio.positions import VARIANTS, after, random_game

BY_NAME = {symmetry.name: symmetry for symmetry in SYMMETRIES}
SMALL_FOR_LARGE = BY_NAME["identity, small for large"]


def test_openings_fall_into_six_kinds() -> None:
    """A corner, an edge or the middle; medium, or one of the other two sizes."""
    orbits = {frozenset(symmetry.action(at) for symmetry in SYMMETRIES) for at in range(SLOTS)}

    assert sorted(map(len, orbits)) == [1, 2, 4, 4, 8, 8]
    assert {slot_name(symmetry.action(slot("Sb2"))) for symmetry in SYMMETRIES} == {"Sb2", "Lb2"}


@pytest.mark.parametrize("name", BY_NAME)
def test_lines_become_lines(name: str) -> None:
    moved = {sum(1 << BY_NAME[name].action(at) for at in slots(line)) for line in LINES}

    assert moved == set(LINES)


@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_a_move_and_its_twin_lead_to_twins(values: dict[str, object]) -> None:
    """Every legal move; tests/core/test_symmetry.py tries some."""
    for symmetry in SYMMETRIES:
        for position in random_game(OtrioOptions.read(values), 11):
            twin = symmetry.position(position)

            assert twin.winner == position.winner
            for action in position.legal():
                assert twin.apply(symmetry.action(action)) == symmetry.position(position.apply(action))


@pytest.mark.parametrize(
    ("symmetry", "twin"),
    [
        (SMALL_FOR_LARGE, "La1 Mb1"),
        (BY_NAME["quarter turn"], "Sc1 Mc2"),
        (BY_NAME["main diagonal, small for large"], "La1 Ma2"),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_position_and_its_twin(symmetry: Symmetry[Position], twin: str) -> None:
    assert symmetry.position(after("Sa1 Mb1")) == after(twin)


def test_the_pass_and_the_second_colour_move_along() -> None:
    assert SMALL_FOR_LARGE.action(PASS) == PASS
    assert SMALL_FOR_LARGE.action(SECOND_COLOUR + slot("Sa1")) == SECOND_COLOUR + slot("La1")
