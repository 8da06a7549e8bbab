"""Hats keep their names: what the names say is always what the rulebook says."""

import copy
import pickle
import random
from collections import Counter
from typing import Any

import pytest

from asobiba.core.errors import NotationError
from asobiba.core.game import OVER
from asobiba.games.coppit.hats import Hat, NamedHats, Row, Stack, all_at_home, node_named
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS
from asobiba.games.coppit.rules import Position, start
from tests.amounts import amount
from tests.games.coppit.walk import RULES

PLIES = amount("ASOBIBA_COPPIT_HATS", 250, long=4000)


def check(hats: NamedHats, position: Position) -> None:
    """The same colours in the same order as in a position of plain numbers, and each hat once."""
    layout, seats = position.layout, range(len(position.box))
    colours = [layout.colour(seat) for seat in seats]

    assert hats.position == position
    assert [[hat.color for hat in stack] for stack in hats.stacks] == [
        [colours[seat] for seat in stack] for _, stack in position.stacks
    ]
    assert [stack.node for stack in hats.stacks] == [layout.board.names[node] for node, _ in position.stacks]
    for seat in seats:
        assert [hat.color for hat in hats.boxes[seat]] == [colours[seat]] * position.box[seat]
        banked = Counter(hat.color for hat in hats.banks[seat])
        assert [banked[colour] for colour in colours] == list(position.banked[seat])
    gone = [] if position.options.allow_respawn else [hat for bank in hats.banks for hat in bank]
    everywhere = [hat for group in (*hats.boxes, *hats.stacks) for hat in group] + gone
    every = [
        f"{colour.capitalize()}{number + 1}" for colour in colours for number in range(position.options.hats_per_player)
    ]
    assert sorted(everywhere) == sorted(every)


def piece_of(hats: NamedHats, action: int, generator: random.Random) -> Stack | None:
    """What moves: any hat of the BOX, or the stack."""
    position = hats.position
    if action == PASS:
        return None
    move = position.layout.moves[action]
    if move.source == position.layout.home[position.seat] and not move.held:
        return Stack([generator.choice(hats.boxes[position.seat])])
    tops = [stack for stack in hats.stacks if stack.node == position.layout.board.names[move.source]]
    return next(stack for stack in tops if stack.controller == position.layout.colour(position.seat))


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_the_names_agree_with_the_rulebook_in_random_games(rules: dict[str, Any]) -> None:
    options = CoppitOptions(max_turns=800, **rules)
    generator = random.Random(str(rules))
    hats, position = all_at_home(options), start(options)
    for _ in range(PLIES):
        if position.to_play == OVER:
            hats, position = all_at_home(options), start(options)
        action = generator.choice(position.legal())
        piece = piece_of(hats, action, generator) if position.die else None
        before, hats, position = hats, hats.apply(action, piece), position.apply(action)
        check(hats, position)
        if piece and before.position.layout.moves[action].ending == "walk":
            assert [stack[-len(piece) :] for stack in hats.stacks if piece[-1] in stack] == [piece]


def test_hats_captured_and_carried_keep_their_names_and_their_order() -> None:
    hats = all_at_home(CoppitOptions()).put("outer_10", ["Blue4", "Green2"]).put("outer_7", ["Yellow6", "Red5"])
    hats = hats.apply(2)  # the die shows 3
    action = next(number for number in hats.position.legal() if hats.position.layout.write(number, 0) == "7>10")

    assert hats.apply(action, hats.stacks[0]).stacks == [["Blue4", "Green2", "Yellow6", "Red5"]]


def test_a_hat_is_its_name() -> None:
    assert Hat("red1") == Hat("RED", 1) == Hat(color="Red", number=1) == "Red1"
    assert (Hat("Yellow12").color, Hat("Yellow12").number, Hat("Yellow12").name) == ("YELLOW", 12, "Yellow12")
    assert f"{Hat('Blue2')} {Hat('Blue2')!r}" == "Blue2 Blue2"
    for wrong in ("Red", "Red0", "Pink1", "1Red", ""):
        with pytest.raises(NotationError, match="is no hat: write Red1"):
            Hat(wrong)


