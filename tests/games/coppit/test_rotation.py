"""The board's quarter turn: rules and turn apply in either order, so no colour has an advantage."""

from dataclasses import replace
from typing import Any

import pytest

from asobiba.core.errors import ConfigError
from asobiba.core.game import CHANCE
from asobiba.games.coppit.board import COLOURS, STANDARD
from asobiba.games.coppit.options import CoppitOptions
from asobiba.games.coppit.paths import PASS, layout_of
from asobiba.games.coppit.rotation import is_fair, turned_action, turned_node, turned_position
from asobiba.games.coppit.rules import start
from tests.games.coppit.situation import situation
from tests.games.coppit.walk import RULES, random_game


def turned(name: str) -> str:
    return STANDARD.names[turned_node(STANDARD, STANDARD.names.index(name))]


@pytest.mark.parametrize(
    ("node", "after"),
    [
        *((f"outer_{i}", f"outer_{(i + 12) % 48}") for i in range(48)),
        *((f"cross_{a}_{level}", f"cross_{b}_{level}") for a, b in ("ne", "es", "sw", "wn") for level in (0, 1)),
        ("cross_center", "cross_center"),
        *((f"BOX_{a}", f"BOX_{b}") for a, b in zip(COLOURS, COLOURS[1:] + COLOURS[:1], strict=True)),
    ],
)
def test_where_a_quarter_turn_takes_a_node(node: str, after: str) -> None:
    assert turned(node) == after


def test_the_turn_is_an_automorphism_of_the_board() -> None:
    """Squares, colours, edges, junctions, doors and costs, spelt out."""
    assert is_fair(STANDARD)
    for node, name in enumerate(STANDARD.names):
        image = turned_node(STANDARD, node)
        paint = STANDARD.paint[node]
        assert STANDARD.kinds[image] == STANDARD.kinds[node], name
        assert STANDARD.paint[image] == (None if paint is None else (paint + 1) % 4), name
        assert {turned_node(STANDARD, other) for other in STANDARD.neighbours[node]} == {*STANDARD.neighbours[image]}
    for colour, box in enumerate(STANDARD.boxes):
        image_box = STANDARD.boxes[(colour + 1) % 4]
        assert (turned_node(STANDARD, box.node), turned_node(STANDARD, box.door)) == image_box[:2]
        assert box[2:] == image_box[2:]
    assert [turned_node(STANDARD, junction) for junction in STANDARD.junctions] == [22, 34, 46, 10]


def test_an_unfair_board_is_noticed() -> None:
    kinds = list(STANDARD.kinds)
    kinds[5] = "NORMAL"
    assert not is_fair(replace(STANDARD, kinds=tuple(kinds)))
    assert not is_fair(replace(STANDARD, turn_order=(0, 2, 1, 3)))
    assert not is_fair(replace(STANDARD, boxes=(STANDARD.boxes[0]._replace(deploy_cost=1), *STANDARD.boxes[1:])))


def test_four_quarters_are_no_turn() -> None:
    options = CoppitOptions()
    position = situation("3:R+B 20:GY c:YB RED:bank=B1 play=BLUE turn=7 die=2")

    assert turned_position(position, 4) == position
    assert turned_position(turned_position(position, 3), 1) == position
    for action in range(len(layout_of(options).moves)):
        assert turned_action(options, action, 4) == action


def test_a_turned_position_is_the_neighbours() -> None:
    position = situation("3:R+B 20:GY c:YB RED:bank=B1,since=5 play=BLUE turn=7 die=2")

    assert turned_position(position) == situation("15:B+G 32:YR c:RG BLUE:bank=G1,since=5 play=GREEN turn=7 die=2")


@pytest.mark.parametrize("rules", [rules for rules in RULES if rules.get("max_players") != 3], ids=str)
def test_turning_commutes_with_the_rules(rules: dict[str, Any]) -> None:
    quarters = [2] if rules.get("max_players") == 2 else [1, 2, 3]
    for seed in range(2):
        for ply, (before, action, after) in enumerate(random_game(seed, max_turns=120, **rules)):
            quarter = quarters[ply % len(quarters)]
            image = turned_position(before, quarter)
            if before.to_play == CHANCE:
                assert image.apply(action) == turned_position(after, quarter)
                continue
            moves = [turned_action(before.options, choice, quarter) for choice in before.legal()]
            assert sorted(moves) == list(image.legal())
            assert image.apply(turned_action(before.options, action, quarter)) == turned_position(after, quarter)


def test_three_colours_cannot_be_turned() -> None:
    with pytest.raises(ConfigError, match="1 quarter turns do not map the colours RED, BLUE, GREEN onto themselves"):
        turned_position(start(CoppitOptions(max_players=3)))


def test_the_pass_stays_the_pass() -> None:
    assert turned_action(CoppitOptions(), PASS) == PASS
