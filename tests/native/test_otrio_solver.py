"""Perfect play of Otrio for two, against plain minimax over the rulebook and against what is known of the game."""

import random
import signal
import threading
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from asobiba._native import kernels
from asobiba.core.errors import ConfigError
from asobiba.core.game import OVER
from asobiba.games.otrio import GAME
from asobiba.games.otrio.native import pack, rules
from asobiba.games.otrio.notation import read_move, write_move
from asobiba.games.otrio.rules import OtrioOptions, Position, start
from asobiba.games.otrio.solver import Verdict, solve
from tests.games.otrio.positions import (
    ONE_SLOT_LEFT,
    RED_HAS_PLACED_ALL,
    RED_IS_STUCK,
    THE_MIDDLE_LEFT,
    TWO_HAVE_PLACED_ALL,
    VARIANTS,
    after,
    board,
    random_game,
)

FOR_TWO = [options for options in VARIANTS if options.get("players") == 2]
PLENTY = 5_000_000
CENTER_MEDIUM = 13
CORNERS = ("a1", "c1", "a3", "c3")

WHEN_OVER = Verdict(-1, 0), Verdict(0, 0)
"""Of the seat that would be to move: the other one has just won, or nobody."""


def value(verdict: Verdict) -> int:
    return verdict.outcome * (1000 - verdict.plies)


def turned(verdict: Verdict) -> Verdict:
    """What the position after a move means to the one who made it."""
    return Verdict(-verdict.outcome, verdict.plies + 1 if verdict.outcome else 0)


def minimax(position: Position, known: dict[Position, Verdict]) -> Verdict:
    if position.to_play == OVER:
        return WHEN_OVER[position.winner is None]
    if position not in known:
        moves = (turned(minimax(position.apply(action), known)) for action in position.legal())
        known[position] = max(moves, key=value)
    return known[position]


def expected(position: Position) -> dict[int, Verdict]:
    known: dict[Position, Verdict] = {}
    return {action: turned(minimax(position.apply(action), known)) for action in position.legal()}


def searched(position: Position, nodes: Any, *, every_move: bool, raw: bytes | None = None) -> kernels.OtrioSolver:
    """Without the openings that are known."""
    solver = kernels.OtrioSolver(rules(position.options), nodes)
    solver.about(pack(position) if raw is None else raw)
    solver.solve(every_move)
    return solver


def solved(position: Position, nodes: int = PLENTY) -> dict[int, Verdict | None]:
    return solve(position, nodes, every_move=True)


def to_come(position: Position) -> int:
    """How many pieces can still be placed, at most."""
    left = sum(sum(position.stock(colour)) for colour in position.options.order)
    return min(position.empty.bit_count(), left)


def positions(options: OtrioOptions, least: int, most: int) -> Iterator[Position]:
    """One of each random game, with so many pieces to come."""
    for seed in range(1_000_000):
        found = [
            position
            for position in random_game(options, seed)
            if position.to_play != OVER and least <= to_come(position) <= most
        ]
        if found:
            yield random.Random(seed).choice(found)


def most_to_come(options: dict[str, Any]) -> int:
    """What minimax can afford: few moves where each slot is open to two colours, or slots are left over at the end."""
    if len(options.get("colors", "RGBY")) == 2:
        return 4
    return 7 if options.get("two_player_alternation", True) else 5


@pytest.mark.parametrize("options", FOR_TWO, ids=str)
def test_every_verdict_is_that_of_minimax(options: dict[str, Any]) -> None:
    outcomes = set()
    for position in islice(positions(OtrioOptions(**options), 1, most_to_come(options)), 40):
        verdicts = solved(position)
        assert verdicts == expected(position), position
        outcomes |= {verdict.outcome for verdict in verdicts.values() if verdict}

    assert outcomes == {-1, 0, 1}


@pytest.mark.parametrize("picture", [RED_IS_STUCK, ONE_SLOT_LEFT, THE_MIDDLE_LEFT])
def test_a_forced_pass_is_a_ply(picture: str) -> None:
    position = board(picture, players=2)

    assert solved(position) == expected(position)


