"""`asobiba solve otrio`, as its game answers it."""

from typing import Any

import pytest

from asobiba.agents.solver import Forced, Limits, Solution
from asobiba.agents.solving import solving_of
from asobiba.core.registry import find_game
from asobiba.games.otrio.notation import write_move
from asobiba.games.otrio.rules import Position
from asobiba.games.otrio.solution import table_bits
from tests.games.otrio.positions import ONE_SLOT_LEFT, after, board

OTRIO = find_game("otrio")
ENOUGH = Limits(5_000_000)


def solution(position: Position, limits: Limits = ENOUGH) -> Solution:
    solving = solving_of(OTRIO, position.options, position, limits)
    assert solving is not None
    assert solving.work(None)
    return solving.found()


@pytest.mark.parametrize(
    ("options", "value", "plies", "best"),
    [
        ({}, 1, 15, "Mb2"),
        ({"two_player_alternation": False}, 1, 7, "R:Mb2"),
        ({"two_player_alternation": False, "ban_center_medium": True}, 1, 7, "R:Sa1"),
        ({"colors": (0, 1)}, 1, 7, "Mb2"),
        ({"colors": (0, 1), "ban_center_medium": True}, 1, 7, "Sa1"),
    ],
    ids=str,
)
def test_the_first_of_two_wins(options: dict[str, Any], value: int, plies: int, best: str) -> None:
    position = OTRIO.start(OTRIO.options(players=2, **options))

    found = solution(position)

    assert (found.value, found.plies) == (value, plies)
    assert best in [write_move(position, action) for action in found.best]


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "plies"), [(3, (11, 10, 8)), (4, (11, 12, 10, 10))])
def test_with_more_than_two_every_seat_is_lost_against_all_the_others(players: int, plies: tuple[int, ...]) -> None:
    position = OTRIO.start(OTRIO.options(players=players))

    found = solution(position)

    assert found.seats == tuple(Forced(-1, each) for each in plies)
    assert (found.value, found.plies) == (-1, plies[0])


def test_the_only_move_that_lasts_is_best_though_nobody_asked_how_long() -> None:
    position = OTRIO.start(OTRIO.options(players=3))

    assert [write_move(position, action) for action in solution(position).best] == ["Mb2"]


def test_a_draw_has_no_plies() -> None:
    found = solution(board(ONE_SLOT_LEFT, players=2))

    assert (found.value, found.plies, len(found.best)) == (0, None, 1)


def test_out_of_nodes_there_are_bounds() -> None:
    found = solution(after("Sa1", players=2, ban_center_medium=True), Limits(10_000))

    assert (found.lower, found.upper, found.value, found.best) == (-1, 1, None, ())
    assert found.searched is not None
    assert found.searched > 5


def test_every_move_is_told_when_it_is_asked_for() -> None:
    position = OTRIO.start(OTRIO.options(players=2, colors=(0, 1)))

    found = solution(position, Limits(every_move=True))

    assert {end.outcome for end in found.proven.values()} == {-1, 1}
    assert len(found.proven) == 27
    assert solution(position).proven == {}


@pytest.mark.parametrize(("gigabytes", "bits"), [(2, 25), (12, 26), (64, 27)])
def test_without_a_limit_the_table_is_as_large_as_memory_allows(
    monkeypatch: pytest.MonkeyPatch, gigabytes: int, bits: int
) -> None:
    sizes = {"SC_PAGE_SIZE": 4096, "SC_PHYS_PAGES": gigabytes << 18}
    monkeypatch.setattr("os.sysconf", sizes.get)

    assert table_bits(Limits()) == bits
    assert table_bits(Limits(10**9)) == 25, "who limits the nodes has the same answer everywhere"
