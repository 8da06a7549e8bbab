"""The five invariants of the specification's chapter 13, after every move of random games."""

from collections import Counter
from typing import Any

import pytest

from asobiba.core.game import CHANCE, OVER
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS
from asobiba.games.coppit.rules import Position
from tests.amounts import amount
from tests.games.coppit.walk import RULES, random_game

each_rules = pytest.mark.parametrize("rules", RULES, ids=str)


def check_hats(position: Position) -> None:
    """13.1 and 13.4: every hat of every colour is in its BOX, in a stack or banked."""
    options = position.options
    for seat in range(options.max_players):
        hats = position.box[seat] + sum(stack.count(seat) for _, stack in position.stacks)
        if not options.allow_respawn:
            hats += sum(row[seat] for row in position.banked)
        assert position.box[seat] >= 0
        assert position.banked[seat][seat] == 0
        assert hats == options.hats_per_player


def check_stacks(position: Position) -> None:
    """13.2: no stack is empty, and each is moved by the owner of its top hat only."""
    assert all(stack for _, stack in position.stacks)
    assert list(position.stacks) == sorted(position.stacks)
    if position.to_play >= 0 and position.legal() != (PASS,):
        own = {node for node, stack in position.stacks if stack[-1] == position.to_play}
        own |= {position.layout.home[position.to_play]} if position.box[position.to_play] else set()
        assert {position.layout.moves[action].source for action in position.legal()} <= own


def is_safe(node: int, top: int, position: Position) -> bool:
    """Chapter 8, read from the board alone."""
    board, options = position.layout.board, position.options
    own_paint = board.paint[node] == position.layout.colours[top]
    return (
        (board.kinds[node] == "GRAY" and options.safe_by_gray)
        or (board.kinds[node] == "COLOR" and options.safe_by_color and own_paint)
        or (board.kinds[node] == "BOX" and own_paint)
    )


def check_safety(before: Position, after: Position) -> None:
    """13.3, for each stack: who is safe and does not move stands there still, untouched."""
    for node, stack in before.stacks:
        if stack[-1] != before.seat and is_safe(node, stack[-1], before):
            assert (node, stack) in after.stacks


def check_crowds(position: Position) -> None:
    """What can stand together: one stack that is not safe, and safe ones of different colours."""
    board, options = position.layout.board, position.options
    for node, count in Counter(node for node, _ in position.stacks).items():
        tops = [stack[-1] for at, stack in position.stacks if at == node]
        assert len(set(tops)) == len(tops)
        if board.kinds[node] != "BOX":
            assert sum(not is_safe(node, top, position) for top in tops) <= 1
            assert count <= {"NORMAL": 1, "COLOR": 2, "GRAY": options.gray_capacity or 4}[board.kinds[node]]


def check_direction(before: Position, action: int) -> None:
    """13.5: no node is left the way it was entered, except a BOX that is passed through."""
    move = before.layout.moves[action]
    nodes = (move.source, *move.path)
    for first, middle, last in zip(nodes, nodes[1:], nodes[2:], strict=False):
        assert first != last or middle == before.layout.home[before.seat]


def check(before: Position, action: int, after: Position) -> None:
    check_hats(after)
    check_stacks(after)
    check_crowds(after)
    if before.to_play != CHANCE and action != PASS:
        check_safety(before, after)
        if before.options.direction_lock:
            check_direction(before, action)
    if after.to_play == OVER:
        assert sum(after.returns()) == pytest.approx(0)
        assert after.view(None)["winner"]


def test_invariants_hold_in_many_games() -> None:
    for seed in range(amount("ASOBIBA_COPPIT_GAMES", 20, long=200)):
        for ply in random_game(seed):
            check(*ply)


@each_rules
def test_invariants_hold_under_other_rules(rules: dict[str, Any]) -> None:
    for seed in range(amount("ASOBIBA_COPPIT_VARIANT_GAMES", 2, long=10)):
        for ply in random_game(seed, max_turns=200, **rules):
            check(*ply)


@pytest.mark.slow
@each_rules
def test_invariants_hold_in_thousands_of_games(rules: dict[str, Any]) -> None:
    for seed in range(1000, 1200):
        for ply in random_game(seed, **rules):
            check(*ply)


@pytest.mark.slow
def test_random_games_are_as_long_and_as_fair_as_measured() -> None:
    """1,500 games without a limit: a median of 427 turns, seats equal within four standard errors."""
    turns, won = [], [0.0] * 4
    for seed in range(1500):
        for _, _, after in random_game(seed, max_turns=100_000):
            last = after
        turns.append(last.turn)
        winner = last.view(None)["winner"]
        for seat, score in enumerate(last.returns()):
            won[seat] += 1 / len(winner) if score > 0 else 0

    assert 400 <= sorted(turns)[750] <= 455
    assert max(turns) < 2500
    assert all(abs(share / 1500 - 1 / 4) < 4 * 0.0112 for share in won)


def test_the_rules_under_test_are_all_different_games() -> None:
    assert len({CoppitOptions(max_turns=800, **rules) for rules in RULES}) == len(RULES)