def forces(position: Position, attacker: int, plies: int) -> bool:
    """Whether a seat forces a line within so many plies, by trying everything."""
    if position.to_play == OVER or plies == 0:
        return position.winner_seat == attacker
    tries = (forces(position.apply(action), attacker, plies - 1) for action in promising(position, plies))
    return any(tries) if position.to_play == attacker else all(tries)


def promising(position: Position, plies: int) -> list[int]:
    """The winning move if there is one; otherwise all, blocks first. Before the last ply nothing else matters."""
    wins = [action for action in position.legal() if position.apply(action).winner is not None]
    if wins or plies == 1:
        return wins[:1] or list(position.legal())[:1]
    following = position.apply(position.legal()[0])
    threats = 0
    for colour in following.due:
        threats |= following.threats(colour)
    return sorted(position.legal(), key=lambda action: not threats >> action % 28 & 1)


MIDDLE = {4: (13, 17), 2: (7, 11)}
"""By the number of colours in play: how many pieces are to come in the middle of the game."""


@pytest.mark.parametrize("options", FOR_TWO, ids=str)
def test_what_is_settled_within_five_plies_is_found_in_the_middle_of_the_game(options: dict[str, Any]) -> None:
    found = set()
    for position in islice(positions(OtrioOptions(**options), *MIDDLE[len(options.get("colors", "RGBY"))]), 8):
        for action, verdict in solved(position, 20_000).items():
            following, seat = position.apply(action), position.to_play
            for plies, outcome, winner in ((3, 1, seat), (4, -1, 1 - seat), (5, 1, seat)):
                told = verdict is not None and verdict.outcome == outcome and verdict.plies <= plies
                assert forces(following, winner, plies - 1) == told, (position, action, verdict)
                found.add((plies, told))

    assert {(4, True), (4, False), (5, True), (5, False)} <= found


def test_symmetric_moves_have_equal_verdicts() -> None:
    for position in islice(positions(OtrioOptions(players=2), 10, 13), 2):
        verdicts = solved(position)
        assert None not in verdicts.values()
        for symmetry in GAME.symmetries(position.options):
            moved = {symmetry.action(action): verdict for action, verdict in verdicts.items()}
            assert solved(symmetry.position(position)) == moved


def test_the_first_player_wins_at_ply_15_with_the_medium_centre() -> None:
    verdicts = solve(start(OtrioOptions(players=2)), PLENTY, every_move=False)

    assert {action: verdict for action, verdict in verdicts.items() if verdict} == {CENTER_MEDIUM: Verdict(1, 15)}


@pytest.mark.parametrize(
    ("options", "winning"),
    [
        ({}, {"R:Mb2", "B:Mb2"}),
        (
            {"ban_center_medium": True},
            {f"{colour}:{size}{space}" for colour in "RB" for size in "SL" for space in CORNERS},
        ),
    ],
)
def test_who_may_choose_his_colour_wins_at_ply_7(options: dict[str, Any], winning: set[str]) -> None:
    position = start(OtrioOptions(players=2, two_player_alternation=False, **options))

    verdicts = solved(position, 20_000)

    at_seven = {write_move(position, action) for action, verdict in verdicts.items() if verdict == Verdict(1, 7)}
    assert at_seven == winning
    assert not any(verdict and verdict.outcome > 0 and verdict.plies < 7 for verdict in verdicts.values())


@pytest.mark.parametrize(
    ("options", "quickest", "others"),
    [
        ({}, {"Mb2"}, Verdict(-1, 10)),
        ({"ban_center_medium": True}, {f"{size}{space}" for size in "SL" for space in CORNERS}, Verdict(1, 11)),
    ],
)
def test_with_one_colour_each_the_first_wins_at_ply_7(
    options: dict[str, Any], quickest: set[str], others: Verdict
) -> None:
    position = start(OtrioOptions(players=2, colors=(0, 1), **options))

    verdicts = {write_move(position, action): verdict for action, verdict in solved(position, 20_000).items()}

    assert verdicts == {move: Verdict(1, 7) if move in quickest else others for move in verdicts}


