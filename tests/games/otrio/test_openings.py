"""The openings that are known: small, ordered, and true."""

import json
from collections import Counter
from functools import cache
from typing import Any

import numpy as np
import pytest

from asobiba._native import kernels
from asobiba.agents.spec import make_agent
from asobiba.core.game import OVER
from asobiba.core.registry import find_game
from asobiba.games.otrio.native import pack, rules
from asobiba.games.otrio.openings import FOLDER, openings
from asobiba.games.otrio.rules import Position, start
from asobiba.games.otrio.solver import Verdict, search, solve, verdicts
from asobiba.games.otrio.symmetry import SYMMETRIES

OTRIO = find_game("otrio")
FOR_TWO = OTRIO.options(players=2)
EMPTY = start(FOR_TWO)
NEVER = 255
CENTER_MEDIUM = 13
LAST_PLY = 14
"""Counted from 0: the eighth piece of the first player."""


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"players": 3},
        {"players": 2, "ban_center_medium": True},
        {"players": 2, "two_player_alternation": False},
        {"players": 2, "colors": (0, 1)},
    ],
    ids=str,
)
def test_other_games_have_none(options: dict[str, Any]) -> None:
    assert openings(OTRIO.options(**options)) is None


@cache
def stored() -> tuple[Any, Any]:
    with (FOLDER / "official.npz").open("rb") as file, np.load(file, allow_pickle=False) as arrays:
        return arrays["keys"], arrays["bounds"]


def placed(key: int) -> Position:
    """The position of a key: 27 digits to the base of five, 0 empty, otherwise 1 + colour."""
    pieces = [0, 0, 0, 0]
    for slot in range(27):
        key, digit = divmod(key, 5)
        if digit:
            pieces[digit - 1] |= 1 << slot
    red, green, blue, yellow = pieces
    return Position((red, green, blue, yellow), sum(map(int.bit_count, pieces)) % 4, None, FOR_TWO)


def test_the_book_is_small_ordered_and_has_a_recipe() -> None:
    keys, bounds = stored()
    counts = Counter(sum(map(int.bit_count, placed(key).pieces)) for key in keys.tolist())

    assert len((FOLDER / "official.npz").read_bytes()) < 100_000
    assert (np.diff(keys.astype(np.int64)) > 0).all()
    assert (bounds[:, :2] > bounds[:, 2:]).all()
    assert counts[1] == 6
    assert counts[2] >= 60
    assert max(counts) == 4
    recipe = json.loads((FOLDER / "official.json").read_text(encoding="utf-8"))
    assert recipe["positions"] == len(keys)
    assert recipe["command"].startswith("python -m tools.data.otrio_openings")


def test_what_it_says_is_what_a_search_without_it_finds() -> None:
    """Of ends that are near, so that it can be afforded."""
    keys, bounds = stored()
    near = np.flatnonzero((bounds[:, :2] <= 11).any(axis=1))
    for at in np.random.default_rng(1).choice(near, 25, replace=False).tolist():
        position = placed(int(keys[at]))
        solver = kernels.OtrioSolver(rules(FOR_TWO), 2_000_000)
        solver.about(pack(position))
        solver.weigh()
        outcome, plies = solver.worth()
        winner = position.to_play if outcome == 1 else 1 - position.to_play
        forced, not_forced = bounds[at, 1::-1].tolist(), bounds[at, :1:-1].tolist()
        assert not_forced[winner] < plies <= forced[winner], position
        assert forced[1 - winner] == NEVER, position


def test_with_it_the_first_moves_cost_nothing() -> None:
    searching = search(EMPTY, 1_000)

    assert searching.solve(every_move=False)
    assert verdicts(searching)[CENTER_MEDIUM] == Verdict(1, 15)


def test_what_is_proven_of_the_first_moves() -> None:
    found = solve(EMPTY, 1_000, every_move=True)

    assert found[CENTER_MEDIUM] == Verdict(1, 15)
    assert {found[at] for at in (4, 22)} == {Verdict(-1, 20)}
    assert {found[at] for at in (9, 11, 15, 17)} == {Verdict(-1, 22)}


def strategy(last_ply: int) -> int:
    """Walks through all games of the solver as the first player until a ply: every reply is tried; of positions that
    are the same but for a symmetry one. How many positions it was asked about."""
    solver = make_agent("solver", OTRIO, FOR_TWO)
    asked, ply, positions = 0, 0, {EMPTY}
    while positions and ply <= last_ply:
        replies: set[Position] = set()
        for position in positions:
            following = position.apply(solver.choose(position))
            assert following.to_play != OVER or following.winner_seat == 0, position
            replies |= {least(following.apply(reply)) for reply in following.legal()}
            asked += 1
        assert all(position.to_play != OVER for position in replies)
        assert not replies or ply < LAST_PLY
        positions, ply = replies, ply + 2
    return asked


def least(position: Position) -> Position:
    return min((symmetry.position(position) for symmetry in SYMMETRIES), key=lambda each: each.pieces)


def test_no_reply_escapes_the_first_player_at_the_beginning() -> None:
    assert strategy(last_ply=4) > 90


@pytest.mark.slow
@pytest.mark.timeout(3600)
def test_no_reply_escapes_the_first_player() -> None:
    assert strategy(last_ply=27) > 50_000