def test_rows_and_stacks_equal_lists_and_cannot_be_changed() -> None:
    stack = Stack(["Blue1", "Red1"], "outer_10")

    assert stack == ["Blue1", "Red1"] == stack.pieces
    assert not stack != ["Blue1", "Red1"]  # noqa: SIM202  both operators are defined
    assert stack != ["Red1", "Blue1"]
    assert stack != "Blue1"
    assert hash(stack) == hash(Stack(["Blue1", "Red1"]))
    assert repr(stack[:1]) == repr(stack.pieces[:-1]) == "[Blue1]"
    for part in (stack[:1], stack.pieces[:-1]):
        assert isinstance(part, Row)
    assert repr(stack) == str(stack.pieces) == "[Blue1, Red1]"
    with pytest.raises(AttributeError, match=r"\[Blue1, Red1\] has no 'append': .*place\(node, hats\)"):
        stack.pieces.append("Red2")
    assert copy.deepcopy(stack).node == pickle.loads(pickle.dumps(stack)).node == "outer_10"
    assert Row([Row([1])]) == [[1]]
    with pytest.raises(NotationError, match="a stack has at least one hat"):
        Stack([])


@pytest.mark.parametrize(
    ("node", "hats", "sentence"),
    [
        ("outer_48", ["Red1"], "no node is named 'outer_48': they are outer_0 ... BOX_YELLOW"),
        ("outer_1", ["Red7"], "Red7: each colour has the hats 1 to 6, each of them once"),
        ("outer_1", ["Red1", "Red1"], "Red1: each colour has the hats 1 to 6, each of them once"),
        ("outer_1", ["Blue1"], "'BLUE' does not play: the colours are RED, GREEN"),
        ("BOX_BLUE", ["Red1"], "BOX_BLUE is the BOX of a colour that does not play"),
    ],
)
def test_what_cannot_be_put_is_refused(node: str, hats: list[str], sentence: str) -> None:
    with pytest.raises(NotationError) as refusal:
        all_at_home(CoppitOptions(max_players=2)).put(node, hats)

    assert str(refusal.value) == sentence


def test_hats_are_put_from_wherever_they_are() -> None:
    hats = all_at_home(CoppitOptions()).put("RED BOX", ["Blue1", "Blue2"]).put("cross_north_0", ["Blue2", "Red3"])
    hats = hats.put("outer_20", ["Red3"])

    assert hats.stacks == [["Red3"], ["Blue2"]]
    assert hats.banks[0] == ("Blue1",)
    assert hats.boxes[0] == ("Red1", "Red2", "Red4", "Red5", "Red6")
    assert hats.position.mingled
    assert hats.put("BLUE BOX", ["Blue1", "Blue2"]).boxes[1] == tuple(f"Blue{number}" for number in range(1, 7))
    assert node_named(hats.position.layout.board, "Cross_South_1") == node_named(
        hats.position.layout.board, "cross_s_1"
    )


def test_own_hats_that_walk_through_their_box_keep_their_order() -> None:
    hats = all_at_home(CoppitOptions(box_overshoot="through")).put("outer_0", ["Red2", "Blue1", "Red4", "Red1"])
    hats = hats.apply(2)  # the die shows 3
    action = next(number for number in hats.position.legal() if hats.position.layout.write(number, 0) == "0>box>2")
    after = hats.apply(action, hats.stacks[0])

    assert after.stacks == [["Red2", "Red4", "Red1"]]
    assert after.boxes[0] == ("Red3", "Red5", "Red6")
    assert after.banks[0] == ("Blue1",)


def test_colours_that_were_put_on_the_board_together_have_mingled() -> None:
    hats = all_at_home(CoppitOptions()).put("outer_10", ["Blue1"])
    assert not hats.position.mingled
    hats = hats.put("outer_11", ["Red1"])
    assert hats.position.mingled
    assert hats.put("RED BOX", ["Red1"]).position.mingled


def test_names_are_shared_by_deep_copies_and_survive_pickle() -> None:
    hats = all_at_home(CoppitOptions()).put("outer_10", ["Blue4", "Green2"])

    assert copy.deepcopy(hats) is hats
    assert pickle.loads(pickle.dumps(hats)) == hats
    assert pickle.loads(pickle.dumps(hats)).stacks == [["Blue4", "Green2"]]