@pytest.mark.parametrize("picture", [RED_HAS_PLACED_ALL, TWO_HAVE_PLACED_ALL])
def test_with_one_colour_each_the_end_is_that_of_minimax(picture: str) -> None:
    position = board(picture, players=2, colors=(0, 1))

    assert solved(position) == expected(position)


@pytest.mark.slow
def test_after_the_small_centre_the_other_wins_by_ply_20() -> None:
    """By the medium centre, of course."""
    position = after("Sb2", players=2)

    reply = solve(position, 30_000_000, every_move=False)[read_move(position, "Mb2")]

    assert reply == Verdict(1, 19)


def test_the_best_reply_to_the_winning_opening_delays_to_the_end() -> None:
    """No reply holds out for longer than ply 15, and some hold out so long."""
    verdicts = solve(after("Mb2", players=2), PLENTY, every_move=False)

    assert max(verdict.plies for verdict in verdicts.values() if verdict) == 14
    assert all(verdict and verdict.outcome < 0 for verdict in verdicts.values())


def test_out_of_nodes_it_does_not_know() -> None:
    position = start(OtrioOptions(players=2, ban_center_medium=True))

    assert set(solved(position, 1_000).values()) == {None}
    assert solved(position, 1_000) == solved(position, 1_000)


def test_fewer_nodes_never_tell_anything_else() -> None:
    position = after("Mb2 Sa1 Sb2 Lb2 Sc3", players=2)
    everything = solved(position)

    told = [solved(position, nodes) for nodes in (1, 100, 1_000, 10_000, 100_000)]

    counts = [sum(verdict is not None for verdict in each.values()) for each in told]
    assert counts == sorted(counts)
    assert counts[0] < counts[-1]
    for each in told:
        assert all(verdict is None or verdict == everything[action] for action, verdict in each.items())


def test_the_search_has_its_signature() -> None:
    """Nodes of fixed searches. A changed number is a changed search, and the commit says so."""
    opening = start(OtrioOptions(players=2))
    assert searched(opening, PLENTY, every_move=False).nodes == 537_981

    middle = after("Mb2 Sa1 Sb2 Lb2 Sc3", players=2)
    assert searched(middle, PLENTY, every_move=True).nodes == 13_480


def test_a_finished_game_has_no_verdicts() -> None:
    won = board("RRR ... ... G.. .G. ... ... ... B.. G", players=2)

    assert solved(won) == {}


@pytest.mark.parametrize("players", [3, 4])
def test_three_and_four_have_no_verdicts_of_moves(players: int) -> None:
    position = start(OtrioOptions(players=players))

    with pytest.raises(ConfigError, match=f"players={players}"):
        solved(position)


@pytest.mark.parametrize("raw", [b"", b"x", bytes(19), bytes(21), b"\xff" * 20, bytes(16) + b"\4\0\xff\0", bytes(20)])
def test_bytes_that_are_no_position_are_refused(raw: bytes) -> None:
    with pytest.raises(ValueError, match="position"):
        searched(start(OtrioOptions(players=2)), 1, every_move=True, raw=raw)


@pytest.mark.parametrize("nodes", [0, -1, 10**12 + 1, 2**63, 2**64, 0.5, None, "1"])
def test_a_wrong_number_of_nodes_is_refused(nodes: Any) -> None:
    position = start(OtrioOptions(players=2))

    with pytest.raises((ValueError, TypeError)):
        searched(position, nodes, every_move=True)


def test_a_signal_ends_the_search() -> None:
    """Ctrl-C, long before the nodes are used up."""
    position = after("Sa1", players=2, ban_center_medium=True)
    threading.Timer(0.2, signal.raise_signal, [signal.SIGINT]).start()

    with pytest.raises(KeyboardInterrupt):
        solved(position, 10**12)


