"""The board as text."""

import pytest

from asobiba.core.picture import PLAIN
from asobiba.games.otrio import GAME
from asobiba.games.otrio.rules import PASS, OtrioOptions, Position, start
from tests.games.otrio.positions import ONE_SLOT_LEFT, RED_IS_STUCK, VARIANTS, after, board, random_game


def test_spaces_stock_and_the_colour_that_is_due() -> None:
    assert (
        f"\n{after('Sa1 Mb1')}\n"
        == """
   a   b   c
  SML SML SML     left S M L
1 R.. .G. ...        R 2 3 3
2 ... ... ...        G 3 2 3
3 ... ... ...      > B 3 3 3
                     Y 3 3 3
blue to place (seat 2)
"""
    )


def test_three_colours_with_the_middle_off_limits() -> None:
    assert (
        f"\n{start(OtrioOptions(players=3, colors=(3, 0, 2), ban_center_medium=True))}\n"
        == """
   a   b   c
  SML SML SML     left S M L
1 ... ... ...      > Y 3 3 3
2 ... .x. ...        R 3 3 3
3 ... ... ...        B 3 3 3

yellow to place (seat 0)
"""
    )


@pytest.mark.parametrize(
    ("position", "status"),
    [
        (board(RED_IS_STUCK), "red must pass (seat 0)"),
        (board("R.. .R. ..R ... ... ... ... ... ... G", players=2), "red wins (seat 0): Sa1 Mb1 Lc1"),
        (board("YYY ... ... ... ... ... ... ... ... R", players=2), "yellow wins (seat 1): Sa1 Ma1 La1"),
        (board(ONE_SLOT_LEFT).apply(PASS).apply(4), "draw: nobody can place a piece"),
        (board(ONE_SLOT_LEFT, players=2, two_player_alternation=False), "red and blue must pass (seat 0)"),
        (start(OtrioOptions(players=2, two_player_alternation=False)), "red or blue to place (seat 0)"),
    ],
)
def test_the_last_line_says_what_comes(position: Position, status: str) -> None:
    assert str(position).splitlines()[-1] == status


def test_both_colours_of_a_player_who_chooses_are_marked() -> None:
    marked = [line for line in str(after("R:Mb2", players=2, two_player_alternation=False)).splitlines() if ">" in line]

    assert [line.split(">")[1] for line in marked] == [" G 3 3 3", " Y 3 3 3"]


@pytest.mark.parametrize("values", VARIANTS, ids=str)
def test_every_slot_has_a_fixed_place(values: dict[str, object]) -> None:
    for position in random_game(OtrioOptions.read(values), 4):
        rows = str(position).splitlines()[2:5]
        for colour, letter in enumerate("RGBY"):
            drawn = {
                9 * size + 3 * row + column
                for row, line in enumerate(rows)
                for column in range(3)
                for size in range(3)
                if line[2 + 4 * column + size] == letter
            }
            assert sum(1 << at for at in drawn) == position.pieces[colour]


def test_colours_have_styles() -> None:
    styles = {text: style for line in GAME.draw(after("Sa1 Mb1"), PLAIN) for text, style in line}

    assert (styles["R"], styles["G"], styles["B"], styles["Y"]) == (
        "bold red",
        "bold green",
        "bold blue",
        "bold yellow",
    )