FOR_MORE = [options for options in VARIANTS if options.get("players", 4) > 2]


def alone(position: Position, seat: int, known: dict[Position, Verdict]) -> Verdict:
    """What a seat is worth against all the others, by trying everything."""
    if position.to_play == OVER:
        winner = position.winner_seat
        return Verdict(0 if winner is None else 1 if winner == seat else -1, 0)
    if position not in known:
        ends = (alone(position.apply(action), seat, known) for action in position.legal())
        later = (Verdict(end.outcome, end.plies + 1 if end.outcome else 0) for end in ends)
        known[position] = max(later, key=value) if position.to_play == seat else min(later, key=value)
    return known[position]


@pytest.mark.thorough
@pytest.mark.parametrize("options", FOR_MORE, ids=str)
def test_a_seat_against_all_the_others_is_worth_what_minimax_says(options: dict[str, Any]) -> None:
    outcomes = set()
    for position in islice(positions(OtrioOptions(**options), 1, 7), 25):
        for seat in range(position.options.players):
            solver = kernels.OtrioSolver(rules(position.options), PLENTY)
            solver.about(pack(position), seat)
            assert solver.weigh()
            expected = alone(position, seat, {})
            assert solver.worth() == (expected.outcome, expected.plies), (position, seat)
            outcomes.add(expected.outcome)

    assert outcomes == {-1, 0, 1}


@pytest.mark.parametrize(("players", "plies"), [(3, [11, 10, 8]), (4, [11, 12, 10, 10])])
def test_three_and_four_stop_anybody(players: int, plies: list[int]) -> None:
    """From the start: all the others together win, at the latest at these plies."""
    position = start(OtrioOptions(players=players))
    worths = []
    for seat in range(players):
        solver = kernels.OtrioSolver(rules(position.options), PLENTY)
        solver.about(pack(position), seat)
        solver.weigh()
        worths.append(solver.worth())

    assert worths == [(-1, ply) for ply in plies]


@pytest.mark.parametrize("options", FOR_TWO, ids=str)
def test_a_position_is_worth_its_best_move(options: dict[str, Any]) -> None:
    for position in islice(positions(OtrioOptions(**options), 1, most_to_come(options)), 20):
        solver = kernels.OtrioSolver(rules(position.options), PLENTY)
        solver.about(pack(position))
        assert solver.weigh()
        best = max(expected(position).values(), key=value)
        assert solver.worth() == (best.outcome, best.plies), position


def test_a_search_that_was_stopped_goes_on() -> None:
    position = start(OtrioOptions(players=2))
    whole = kernels.OtrioSolver(rules(position.options), PLENTY)
    whole.about(pack(position))
    whole.weigh()
    parts = kernels.OtrioSolver(rules(position.options), PLENTY)
    parts.about(pack(position))

    assert not parts.weigh(seconds=0)
    assert parts.searched < whole.searched
    while not parts.weigh(seconds=0.1) and parts.nodes < PLENTY:
        pass

    assert parts.worth() == whole.worth()


@pytest.mark.parametrize(
    ("keys", "bounds"),
    [(bytes(7), bytes(4)), (bytes(8), bytes(3)), (bytes(8), bytes(8)), (bytes(7) + b"\1" + bytes(8), bytes(8))],
)
def test_bytes_that_are_no_book_are_refused(keys: bytes, bounds: bytes) -> None:
    with pytest.raises(ValueError, match="book"):
        kernels.OtrioBook(keys, bounds)


def test_a_book_is_believed() -> None:
    """Once the start's replies to Mb2 are known, there is nothing left to search."""
    opening = start(OtrioOptions(players=2))
    first = searched(opening, PLENTY, every_move=False)
    again = kernels.OtrioSolver(rules(opening.options), PLENTY, book=kernels.OtrioBook(*first.written(2)))
    again.about(pack(opening))
    again.solve(every_move=False)

    assert again.verdicts()[CENTER_MEDIUM] == (CENTER_MEDIUM, 1, 15)
    assert again.nodes < first.nodes / 100
